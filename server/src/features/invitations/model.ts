// An invitation as its rows have it.
import type { Role } from '@walkaround/contract/rules/roles.ts'

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
