// A throw-away PostgreSQL cluster for tests and measurements: own folder, free port, unprivileged user, loopback only, removed at
// the end. Never touches a cluster that already runs on the machine.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from './free-port.ts'

export type PostgresOptions = {
  /** Server settings over the defaults, for example { max_connections: '200' }. */
  readonly settings?: Readonly<Record<string, string>>
  /** Off only if durability does not matter; tests of power loss or kills need it on. */
  readonly fsync?: boolean
  /** Its folder is made in this one; by default in the temporary folder. */
  readonly parent?: string
  /** Makes a hot standby that follows this server, from a copy of it. */
  readonly standbyOf?: Postgres
}

export type Postgres = {
  readonly url: string
  readonly port: number
  /** Fast shutdown, as when an operator restarts the database; connections are cut. */
  stop(): Promise<void>
  /** Starts again on the same port with the same data. */
  start(): Promise<void>
  /** Kills every process of the cluster at once; the next start() recovers from the write-ahead log. */
  kill(): Promise<void>
  /** What the server wrote to its log last; says why a connection was cut. */
  lastWords(): string
  /** Stops and deletes the cluster. */
  remove(): Promise<void>
}

const oldestMajor = 15
const startDeadlineMs = 300_000
const stopDeadlineMs = 120_000
const user = 'walkaround'

/** Where packagers put it, next to the folder of programs on the PATH. */
const packaged: readonly [programs: string, parents: readonly string[]][] = [
  ['/usr/bin', ['/usr/lib/postgresql', '/usr']],
  ['/usr/local/bin', ['/usr/local/opt']],
  ['/opt/homebrew/bin', ['/opt/homebrew/opt']],
]

/** A folder on the PATH may lead to some of them by links, and the others are where the packager put them. */
const programs = ['postgres', 'initdb', 'pg_basebackup']

/**
 * The folder with the programs of the newest PostgreSQL ≥ 15 on this machine; undefined if its programs are not on the PATH.
 */
export function findPostgres(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const parents = packaged.flatMap(([programs, parents]) => (onPath.includes(programs) ? parents : []))
  const versioned = parents.flatMap((parent) => {
    const names = existsSync(parent) ? readdirSync(parent) : []
    return names
      .filter((name) => /^(postgresql@|pgsql-)?\d+$/.test(name))
      .map((name) => join(parent, name, 'bin'))
  })
  const found = [...onPath, ...versioned]
    .filter((folder) => folder !== '' && programs.every((name) => existsSync(join(folder, name))))
    .map((folder) => ({ folder, major: majorVersion(folder) }))
    .filter(({ major }) => major >= oldestMajor)
    .sort((a, b) => b.major - a.major)
  return found[0]?.folder
}

function majorVersion(folder: string): number {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

export type Owner = { readonly uid: number; readonly gid: number } | undefined

// PostgreSQL refuses to run as root.
export function findOwner(): Owner {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout),
    )
    if (uid && gid) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as')
}

// The temporary folder may be closed to the unprivileged user (a home with mode 700).
export function makeFolder(owner: Owner, prefix = 'walkaround-postgres-', wanted?: string): string {
  const parents = (wanted ? [wanted] : [tmpdir(), '/tmp', '/var/tmp']).filter((path) => existsSync(path))
  for (const parent of parents) {
    const folder = mkdtempSync(join(parent, prefix))
    if (owner) chownSync(folder, owner.uid, owner.gid)
    if (spawnSync('ls', [folder], { ...owner }).status === 0) return folder
    rmSync(folder, { recursive: true })
  }
  throw new Error(`no temporary folder that PostgreSQL's user can reach among ${parents.join(', ')}`)
}

