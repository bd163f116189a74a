// walkaround distribution print: the SQL that spreads the tables over several servers.
import { distribution, distributionSql } from '../db/distribution.ts'
import { exitCodes } from './failures.ts'
import type { LocalCommand } from './local-command.ts'

export const printDistributionCommand: LocalCommand = {
  summary: 'print the SQL that distributes the tables by client',
  description:
    'Print the SQL that distributes the tables by client on a PostgreSQL with the extension citus.',
  async run({ terminal }) {
    terminal.result(Object.fromEntries(distribution), distributionSql())
    return exitCodes.ok
  },
}
