// Runs a command on a throw-away PostgreSQL: node scripts/with-postgres.ts [command …]
// The command finds it as WALKAROUND_TEST_DATABASE_URL; without a command the cluster stays until Ctrl+C.
import { findPostgres, withPostgres } from './postgres.ts'
import { exitLacking, runCommand } from './run-command.ts'

async function stayUntilSignal(url: string): Promise<number> {
  console.log(`${url}\nCtrl+C stops and deletes it.`)
  await new Promise<void>((resolve) => {
    const alive = setInterval(() => {}, 60_000)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        clearInterval(alive)
        resolve()
      })
    }
  })
  return 0
}

const [command, ...rest] = process.argv.slice(2)
if (findPostgres()) {
  // fsync only protects against power loss; killing a service or the cluster loses nothing without it.
  process.exitCode = await withPostgres(
    ({ url }) =>
      command ? runCommand(command, rest, { WALKAROUND_TEST_DATABASE_URL: url }) : stayUntilSignal(url),
    { fsync: false },
  )
} else {
  console.error('No PostgreSQL 15 or later on this machine. On Debian, as root: apt-get install postgresql')
  process.exitCode = exitLacking
}
