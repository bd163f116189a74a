// `node bench/callbacks.ts`: callbacks delivered per second with durable state, beside the same PUTs by bare node:https;
// and how long a healthy receiver waits beside a dead one with a thousand waiting, beside how long it waits alone.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/postgres.ts'
import { addClient } from '../server/src/access/clients.ts'
import type { Database } from '../server/src/db/database.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openPostgres } from '../server/src/db/postgres.ts'
import { sql } from '../server/src/db/sql.ts'
import { startCallbacks } from '../server/src/features/callbacks/deliver-loop.ts'
import { enqueueCallback } from '../server/src/features/callbacks/enqueue.ts'
import { sampleInfo } from '../server/src/features/callbacks/send-test.ts'
import { sealReceiver, setReceiver } from '../server/src/features/callbacks/set-receiver.ts'
import { ensureCertificate } from '../server/src/outside/certificates.ts'
import { createGuardedHttp } from '../server/src/outside/guarded-http.ts'
import { openSecretBox } from '../server/src/outside/secret-box.ts'

const numberOf = (name: string, fallback: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback)
const rounds = numberOf('rounds', 5)
const count = numberOf('count', 1_000)
const receivers = numberOf('receivers', 8)
/** As many as a lane is wide. */
const AT_ONCE = 4
const DEAD_WAITING = 1_000
const HEALTHY = 100

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

const folder = await mkdtemp(join(tmpdir(), 'walkaround-bench-'))
const certificate = await ensureCertificate({ dir: join(folder, 'tls'), names: ['localhost'] })
const ca = certificate.caCertPem as string
const postgres = await startPostgres({})
const database = openPostgres({ url: postgres.url, poolSize: 10 })
const box = openSecretBox({ dataDir: folder })
const http = createGuardedHttp({ allow: ['127.0.0.0/8', '::1'], ca })
const options = {
  database,
  http,
  box,
  clock: () => new Date(),
  retryMs: 600_000,
  version: 'bench',
  pollMs: 100,
}

let arrived = 0
let onArrival = (_path: string) => {}
async function listen(isDead: boolean): Promise<string> {
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (call, response) => {
    call.resume()
    call.on('end', () => {
      if (isDead) return
      arrived++
      onArrival(call.url ?? '')
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `https://localhost:${(server.address() as AddressInfo).port}/in`
}

async function addReceiver(clientId: string, url: string): Promise<void> {
  const sealed = await sealReceiver({ box, http }, clientId, { url, key: 'bench-receiver-key' })
  await database.transaction(async (db) => {
    const system = { db, actor: { kind: 'system' as const, id: 'bench' }, now: new Date() }
    const client = await addClient(system, { id: clientId })
    await setReceiver({ ...system, clientId, client }, sealed)
  })
}

let next = 0
const add = (to: Database, clientId: string, many: number) =>
  to.transaction(async (db) => {
    const now = new Date()
    for (let n = 0; n < many; n++) {
      await enqueueCallback({ db, clientId, now }, sampleInfo(clientId, `m${next++}`, now))
    }
  })

const clear = () => database.run(sql`delete from callback_deliveries`)

async function ours(clients: string[]): Promise<number> {
  await clear()
  for (const client of clients) await add(database, client, count / clients.length)
  const began = performance.now()
  const loop = startCallbacks({ ...options, onFailure: console.error })
  await loop.drain()
  const seconds = (performance.now() - began) / 1000
  await loop.stop()
  return count / seconds
}

async function bare(urls: string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, ca, maxSockets: AT_ONCE })
  const body = JSON.stringify(sampleInfo('bench-0', 'm0', new Date()))
  const put = (url: string) =>
    new Promise<void>((resolve, reject) => {
      const call = request(url, {
        agent,
        method: 'PUT',
        headers: { 'content-length': Buffer.byteLength(body) },
      })
      call.on('error', reject)
      call.on('response', (response) => response.resume().on('end', resolve))
      call.end(body)
    })
  const began = performance.now()
  await Promise.all(
    urls.flatMap((url) =>
      Array.from({ length: AT_ONCE }, async () => {
        for (let n = 0; n < count / urls.length / AT_ONCE; n++) await put(`${url}/m${n}`)
      }),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return count / seconds
}

/** From the commit to the arrival, one after the other. */
async function latency(client: string, deadClient: string | undefined): Promise<number> {
  await clear()
  if (deadClient) await add(database, deadClient, DEAD_WAITING)
  const loop = startCallbacks({ ...options, onFailure: () => {} })
  const waits: number[] = []
  for (let n = 0; n < HEALTHY; n++) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const id = `/in/m${next}`
    onArrival = (path) => path === id && resolve()
    await add(database, client, 1)
    const began = performance.now()
    loop.nudge()
    await promise
    waits.push(performance.now() - began)
  }
  onArrival = () => {}
  await loop.stop()
  return median(waits)
}

try {
  await migrate(database)
  const urls = await Promise.all(Array.from({ length: receivers }, () => listen(false)))
  const clients = urls.map((_, n) => `bench-${n}`)
  for (const [n, url] of urls.entries()) await addReceiver(`bench-${n}`, url)
  await addReceiver('bench-dead', await listen(true))
  const seen = { ours: [] as number[], bare: [] as number[], alone: [] as number[], beside: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const result = {
      ours: await ours(clients),
      bare: await bare(urls),
      alone: await latency('bench-0', undefined),
      beside: await latency('bench-0', 'bench-dead'),
    }
    // The first round warms up.
    if (round >= 0)
      for (const name of Object.keys(seen) as (keyof typeof seen)[]) seen[name].push(result[name])
    process.stderr.write(`round ${round + 1} of ${rounds}: ${JSON.stringify(result)}\n`)
  }
  const [rate, bareRate, alone, beside] = [seen.ours, seen.bare, seen.alone, seen.beside].map(median) as [
    number,
    number,
    number,
    number,
  ]
  console.log(
    [
      `Machine: ${cpus().length} cores, Node ${process.versions.node}; ${rounds} rounds, medians, ${receivers} receivers, TLS, PostgreSQL.`,
      '',
      '| callbacks | ours | bare node:https | ratio |',
      '| --- | --- | --- | --- |',
      `| delivered per second | ${Math.round(rate)} | ${Math.round(bareRate)} | ${(rate / bareRate).toFixed(2)} |`,
      '',
      '| a healthy receiver waits | beside a dead one with 1,000 waiting | alone | ratio |',
      '| --- | --- | --- | --- |',
      `| milliseconds | ${beside.toFixed(1)} | ${alone.toFixed(1)} | ${(beside / alone).toFixed(2)} |`,
    ].join('\n'),
  )
  process.stderr.write(`${arrived} requests arrived\n`)
} finally {
  http.close()
  await database.close()
  await postgres.remove()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
