// The commands that read who signed in, who was refused and what was changed, and those of the sinks that entries are sent on to.
import type { Config } from '../../config/config.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { forgetPositions, listSinkStates } from '../../db/audit/sink-store.ts'
import { inTransaction } from '../../db/transaction.ts'
import { readAudit } from '../../identity/audit.ts'
import { PLATFORM } from '../../organisation/scope.ts'
import { problem } from '../../problems.ts'
import { access, type Command, define, text, whole } from './define.ts'
import { toSince } from './since.ts'

const MOST_SHOWN = 100
const MOST = 10_000

/** Those that are set up. */
export const sinkNamesOf = ({
  auditSyslog,
  auditHttp,
}: Pick<Config, 'auditSyslog' | 'auditHttp'>): string[] => [
  ...(auditHttp ? ['http'] : []),
  ...(auditSyslog ? ['syslog'] : []),
]

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
  'audit sinks': define(
    { summary: 'where entries are sent on to, what is missing there, and what the server said last' },
    ({ database, config }) => listSinkStates(database, sinkNamesOf(config)),
  ),
  'audit resend': define(
    {
      summary: 'send everything that is kept to a sink once more, from the oldest entry on',
      arguments: { sink: text('the sink: http or syslog') },
    },
    async ({ database, config, actor, now }, { sink }) => {
      if (!sinkNamesOf(config).includes(sink))
        throw problem(
          'invalidArgument',
          `sink: "${sink}" is not set up; WALKAROUND_AUDIT_HTTP_URL sets up http, WALKAROUND_AUDIT_SYSLOG_URL syslog`,
        )
      return inTransaction(database, async (db) => {
        const chains = await forgetPositions(db, sink)
        recordChange(
          { db, clientId: PLATFORM, actor, now },
          { kind: 'audit.resent', subject: `sink/${sink}` },
        )
        return { sink, chains }
      })
    },
  ),
}
