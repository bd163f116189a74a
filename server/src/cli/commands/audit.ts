// The command that reads who signed in, who was refused, and what was changed about access.
import { parseIso, toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { readAudit } from '../../identity/audit.ts'
import { problem } from '../../problems.ts'
import { access, type Command, text, whole } from './define.ts'

const MOST_SHOWN = 100
const MOST = 10_000

export const commands: Readonly<Record<string, Command>> = {
  audit: access(
    {
      options: {
        client: text('only of this system client', { 'x-value': 'id' }),
        login: text('only what concerns this login', { 'x-value': 'name' }),
        kind: text('only this kind, such as signIn.failed; or signIn, key, access, login', {
          'x-value': 'kind',
        }),
        since: text('only since then: 2026-03-01, with a time, or days back (7d)', { 'x-value': 'time' }),
        limit: whole(`at most this many; default: ${MOST_SHOWN}`, { 'x-value': 'count' }),
      },
    },
    (scope, { client, login, kind, since, limit = MOST_SHOWN }) =>
      readAudit(scope, {
        limit: Math.min(limit, MOST),
        clientId: client,
        login,
        kind,
        since: since === undefined ? undefined : toSince(since, scope.now),
      }),
  ),
}

function toSince(given: string, now: Date): Date {
  const days = /^([1-9]\d{0,3})d$/.exec(given)?.[1]
  if (days) return new Date(now.getTime() - Number(days) * 86_400_000)
  if (parseIso(given)) return toInstant(given, 'UTC')
  throw problem(
    'invalidArgument',
    `since: ${JSON.stringify(given.slice(0, 40))} is neither days such as 7d nor a date such as 2026-03-01`,
  )
}