export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const bin = findPostgres()
  if (!bin) throw new Error(`no PostgreSQL ${oldestMajor} or later on this machine`)
  const owner = findOwner()
  const folder = makeFolder(owner, undefined, options.parent)
  const data = join(folder, 'data')
  const port = await findFreePort()
  // From the folder itself: the current one may be closed to the unprivileged user.
  const context = {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' },
    ...owner,
  }
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: options.fsync === false ? 'off' : 'on',
    max_connections: '100',
    ...options.settings,
  }
  const url = `postgres://${user}@127.0.0.1:${port}`
  let server: ChildProcess | undefined
  let log = ''

  const start = async () => {
    if (server) return
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const [command, ...args] = [...endWithThisProcess(), join(bin, 'postgres'), '-D', data, ...flags]
    // A separate process group, so that Ctrl+C does not stop the database under a test that is still cleaning up.
    const child = spawn(command as string, args, {
      ...context,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000)
    })
    child.once('exit', () => {
      if (server === child) server = undefined
    })
    server = child
    const deadline = Date.now() + startDeadlineMs
    while (!(await canConnect(`${url}/postgres`))) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
        child.kill('SIGKILL')
        throw new Error(`PostgreSQL did not start:\n${log}`)
      }
      await delay(50)
    }
  }

  const end = async (signal: NodeJS.Signals) => {
    const child = server
    if (!child?.pid) return
    const workers = signal === 'SIGKILL' ? listChildren(child.pid) : []
    for (const pid of [child.pid, ...workers]) sendSignal(pid, signal)
    const deadline = Date.now() + stopDeadlineMs
    while (server === child || workers.some(isRunning)) {
      if (Date.now() > deadline) throw new Error(`PostgreSQL did not stop within ${stopDeadlineMs / 1000} s`)
      await delay(20)
    }
  }

  // For exits that leave no time to wait: process.exit() and signals.
  const removeNow = () => {
    if (server?.pid) for (const pid of [server.pid, ...listChildren(server.pid)]) sendSignal(pid, 'SIGKILL')
    removeFolder(folder)
  }
  const forget = onProcessEnd(removeNow)
  const remove = async () => {
    await end('SIGQUIT').catch(() => end('SIGKILL'))
    forget()
    removeFolder(folder)
  }

  try {
    const init = [
      '--pgdata',
      data,
      '--username',
      user,
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ]
    const { standbyOf } = options
    if (standbyOf) {
      const from = ['--host=127.0.0.1', `--port=${standbyOf.port}`, `--username=${user}`]
      const copy = [...from, `--pgdata=${data}`, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
      execFileSync(join(bin, 'pg_basebackup'), copy, { ...context, stdio: 'pipe' })
    } else execFileSync(join(bin, 'initdb'), init, { ...context, stdio: 'pipe' })
    await start()
    if (!standbyOf) await query(`${url}/postgres`, 'create database walkaround')
  } catch (error) {
    await remove()
    throw error
  }
  return {
    url: `${url}/walkaround`,
    port,
    start,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    lastWords: () => log,
    remove,
  }
}

/** Runs `work` with a cluster and always removes it afterwards. */
export async function withPostgres<T>(
  work: (postgres: Postgres) => Promise<T>,
  options?: PostgresOptions,
): Promise<T> {
  const postgres = await startPostgres(options)
  try {
    return await work(postgres)
  } finally {
    await postgres.remove()
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

// On Linux the kernel ends the cluster if this process is killed with `kill -9`.
export function endWithThisProcess(signal: 'QUIT' | 'TERM' = 'QUIT'): string[] {
  if (process.platform !== 'linux' || spawnSync('setpriv', ['--version']).status !== 0) return []
  return ['setpriv', '--pdeathsig', signal, '--']
}

async function query(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  // If the server cuts an idle connection, only this event reports it.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end().catch(() => {})
  }
}

async function canConnect(connectionString: string): Promise<boolean> {
  return query(connectionString, 'select 1').then(
    () => true,
    () => false,
  )
}

export function listChildren(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone already.
  }
}

// A zombie counts as gone: in a container nobody may ever reap the workers of a killed server.
export function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Calls `cleanUp` when the process exits or gets a signal; returns a function that cancels this. */
export function onProcessEnd(cleanUp: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const onSignal = (signal: NodeJS.Signals) => {
    forget()
    cleanUp()
    // With no other listener the signal would have ended the process, so it does.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const forget = () => {
    process.off('exit', cleanUp)
    for (const signal of signals) process.off(signal, onSignal)
  }
  process.once('exit', cleanUp)
  for (const signal of signals) process.on(signal, onSignal)
  return forget
}
