// An invitation as its rows have it.

import type { AuditKind } from '@walkaround/contract/rules/audit-kinds.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import type { Change } from '../../db/audit/record-change.ts'

export interface InvitationRow {
  id: string
  /** join: to begin working here; password: to choose another password. */
  kind: 'join' | 'password'
  login: string
  name: string
  role: Role
  branches: string[] | null
  email: string | null
  language: string
  mail: 'waiting' | 'sent' | 'failed' | null
  mailFailure: string | null
  createdAt: Date
  expiresAt: Date
}

/** What the audit says of it: never the link, and not where it went. */
export function auditedInvitation(kind: AuditKind & `invitation.${string}`, row: InvitationRow): Change {
  const { id, login, name, role, branches, expiresAt } = row
  const values = { kind: row.kind, login, name, role, branches, expiresAt }
  const isGone = kind === 'invitation.withdrawn'
  return {
    kind,
    subject: `invitation/${id}`,
    name: login,
    ...(isGone ? { before: values } : { after: values }),
  }
}
