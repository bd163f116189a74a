// Callbacks for tests: clients with receivers on real sockets, a clock that is moved by hand, and the loop that delivers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'node:test'
import type { WebhookOutputInfo } from '@walkaround/contract/dms/events.ts'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import {
  type Callbacks,
  type CallbacksOptions,
  startCallbacks,
} from '../../src/features/callbacks/deliver-loop.ts'
import { enqueueCallback } from '../../src/features/callbacks/enqueue.ts'
import { sampleInfo } from '../../src/features/callbacks/send-test.ts'
import { sealReceiver, setReceiver } from '../../src/features/callbacks/set-receiver.ts'
import { createGuardedHttp, type GuardOptions } from '../../src/outside/guarded-http.ts'
import type { ClientSettings } from '../../src/scope.ts'
import { box } from './callback-door.ts'
import { inClient, newClient } from './clients.ts'
import { testDatabase } from './database.ts'

export const KEY = 'receiver-key-0123456789'

export interface Arrival {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export type Answerer = (arrival: Arrival, response: ServerResponse, number: number) => void

export const answering =
  (status: number): Answerer =>
  (_arrival, response) =>
    response.writeHead(status).end()

/** Loopback, which the guard of these tests allows; what it refuses has tests of its own. */
export async function startReceiver(answer: Answerer): Promise<{
  url: string
  arrivals: Arrival[]
  answer: (next: Answerer) => void
  close(): Promise<void>
}> {
  const arrivals: Arrival[] = []
  let current = answer
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const arrival = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') }
      arrivals.push(arrival)
      current(arrival, response, arrivals.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    arrivals,
    answer: (next) => {
      current = next
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

export const guardOf = (more: GuardOptions = {}) => createGuardedHttp({ allow: ['127.0.0.0/8'], ...more })

export interface Bench {
  database: Database
  client: ClientSettings
  now(): Date
  /** Moves the clock. */
  pass(ms: number): void
  setReceiver(url: string, secret?: string): Promise<void>
  add(id: string, more?: Partial<WebhookOutputInfo>): Promise<boolean>
  rows(): Promise<
    {
      id: string
      state: string
      attempts: number
      dueAt: Date | null
      failure: string | null
      logged: number
    }[]
  >
  log(
    id: string,
  ): Promise<{ number: number; startedAt: Date; status: number | null; failure: string | null }[]>
  start(more?: Partial<CallbacksOptions> & { guard?: GuardOptions }): Callbacks
  /** Ends its loops and takes its rows away: loops see what waits over all clients. */
  close(): Promise<void>
}

export const START = new Date('2026-03-01T12:00:00Z')
const NEVER_MS = 3_600_000

export async function makeBench(): Promise<Bench> {
  const database = await testDatabase()
  const client = await newClient()
  let now = START
  const closing: (() => Promise<unknown>)[] = []
  return {
    database,
    client,
    now: () => now,
    pass(ms) {
      now = new Date(now.getTime() + ms)
    },
    async setReceiver(url, secret) {
      const sealed = await sealReceiver({ box, http: guardOf() }, client.clientId, { url, key: KEY, secret })
      await inClient(client, (scope) => setReceiver(scope, sealed), now)
    },
    add: (id, more = {}) =>
      inClient(
        client,
        (scope) => enqueueCallback(scope, box, { ...sampleInfo(client.clientId, id, now), ...more }),
        now,
      ),
    rows: () =>
      database.rows(sql`
        select s.id, s.state, s.attempts, s.due_at, s.failure, (select count(*)::int from callback_attempts a
          where a.system_client_id = s.system_client_id and a.delivery_id = s.id) as logged
        from callback_states s where s.system_client_id = ${client.clientId} order by s.created_at, s.id`),
    log: (id) =>
      database.rows(sql`
        select number, started_at, status, failure from callback_attempts
        where system_client_id = ${client.clientId} and delivery_id = ${id} order by number`),
    start({ guard, ...more } = {}) {
      const http = guardOf(guard)
      const loop = startCallbacks({
        database,
        http,
        box,
        clock: () => now,
        retryMs: 600_000,
        version: 'test',
        pollMs: NEVER_MS,
        onFailure: () => {},
        ...more,
      })
      closing.push(loop.stop, async () => http.close())
      return loop
    },
    async close() {
      for (const close of closing) await close()
      await database.run(sql`delete from callback_deliveries where system_client_id = ${client.clientId}`)
    },
  }
}

/** Benches with a receiver of their own; they, and whatever else is to be closed, end after each test. */
export function scenes() {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  async function scene(answer: Answerer, secret?: string) {
    const bench = await makeBench()
    const receiver = await startReceiver(answer)
    closing.push(bench.close, receiver.close)
    await bench.setReceiver(receiver.url, secret)
    return { bench, receiver }
  }
  return { scene, closing }
}
