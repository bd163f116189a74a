// What the console has words for; other kinds are shown by their names. Pure.
import type { AuditArea } from '@walkaround/contract/rules/audit-entries.ts'

const kinds = [
  'login.created',
  'login.roleGranted',
  'login.roleRevoked',
  'login.renamed',
  'login.disabled',
  'login.enabled',
  'login.passwordSet',
  'login.passwordChanged',
  'invitation.made',
  'invitation.renewed',
  'invitation.withdrawn',
  'invitation.used',
  'key.issued',
  'key.changed',
  'key.limited',
  'key.replaced',
  'key.blocked',
  'key.refused',
  'session.started',
  'session.ended',
  'session.allEnded',
  'signIn.failed',
  'signIn.lockedOut',
  'access.refused',
  'origin.refused',
  'client.created',
  'client.changed',
  'site.created',
  'site.changed',
  'branch.created',
  'branch.registered',
  'branch.changed',
  'branch.merged',
  'callback.receiver-set',
  'callback.receiver-removed',
  'messageTemplates.imported',
  'messageText.changed',
  'rejectionReasons.changed',
  'reminders.changed',
  'template.imported',
  'template.chosen',
  'package.created',
  'package.changed',
  'package.priced',
  'assignment.changed',
  'export.audit',
  'audit.cut',
  'audit.markWrong',
] as const
type KnownKind = (typeof kinds)[number]

export const isKnownKind = (kind: string): kind is KnownKind => (kinds as readonly string[]).includes(kind)

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
