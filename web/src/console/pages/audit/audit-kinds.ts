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

/** Fields that have words; others are shown by the names that files and commands have for them. */
const knownFields = [
  'name',
  'role',
  'branches',
  'login',
  'password',
  'pin',
  'key',
  'secret',
  'label',
  'expiresAt',
  'url',
  'kinds',
  'kind',
  'telephone',
  'email',
  'language',
  'timeZone',
  'currency',
  'format',
  'file',
  'lockMinutes',
  'text',
  'subject',
  'provider',
  'passwordsOff',
  'spareLogins',
  'rules',
  'domains',
  'version',
  'amountExVat',
  'amountIncVat',
] as const
type KnownField = (typeof knownFields)[number]

/** Of variants[v].contents[1].amountExVat it is the last part that says what it is, and the others say where. */
export function fieldParts(field: string): { where: string; known?: KnownField } {
  const last = field.slice(field.lastIndexOf('.') + 1)
  const known = knownFields.find((one) => one === last)
  return known === undefined
    ? { where: field }
    : { where: field.slice(0, -last.length).replace(/\.$/, ''), known }
}
