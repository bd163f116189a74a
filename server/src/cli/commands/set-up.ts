// The command for the first start; everything else about it is on pages.
import { baseUrlOf } from '../../config/config.ts'
import { inTransaction } from '../../db/transaction.ts'
import { makeSetUpLink } from '../../features/set-up/link.ts'
import { type Command, define } from './define.ts'

export const commands: Readonly<Record<string, Command>> = {
  'set-up link': define(
    {
      summary: 'make the link that leads through the first start; the one before it is void',
      mayCreate: true,
    },
    ({ database, config, now }) =>
      inTransaction(database, (db) => makeSetUpLink({ db, now }, baseUrlOf(config))),
  ),
}
