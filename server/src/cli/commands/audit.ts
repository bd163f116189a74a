// The command that reads who signed in, who was refused, and what was changed about access.
import { readAudit } from '../../identity/audit.ts'
import { access, type Command, text, whole } from './define.ts'
import { toSince } from './since.ts'

const MOST_SHOWN = 100
const MOST = 10_000

export const commands: Readonly<Record<string, Command>> = {
  audit: access(
    {
      options: {
        client: text('only of this system client', { 'x-value': 'id' }),
        login: text('only what concerns this login', { 'x-value': 'name' }),
        kind: text('only this kind, such as signIn.failed; or signIn, key, access, login, site, package', {
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
