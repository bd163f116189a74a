// Callbacks delivered per second with durable state, compared with the same PUTs by bare undici; and how long a healthy receiver
// waits next to a dead one with a thousand waiting, compared with how long it waits alone. Run by run.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { startPostgres } from '../scripts/postgres.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openPostgres } from '../server/src/db/postgres.ts'
import { sql } from '../server/src/db/sql.ts'
import type { DeliverOptions } from '../server/src/features/callbacks/deliver.ts'
import { startCallbacks } from '../server/src/features/callbacks/deliver-loop.ts'
import { enqueueCallback } from '../server/src/features/callbacks/enqueue.ts'
import { headersOf, LANE_WIDTH } from '../server/src/features/callbacks/rules.ts'
import { sampleInfo } from '../server/src/features/callbacks/send-test.ts'
import { sealReceiver, setReceiver } from '../server/src/features/callbacks/set-receiver.ts'
import { addClient } from '../server/src/organisation/clients.ts'
import { type Certificate, ensureCertificate } from '../server/src/outside/certificates.ts'
import { createGuardedHttp, type GuardedHttp } from '../server/src/outside/guarded-http.ts'
import { openSecretBox } from '../server/src/outside/secret-box.ts'
import { median } from './median.ts'

const RECEIVERS = 8
/** Enough that the first moments, when little is read ahead yet, do not matter. */
const COUNT = 16_000
const DEAD_WAITING = 1_000
const HEALTHY = 100
const KEY = 'bench-receiver-key'
const GOAL = 0.55
/** Rounds that are not counted: a service runs for days, and its code is compiled in the first minute. */
const WARMING = 2

interface Stage extends DeliverOptions {
  http: GuardedHttp
  folder: string
  certificate: Certificate
  pollMs: number
}

/** Two tables, in the style of the others. */
export async function benchCallbacks(rounds: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-bench-callbacks-'))
  const certificate = await ensureCertificate({ dir: join(folder, 'tls'), names: ['localhost'] })
  const postgres = await startPostgres({})
  const database = openPostgres({ url: postgres.url, poolSize: 10 })
  const http = createGuardedHttp({ allow: ['127.0.0.0/8', '::1'], ca: certificate.caCertPem })
  const stage: Stage = {
    folder,
    certificate,
    database,
    http,
    box: openSecretBox({ dataDir: folder }),
    clock: () => new Date(),
    retryMs: 600_000,
    version: 'bench',
    pollMs: 100,
  }
  try {
    await migrate(database)
    const rates = [await benchRate(stage, RECEIVERS, rounds), await benchRate(stage, 1, rounds)]
    const wait = await benchWait(stage, rounds)
    return [
      '| operation | ours, req/s | bare, req/s | ours ÷ bare | goal | CPU per request, ours / bare | bare ÷ bare |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...rates,
      '',
      '| what | ours | beside | ratio | goal |',
      '| --- | --- | --- | --- | --- |',
      wait,
    ].join('\n')
  } finally {
    http.close()
    await database.close()
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Measured {
  rate: number
  /** User and system time of this process: only the sender, without receivers and database. */
  micros: number
}

async function timed(work: () => Promise<void>): Promise<Measured> {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  await work()
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return { rate: COUNT / seconds, micros: (user + system) / COUNT }
}

async function benchRate(stage: Stage, many: number, rounds: number): Promise<string> {
  const { child, urls } = await startReceivers(stage, many)
  const connect = { ca: stage.certificate.caCertPem }
  const pools = urls.map(
    (url) => new Pool(new URL(url).origin, { connections: LANE_WIDTH, pipelining: 1, connect }),
  )
  try {
    const clients = urls.map((_, number) => `bench-${many}-${number}`)
    for (const [number, url] of urls.entries()) await addReceiver(stage, clients[number] as string, url)
    const kinds = {
      ours: () => ours(stage, clients),
      bare: () => bare(stage, pools),
      again: () => bare(stage, pools),
    }
    const seen = { ours: [] as Measured[], bare: [] as Measured[], again: [] as Measured[] }
    const names = Object.keys(kinds) as (keyof typeof kinds)[]
    for (let round = -WARMING; round < rounds; round++) {
      // The first in a round may meet a colder machine, so the order rotates.
      const first = (round + WARMING) % names.length
      for (const name of [...names.slice(first), ...names.slice(0, first)]) {
        const result = await kinds[name]()
        if (round >= 0) seen[name].push(result)
      }
      process.stderr.write(`\rcallbacks, receivers ${many}: round ${round + 1} of ${rounds}   `)
    }
    process.stderr.write('\n')
    const rate = (name: keyof typeof seen) => Math.round(median(seen[name].map((one) => one.rate)))
    const micros = (name: keyof typeof seen) => Math.round(median(seen[name].map((one) => one.micros)))
    const ratio = (a: keyof typeof seen, b: keyof typeof seen) =>
      median(seen[a].map((one, round) => one.rate / (seen[b][round]?.rate ?? Number.NaN))).toFixed(2)
    const name = many === 1 ? 'callbacks to one receiver' : `callbacks to ${many} receivers`
    return (
      `| ${name}, beside undici | ${rate('ours')} | ${rate('bare')} | **${ratio('ours', 'bare')}** | ${GOAL.toFixed(2)} | ` +
      `${micros('ours')} / ${micros('bare')} µs | ${ratio('again', 'bare')} |`
    )
  } finally {
    await Promise.all(pools.map((pool) => pool.close()))
    child.kill('SIGTERM')
  }
}

async function startReceivers(
  { folder, certificate }: Stage,
  many: number,
): Promise<{ child: ChildProcess; urls: string[] }> {
  const files = [join(folder, 'receiver.key'), join(folder, 'receiver.crt')] as const
  await writeFile(files[0], certificate.key)
  await writeFile(files[1], certificate.cert)
  const child = spawn(process.execPath, ['bench/callback-receivers.ts', ...files, String(many)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ports = await new Promise<number[]>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk
      if (text.includes('\n')) resolve(JSON.parse(text) as number[])
    })
    child.once('exit', (code) => reject(new Error(`the receivers ended with ${code}`)))
  })
  return { child, urls: ports.map((port) => `https://localhost:${port}/in`) }
}

