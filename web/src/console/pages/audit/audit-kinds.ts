// What the page of the audit says of an entry. Pure.
import type { AuditArea } from '@walkaround/contract/rules/audit-entries.ts'
import { type AuditKind, auditKinds } from '@walkaround/contract/rules/audit-kinds.ts'

/** Entries that a former version wrote may have a kind that is gone. */
export const isKnownKind = (kind: string): kind is AuditKind =>
  (auditKinds as readonly string[]).includes(kind)

/** In the order of the filter; the audit of itself is found among all. */
export const shownAreas = [
  'access',
  'signIns',
  'settings',
  'templates',
  'packages',
  'exports',
] as const satisfies readonly AuditArea[]

/** A value as people read it. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, ' ')
