// Commands on the ledger of what was found, offered and sold.
import { rebuildLedger } from '../../features/ledger/rebuild.ts'
import { getClient } from '../../organisation/clients.ts'
import { type Command, define, text } from './define.ts'

export const commands: Readonly<Record<string, Command>> = {
  'ledger rebuild': define(
    {
      summary: 'write the ledger of findings again from answers, quotes and orders',
      arguments: { client: text('id of the system client') },
    },
    async ({ database, actor, now, progress }, { client }) => {
      await getClient({ db: database, actor, now }, client)
      return rebuildLedger(database, client, {
        onProgress: ({ orders, surveys }) => progress(`orders read: ${orders}; surveys: ${surveys}`),
      })
    },
  ),
}
