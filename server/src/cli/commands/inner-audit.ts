// What the commands of the audit ask the database for, page by page: exports are as long as the audit.
import { listAuditHeads } from '../../db/audit/entry-store.ts'
import { readOldestPage } from '../../db/audit/read-entries.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { sealEntries } from '../../db/audit/seal-entries.ts'
import { verifyChain } from '../../db/audit/verify-chain.ts'
import { inTransaction } from '../../db/transaction.ts'
import { getClient } from '../../organisation/clients.ts'
import { toLoginName } from '../../organisation/rules.ts'
import { PLATFORM } from '../../organisation/scope.ts'
import { auditMarkKeys } from '../../outside/audit-marks.ts'
import { openSecretBox } from '../../outside/secret-box.ts'
import { type Command, type CommandContext, define, text, whole } from './define.ts'
import { toSince } from './since.ts'

const keysOf = ({ config }: Pick<CommandContext, 'config'>) => auditMarkKeys(openSecretBox(config))

/** What was just written is taken up first. */
async function seal({ database, config, now }: CommandContext): Promise<void> {
  await sealEntries({ database, markKeys: keysOf({ config }), now })
}

/** As of the page: the entry that tells it stands in the file, unless a filter leaves it out. */
const recordExport = ({ database, actor, now }: CommandContext, clientId: string, asked: object) =>
  inTransaction(database, async (db) =>
    recordChange(
      { db, clientId, actor, now },
      { kind: 'export.audit', subject: `client/${clientId}`, after: asked },
    ),
  )

/** `-` names what concerns no client. */
async function toClientId({ database, actor, now }: CommandContext, client: string): Promise<string> {
  if (client === '-') return PLATFORM
  return (await getClient({ db: database, actor, now }, client)).clientId
}

export const commands: Readonly<Record<string, Command>> = {
  'inner-audit verify': define(
    { options: { client: text('of this client') } },
    async (context, { client }) => {
      await seal(context)
      const { database } = context
      const clientIds =
        client === undefined
          ? (await listAuditHeads(database)).map(({ clientId }) => clientId)
          : [await toClientId(context, client)]
      const verified = []
      for (const clientId of clientIds) {
        context.progress(`following the chain of ${clientId === PLATFORM ? 'the installation' : clientId}`)
        verified.push(await verifyChain(database, clientId, keysOf(context)))
      }
      return verified
    },
  ),
  'inner-audit page': define(
    {
      arguments: { client: text('the client') },
      options: {
        after: whole('after this one'),
        since: text('since then'),
        until: text('until then'),
        area: text('only of this area'),
        kind: text('only this kind'),
        login: text('only of this login'),
      },
    },
    async (context, { client, after = 0, since, until, login, ...filter }) => {
      const { database, now } = context
      const clientId = await toClientId(context, client)
      if (after === 0) {
        await recordExport(context, clientId, { since, until, login, ...filter })
        await seal(context)
      }
      const period = {
        from: since === undefined ? undefined : toSince(since, now),
        to: until === undefined ? undefined : toSince(until, now, 'until'),
      }
      return readOldestPage(
        database,
        clientId,
        {
          ...filter,
          ...period,
          login: login === undefined ? undefined : toLoginName(login),
        },
        after,
      )
    },
  ),
}