async function addReceiver(stage: Stage, clientId: string, url: string): Promise<void> {
  const sealed = await sealReceiver(stage, clientId, { url, key: KEY })
  await stage.database.transaction(async (db) => {
    const system = { db, actor: { kind: 'system' as const, id: 'bench' }, now: new Date() }
    const client = await addClient(system, { id: clientId })
    await setReceiver({ ...system, clientId, client }, sealed)
  })
}

let next = 0
const add = ({ database, box }: Stage, clientId: string, many: number) =>
  database.transaction(async (db) => {
    const now = new Date()
    for (let n = 0; n < many; n++) {
      await enqueueCallback({ db, clientId, now }, box, sampleInfo(clientId, `m${next++}`, now))
    }
  })

const clear = ({ database }: Stage) =>
  database.script('truncate callback_deliveries, callback_queue, callback_attempts')

async function ours(stage: Stage, clients: string[]): Promise<Measured> {
  await clear(stage)
  for (const client of clients) await add(stage, client, COUNT / clients.length)
  await stage.database.script('vacuum analyze')
  let loop: ReturnType<typeof startCallbacks> | undefined
  const measured = await timed(async () => {
    loop = startCallbacks({ ...stage, onFailure: console.error })
    await loop.drain()
  })
  await loop?.stop()
  const left = await stage.database.rows(sql`select 1 from callback_states where state <> 'delivered'`)
  if (left.length > 0) throw new Error(`${left.length} callbacks were not delivered`)
  return measured
}

/** The same bytes; to each receiver as many at once as a lane allows. */
async function bare({ clock, version }: Stage, pools: Pool[]): Promise<Measured> {
  const body = JSON.stringify(sampleInfo('bench-0', 'm0', new Date()))
  const headers = headersOf({ id: 'm0', url: '', body, key: KEY }, clock(), version)
  return timed(async () => {
    await Promise.all(
      pools.flatMap((pool) =>
        Array.from({ length: LANE_WIDTH }, async () => {
          for (let n = 0; n < COUNT / pools.length / LANE_WIDTH; n++) {
            const answer = await pool.request({ path: `/in/m${n}`, method: 'PUT', headers, body })
            await answer.body.dump()
          }
        }),
      ),
    )
  })
}

async function benchWait(stage: Stage, rounds: number): Promise<string> {
  let onArrival = (_path: string) => {}
  const listen = async (answer: (path: string) => boolean) => {
    const { key, cert } = stage.certificate
    const server = createServer({ key, cert }, (call, response) => {
      call.resume().on('end', () => answer(call.url ?? '') && response.writeHead(204).end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { server, url: `https://localhost:${(server.address() as AddressInfo).port}/in` }
  }
  // In this process: the moment of an arrival must be known here.
  const healthy = await listen((path) => {
    onArrival(path)
    return true
  })
  const dead = await listen(() => false)
  await addReceiver(stage, 'bench-healthy', healthy.url)
  await addReceiver(stage, 'bench-dead', dead.url)

  /** Time from the commit to the arrival, one after the other. */
  async function wait(isBesideDead: boolean): Promise<number> {
    await clear(stage)
    if (isBesideDead) await add(stage, 'bench-dead', DEAD_WAITING)
    const loop = startCallbacks({ ...stage, onFailure: () => {} })
    const waits: number[] = []
    for (let n = 0; n < HEALTHY; n++) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const path = `/in/m${next}`
      onArrival = (arrived) => arrived === path && resolve()
      await add(stage, 'bench-healthy', 1)
      const began = performance.now()
      loop.nudge()
      await promise
      waits.push(performance.now() - began)
    }
    await loop.stop()
    return median(waits)
  }

  try {
    const seen = { alone: [] as number[], beside: [] as number[] }
    for (let round = -1; round < rounds; round++) {
      const [alone, beside] = [await wait(false), await wait(true)]
      if (round < 0) continue
      seen.alone.push(alone)
      seen.beside.push(beside)
    }
    const ratio = median(seen.beside.map((one, round) => one / (seen.alone[round] ?? Number.NaN)))
    return (
      `| a healthy receiver waits, beside a dead one with 1,000 waiting, and alone | ${median(seen.beside).toFixed(1)} ms | ` +
      `${median(seen.alone).toFixed(1)} ms | **${ratio.toFixed(2)}** | at most 1.2 |`
    )
  } finally {
    for (const { server } of [healthy, dead]) {
      server.closeAllConnections()
      server.close()
    }
  }
}
