// Reads who signed in, who was refused and what was changed, newest first. Only reads.
import type { AuditChange } from '@walkaround/contract/rules/audit-entries.ts'

import { getClient, listClients } from '../organisation/clients.ts'
import { type AccessScope, PLATFORM } from '../organisation/scope.ts'
import { type AuditRow, listAudit } from './access-record-store.ts'
import { toPrefix } from './keys.ts'
import { getLogin } from './logins.ts'

export interface AuditEntry {
  at: Date
  /** Set if it happened several times within an hour. */
  firstAt?: Date
  times?: number
  clientId?: string
  kind: string
  /** Whom it concerns. */
  login?: string
  /** The prefix of the key it concerns. */
  key?: string
  address?: string
  /** Who did it, when it was a change. */
  by?: string
  detail?: string
  /** What was changed, if neither login nor key. */
  subject?: string
  changes?: AuditChange[]
}

export async function readAudit(
  scope: AccessScope,
  args: { clientId?: string; login?: string; kind?: string; since?: Date; limit: number },
): Promise<AuditEntry[]> {
  if (args.clientId !== undefined) await getClient(scope, args.clientId)
  const login = args.login === undefined ? undefined : await getLogin(scope, args.login)
  const clientIds =
    args.clientId === undefined
      ? [PLATFORM, ...(await listClients(scope)).map(({ clientId }) => clientId)]
      : [args.clientId]
  const { kind, since, limit } = args
  return (await listAudit(scope.db, { clientIds, loginId: login?.id, kind, since, limit })).map(toEntry)
}

function toEntry(row: AuditRow): AuditEntry {
  const isRepeated = row.times !== null && row.times > 1
  const by = row.actorLogin ?? row.actor?.replace(/^system:/, '')
  const detail = row.detail || (row.changes ? inWords(row.changes) : row.payload ? detailOf(row.payload) : '')
  const isOfPerson = /^(login|key|unknown)\b/.test(row.subject)
  return {
    at: row.at,
    ...(isRepeated && row.firstAt && row.times ? { firstAt: row.firstAt, times: row.times } : {}),
    ...(row.clientId === PLATFORM ? {} : { clientId: row.clientId }),
    kind: row.kind,
    ...(row.login === null ? {} : { login: row.login }),
    ...(row.subject.startsWith('key/') ? { key: toPrefix(row.subject.slice('key/'.length)) } : {}),
    ...(row.address ? { address: row.address } : {}),
    ...(by ? { by } : {}),
    ...(detail ? { detail } : {}),
    ...(isOfPerson ? {} : { subject: row.name ?? row.subject }),
    ...(row.changes ? { changes: row.changes } : {}),
  }
}

/** role: advisor → manager, password: changed */
export const inWords = (changes: readonly AuditChange[]): string =>
  changes
    .map(({ field, isSecret, ...values }) =>
      isSecret
        ? `${field}: changed`
        : `${field}: ${['old', 'new'].flatMap((name) => (name in values ? [shown(values[name as 'old'])] : ['–'])).join(' → ')}`,
    )
    .join(', ')

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Small values in words: role: advisor, branches: A, B. Leaves out the login's id, which means nothing to people. */
function detailOf({ loginId: _loginId, ...payload }: Record<string, unknown>): string {
  return Object.entries(payload)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
