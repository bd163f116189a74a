// A throw-away cluster for tests of fail-overs: etcd, two servers under Patroni with synchronous replication, and HAProxy, which leads
// to the primary. Own folder, free ports, unprivileged user, loopback only, removed at the end.
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from './free-port.ts'
import {
  endWithThisProcess,
  findOwner,
  findPostgres,
  isRunning,
  listChildren,
  makeFolder,
  onProcessEnd,
  removeFolder,
  sendSignal,
} from './postgres.ts'

const programs = ['etcd', 'patroni', 'haproxy'] as const
type Program = (typeof programs)[number]

function findProgram(name: Program): string | undefined {
  const folders = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** What this machine lacks, in words; undefined if nothing. */
export function findLack(): string | undefined {
  const missing = programs.filter((name) => findProgram(name) === undefined)
  if (findPostgres() && missing.length === 0) return undefined
  const names = [...(findPostgres() ? [] : ['PostgreSQL 15 or later']), ...missing]
  return `needs ${names.join(', ')}. On Debian, as root: apt-get install postgresql patroni etcd-server haproxy`
}

type Member = { readonly name: string; readonly role: string; readonly state: string }

export type Cluster = {
  /** Leads to the primary. */
  readonly url: string
  /** The member that takes writes, asked of the members themselves. */
  findPrimary(): Promise<string | undefined>
  /** Writes a row there, not through the proxy; false if the server is not there, does not write, or is not confirmed in time. */
  hasCommitted(name: string): Promise<boolean>
  /** Both run, and a standby confirms commits: nothing is lost if the primary goes now. */
  isWhole(): Promise<boolean>
  /** Asks Patroni to change roles; returns when it has agreed. */
  switchOver(from: string, to: string): Promise<void>
  /** Kills a member with everything that belongs to it, as a machine that loses its power. */
  kill(name: string): Promise<void>
  revive(name: string): void
  /** The last words of every process, for a report of a failure. */
  describe(): string
  remove(): Promise<void>
}

const startDeadlineMs = 120_000

export async function startCluster(): Promise<Cluster> {
  const bin = findPostgres()
  if (!bin) throw new Error('no PostgreSQL 15 or later on this machine')
  const owner = findOwner()
  const folder = makeFolder(owner, 'walkaround-patroni-')
  const names = ['one', 'two'] as const
  const ports = { etcd: await findFreePort(), peers: await findFreePort(), proxy: await findFreePort() }
  const members = await Promise.all(
    names.map(async (name) => ({ name, port: await findFreePort(), api: await findFreePort() })),
  )
  const logs = new Map<string, string>()
  const running = new Map<string, ChildProcess>()

  const run = (name: string, program: Program, args: readonly string[]) => {
    const [command, ...rest] = [...endWithThisProcess('TERM'), findProgram(program) as string, ...args]
    const child = spawn(command as string, rest, {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        LC_ALL: 'C.UTF-8',
        // Debian builds it for arm64, and etcd asks for a word that one knows.
        ...(process.arch === 'arm64' ? { ETCD_UNSUPPORTED_ARCH: 'arm64' } : {}),
      },
      ...owner,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        logs.set(name, ((logs.get(name) ?? '') + text).slice(-3000))
      })
    running.set(name, child)
  }
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    if (owner) chownSync(path, owner.uid, owner.gid)
    return path
  }
  const dataOf = (name: string) => join(folder, `data-${name}`)
  /** The server itself, which is no child of Patroni. */
  const serverOf = (name: string): number[] => {
    try {
      const pid = Number(readFileSync(join(dataOf(name), 'postmaster.pid'), 'utf8').split('\n')[0])
      return isRunning(pid) ? [pid, ...listChildren(pid)] : []
    } catch {
      return []
    }
  }
  const pidsOf = (name: string) => [running.get(name)?.pid ?? [], serverOf(name)].flat()
  const removeNow = () => {
    for (const name of running.keys()) for (const pid of pidsOf(name)) sendSignal(pid, 'SIGKILL')
    removeFolder(folder)
  }
  const forget = onProcessEnd(removeNow)

  const kill = async (name: string) => {
    const pids = pidsOf(name)
    for (const pid of pids) sendSignal(pid, 'SIGKILL')
    while (pids.some(isRunning)) await delay(10)
  }
  const revive = (name: string) => run(name, 'patroni', [join(folder, `${name}.yml`)])
  const ask = async (member: { api: number }, path: string): Promise<Response | undefined> =>
    fetch(`http://127.0.0.1:${member.api}${path}`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    )
  const findPrimary = async () => {
    const replies = await Promise.all(
      members.map(async (member) => ((await ask(member, '/primary'))?.status === 200 ? member.name : [])),
    )
    return replies.flat()[0]
  }
  const listMembers = async (): Promise<Member[]> => {
    for (const member of members) {
      const reply = await ask(member, '/cluster')
      if (reply) return ((await reply.json()) as { members: Member[] }).members
    }
    return []
  }
  const cluster: Cluster = {
    url: `postgres://walkaround@127.0.0.1:${ports.proxy}/walkaround`,
    findPrimary,
    hasCommitted(name) {
      const { port } = members.find((member) => member.name === name) as (typeof members)[number]
      return onServer(`postgres://postgres@127.0.0.1:${port}/postgres`, (client) =>
        client.query('insert into commits values (now())'),
      )
    },
    async isWhole() {
      const all = await listMembers()
      const isIn = (role: string, states: readonly string[]) =>
        all.some((member) => member.role === role && states.includes(member.state))
      return isIn('leader', ['running']) && isIn('sync_standby', ['running', 'streaming'])
    },
    async switchOver(from, to) {
      const member = members.find(({ name }) => name === from)
      const reply = await fetch(`http://127.0.0.1:${member?.api}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from, candidate: to }),
        signal: AbortSignal.timeout(60_000),
      })
      if (!reply.ok) throw new Error(`Patroni refuses the switch-over: ${await reply.text()}`)
    },
    kill,
    revive,
    describe: () => [...logs].map(([name, text]) => `--- ${name}\n${text}`).join('\n'),
    async remove() {
      forget()
      for (const name of running.keys()) await kill(name)
      removeFolder(folder)
    },
  }

  try {
    mkdirSync(join(folder, 'etcd'), { mode: 0o700 })
    if (owner) chownSync(join(folder, 'etcd'), owner.uid, owner.gid)
    const [clients, peers] = [ports.etcd, ports.peers].map((port) => `http://127.0.0.1:${port}`)
    run('etcd', 'etcd', [
      '--name=only',
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${clients}`,
      `--advertise-client-urls=${clients}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=only=${peers}`,
      '--log-level=error',
    ])
    for (const { name, port, api } of members) {
      write(`${name}.yml`, toYaml({ name, port, api, etcd: ports.etcd, bin, data: dataOf(name), folder }))
    }
    const proxy = write('haproxy.cfg', toProxy(ports.proxy, members))
    const deadline = Date.now() + startDeadlineMs
    const wait = async (what: string, holds: () => Promise<boolean>) => {
      while (!(await holds())) {
        if (Date.now() > deadline) throw new Error(`${what} in vain:\n${cluster.describe()}`)
        await delay(100)
      }
    }
    await wait(
      'waited for etcd',
      async () => (await fetch(`${clients}/health`).catch(() => undefined))?.ok === true,
    )
    // One after the other, so that the second is a copy of the first.
    revive('one')
    await wait('waited for the first server', async () => (await findPrimary()) === 'one')
    revive('two')
    run('haproxy', 'haproxy', ['-db', '-f', proxy])
    await wait('waited for the standby', cluster.isWhole)
    await wait('waited for the database', () =>
      onServer(`postgres://postgres@127.0.0.1:${ports.proxy}/postgres`, makeDatabase),
    )
    return cluster
  } catch (error) {
    await cluster.remove()
    throw error
  }
}

/** Whether it could be done. */
async function onServer(
  connectionString: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 20_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function makeDatabase(client: pg.Client): Promise<void> {
  await client.query('create table if not exists commits (at timestamptz)')
  const { rowCount } = await client.query(`select 1 from pg_roles where rolname = 'walkaround'`)
  if (rowCount === 0) await client.query('create role walkaround login')
  await client.query('create database walkaround owner walkaround')
}

interface Node {
  name: string
  port: number
  api: number
  etcd: number
  bin: string
  data: string
  folder: string
}

/** JSON is YAML. The times are the shortest that Patroni allows. */
function toYaml({ name, port, api, etcd, bin, data, folder }: Node): string {
  const hba = ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
  const isShort = { ttl: 20, loop_wait: 1, retry_timeout: 3 }
  return JSON.stringify({
    scope: 'walkaround',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ...isShort,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: '256MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: hba,
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: bin,
      pgpass: join(folder, `pgpass-${name}`),
      pg_hba: hba,
      authentication: {
        superuser: { username: 'postgres', password: 'unused' },
        replication: { username: 'replicator', password: 'unused' },
      },
      parameters: { unix_socket_directories: '' },
    },
  })
}

/** As in docs/operators.md. With retries, HAProxy would hold new connections for seconds while it tries a server that is gone. */
function toProxy(port: number, members: readonly { name: string; port: number; api: number }[]): string {
  return `defaults
  mode tcp
  retries 0
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fastinter 250ms downinter 500ms fall 1 rise 1 on-marked-down shutdown-sessions
${members.map((one) => `  server ${one.name} 127.0.0.1:${one.port} check port ${one.api}`).join('\n')}
`
}
