// Runs a command on a throw-away PostgreSQL: node scripts/with-postgres.ts [command …]
// The command finds it as WALKAROUND_TEST_DATABASE_URL; without a command the cluster stays until Ctrl+C.
import { spawn } from 'node:child_process'
import { findPostgres, withPostgres } from './postgres.ts'

// Different from every exit code of a test run, so that a caller can count it as skipped.
const exitNoPostgres = 69

async function runCommand(command: string, args: string[], url: string): Promise<number> {
  const env = { ...process.env, WALKAROUND_TEST_DATABASE_URL: url }
  const child = spawn(command, args, { env, stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

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
    ({ url }) => (command ? runCommand(command, rest, url) : stayUntilSignal(url)),
    { fsync: false },
  )
} else {
  console.error('No PostgreSQL 15 or later on this machine. On Debian, as root: apt-get install postgresql')
  process.exitCode = exitNoPostgres
}
