// Real servers for tests that start, kill and restart them: a process of its own, a free port, a temporary folder, TLS
// trusted by the authority the service made. Nothing here looks inside the process.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  findPostgres,
  type Postgres,
  type PostgresOptions,
  startPostgres,
} from '../../../scripts/postgres.ts'
import { briefFlags } from '../../../scripts/setup/launch.mjs'
import { loadConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { loadDefaultTemplates } from '../../src/features/templates/default-templates.ts'
import { issueKey } from '../../src/identity/issue-key.ts'
import { addLogin } from '../../src/identity/logins.ts'
import { addClient } from '../../src/organisation/clients.ts'
import { openDatabase } from '../../src/process/open-database.ts'
import { until } from './until.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export type Env = Record<string, string>

/** Without the settings of the person who runs the tests. */
const plain = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(WALKAROUND_|DATABASE_(DIRECT_)?URL)/.test(name)),
)

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A process that may or may not come to serve. */
export interface Started {
  pid: number
  /** Everything it has written so far. */
  output(): string
  kill(signal: NodeJS.Signals): void
  /** Also resolves when it ended before. */
  ended: Promise<Ended>
  isRunning(): boolean
}

const alive = new Set<ChildProcess>()
const folders: string[] = []
// Outside of any test, so that it runs after the last one of the file.
after(async () => {
  for (const child of alive) child.kill('SIGKILL')
  await until('all have ended', () => alive.size === 0)
  for (const folder of folders)
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

export function startProcess(env: Env): Started {
  const child = spawn(process.execPath, [...briefFlags, main], {
    env: {
      ...plain,
      WALKAROUND_PORT: '0',
      WALKAROUND_LOCAL_HTTP_PORT: '0',
      WALKAROUND_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  alive.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      alive.delete(child)
      resolve({ code, signal })
    })
  })
  return {
    pid: child.pid ?? 0,
    output: () => output,
    kill: (signal) => void child.kill(signal),
    ended,
    isRunning: () => alive.has(child) && child.exitCode === null && child.signalCode === null,
  }
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export interface Sent {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

export interface Server extends Started {
  port: number
  /** PEM of the authority to trust. */
  ca: string
  /** One request over HTTP/1.1 with keep-alive; rejects when the connection breaks. */
  send(sent: Sent): Promise<Answer>
  http2(): ClientHttp2Session
}

/** Starts a service and waits until it listens. */
export async function startServer(env: Env): Promise<Server> {
  const started = startProcess(env)
  let port = 0
  await until('the service listens', () => {
    assert.ok(started.isRunning(), `the service ended:\n${started.output()}`)
    port = Number(/^ +Service +https:\/\/localhost:(\d+)/m.exec(started.output())?.[1] ?? 0)
    return port > 0
  })
  const ca = await readFile(join(env.WALKAROUND_DATA ?? '', 'tls', 'walkaround-ca.crt'), 'utf8')
  const agent = new Agent({ ca, keepAlive: true, maxSockets: 64 })
  started.ended.finally(() => agent.destroy())
  return {
    ...started,
    port,
    ca,
    send: (sent) => sendTo({ host: '127.0.0.1', servername: 'localhost', port, agent }, sent),
    http2: () => connectHttp2(`https://localhost:${port}`, { ca, host: '127.0.0.1' }),
  }
}

export function sendTo(
  target: { host: string; port: number; agent: Agent; servername: string },
  { method = 'GET', path, headers = {}, body }: Sent,
): Promise<Answer> {
  const isReady = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  const payload = isReady ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const call = request(
      {
        ...target,
        method,
        path,
        headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
        response.on('error', reject)
      },
    )
    call.on('error', reject)
    call.end(payload)
  })
}

/** A folder that is gone after the tests of the file. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-process-'))
  folders.push(folder)
  return folder
}

export interface Access {
  clientId: string
  key: string
}

/** A system client with a key, made before the service starts. */
export async function makeAccess(env: Env, clientId = 'ledger'): Promise<Access> {
  return onDatabase(env, async (database) => {
    await migrate(database)
    await loadDefaultTemplates(database)
    return inTransaction(database, async (db) => {
      const scope = { db, actor: { kind: 'system', id: 'test' } as const, now: new Date() }
      await addClient(scope, { id: clientId })
      await addLogin(scope, { login: `${clientId}-dms`, clientId, role: 'dms' })
      const { key } = await issueKey(scope, { login: `${clientId}-dms` })
      return { clientId, key }
    })
  })
}

/** Opens the database of a service that is not running, or PostgreSQL at any time. */
export async function onDatabase<T>(env: Env, work: (database: Database) => Promise<T>): Promise<T> {
  const opened = await openDatabase(loadConfig(env), { purpose: 'a test' })
  try {
    return await work(opened.database)
  } finally {
    await opened.close()
  }
}

/** What a killed process held is free, as it would be a minute later; or in a moment that a running process has to wait for. */
export async function endLeases(database: Database, inMs = -1_000): Promise<void> {
  const end = new Date(Date.now() + inMs)
  await database.run(sql`update jobs set leased_until = ${end} where leased_until is not null`)
  await database.run(sql`update callback_lanes set leased_until = ${end} where leased_until is not null`)
}

let prepared: Promise<{ folder: string; access: Access }> | undefined

/** A data folder of the embedded database with a client in it; making the first one takes seconds, a copy does not. */
export async function makeData(): Promise<{ env: Env; access: Access }> {
  prepared ??= makeFolder().then(async (folder) => ({
    folder,
    access: await makeAccess({ WALKAROUND_DATA: join(folder, 'data') }),
  }))
  const [{ folder, access }, copy] = [await prepared, await makeFolder()]
  await cp(join(folder, 'data'), join(copy, 'data'), { recursive: true })
  return { env: { WALKAROUND_DATA: join(copy, 'data'), WALKAROUND_DEMO: '0' }, access }
}

/** Which half of the process tests this run is for: they take minutes, and the suite runs once per database. */
export const isOnPostgres = process.env.WALKAROUND_TEST_DATABASE_URL !== undefined
export const onlyEmbedded = isOnPostgres && 'runs with the suite on the embedded database: npm test'
export const onlyPostgres = !isOnPostgres
  ? 'runs with the suite on PostgreSQL: npm run test:postgres'
  : findPostgres() === undefined && 'needs PostgreSQL 15 or later on this machine'

/** An empty database of its own on the server of this run; gone after the test that asks for it. */
export async function makeDatabase(): Promise<{ url: string }> {
  const name = `walkaround_process_${randomBytes(6).toString('hex')}`
  const url = new URL(process.env.WALKAROUND_TEST_DATABASE_URL as string)
  const onServer = async (command: string) => {
    const owner = openPostgres({ url: process.env.WALKAROUND_TEST_DATABASE_URL as string, poolSize: 1 })
    await owner.script(command).finally(() => owner.close())
  }
  await onServer(`create database ${name}`)
  after(() => onServer(`drop database ${name} with (force)`))
  url.pathname = `/${name}`
  return { url: url.href }
}

/** A cluster of its own, for tests that stop and kill it; gone after the test that asks for it. */
export async function makePostgres(options?: PostgresOptions): Promise<Postgres> {
  const cluster = await startPostgres(options)
  after(() => cluster.remove())
  return cluster
}

/** A folder of its own for a process on that database. */
export const makeFolderOn = async ({ url }: { url: string }): Promise<Env> => ({
  WALKAROUND_DATA: join(await makeFolder(), 'data'),
  WALKAROUND_DEMO: '0',
  DATABASE_URL: url,
})
