// Runs a command on a throw-away PostgreSQL behind PgBouncer in transaction mode: node scripts/with-pgbouncer.ts [--prepared] command …
// The suite finds the server as WALKAROUND_TEST_DATABASE_URL and the pooler as WALKAROUND_TEST_POOLER_URL. With --prepared,
// statements are prepared, which needs PgBouncer 1.21 or later; PGBOUNCER names one that is not the system's.
import { findPgBouncer, knowsStatements, startPgBouncer } from './pgbouncer.ts'
import { findPostgres, withPostgres } from './postgres.ts'
import { exitLacking, runCommand } from './run-command.ts'

const words = process.argv.slice(2)
const isPrepared = words[0] === '--prepared'
const [command, ...args] = isPrepared ? words.slice(1) : words

function findLack(): string | undefined {
  if (!findPostgres())
    return 'No PostgreSQL 15 or later on this machine. On Debian, as root: apt-get install postgresql'
  const program = findPgBouncer()
  if (!program) return 'No PgBouncer on this machine. On Debian, as root: apt-get install pgbouncer'
  if (isPrepared && !knowsStatements(program))
    return `${program} does not keep prepared statements: 1.21 or later is needed`
  return undefined
}

const lack = findLack()
if (lack !== undefined || command === undefined) {
  console.error(lack ?? 'Name a command to run.')
  process.exitCode = exitLacking
} else {
  process.exitCode = await withPostgres(
    async ({ url }) => {
      const pooler = await startPgBouncer({ server: url })
      try {
        return await runCommand(command, args, {
          WALKAROUND_TEST_DATABASE_URL: url,
          WALKAROUND_TEST_POOLER_URL: pooler.url,
          WALKAROUND_TEST_POOLER: isPrepared ? 'transaction-prepared' : 'transaction',
        })
      } finally {
        await pooler.remove()
      }
    },
    { fsync: false },
  )
}
