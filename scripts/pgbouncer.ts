// A throw-away PgBouncer in transaction mode before a PostgreSQL, for tests: own folder, free port, unprivileged user, loopback only.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from './free-port.ts'
import { endWithThisProcess, findOwner, makeFolder, onProcessEnd, removeFolder } from './postgres.ts'

export type PgBouncerOptions = {
  /** The address of the server behind it. */
  readonly server: string
  /** Settings over ours, for example { default_pool_size: '1' }. */
  readonly settings?: Readonly<Record<string, string>>
}

export type PgBouncer = {
  /** Without a database: it knows all of the server. */
  readonly url: string
  remove(): Promise<void>
}

const startDeadlineMs = 30_000

/** PGBOUNCER names another one than that of the system. */
export function findPgBouncer(): string | undefined {
  return [
    process.env.PGBOUNCER,
    '/usr/sbin/pgbouncer',
    '/usr/local/bin/pgbouncer',
    '/usr/bin/pgbouncer',
  ].find((path) => path !== undefined && path !== '' && existsSync(path))
}

/** Since 1.21 it gives its connections the prepared statements of its clients. */
export function knowsStatements(program: string): boolean {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout ?? '') ?? []).map(Number)
  return major > 1 || minor >= 21
}

export async function startPgBouncer({ server, settings }: PgBouncerOptions): Promise<PgBouncer> {
  const program = findPgBouncer()
  if (!program) throw new Error('no PgBouncer on this machine')
  const owner = findOwner()
  const folder = makeFolder(owner, 'walkaround-pgbouncer-')
  const port = await findFreePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    max_client_conn: '500',
    // Fewer than the clients of a test, and in turn: each statement of a client meets another connection.
    default_pool_size: '6',
    server_round_robin: '1',
    ...(knowsStatements(program) ? { max_prepared_statements: '500' } : {}),
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const ini = join(folder, 'pgbouncer.ini')
  const { hostname, port: serverPort, username, password } = new URL(server)
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`
  const databases = `* = host=${hostname} port=${serverPort || 5432} user=${decodeURIComponent(username)}${secret}`
  writeFileSync(ini, `[databases]\n${databases}\n\n[pgbouncer]\n${lines.join('\n')}\n`, { mode: 0o600 })
  if (owner) chownSync(ini, owner.uid, owner.gid)
  const [command, ...args] = [...endWithThisProcess(), program, '--quiet', ini]
  let log = ''
  const child: ChildProcess = spawn(command as string, args, {
    cwd: folder,
    ...owner,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4000)
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const forget = onProcessEnd(() => {
    child.kill('SIGKILL')
    removeFolder(folder)
  })
  const remove = async () => {
    forget()
    child.kill('SIGKILL')
    while (!hasEnded()) await delay(10)
    removeFolder(folder)
  }
  const url = `postgres://walkaround@127.0.0.1:${port}`
  const deadline = Date.now() + startDeadlineMs
  while (!(await answers(`${url}/postgres`))) {
    if (hasEnded() || Date.now() > deadline) {
      await remove()
      throw new Error(`PgBouncer did not start:\n${log}`)
    }
    await delay(20)
  }
  return { url, remove }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
