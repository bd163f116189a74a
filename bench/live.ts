// Live updates: how long it takes until the last of 2,000 tablets knows of a change, with 50 changes a second, and what that costs the
// service. Once with 2,000 tablets that see one of 50 branches each, and once with 200 that see all of them. Run by run.ts.
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ClientRequest } from 'node:http'
import { get, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '../scripts/postgres.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openPostgres } from '../server/src/db/postgres.ts'
import { loadDefaultTemplates } from '../server/src/features/templates/default-templates.ts'
import { issueKey } from '../server/src/identity/issue-key.ts'
import { addLogin } from '../server/src/identity/logins.ts'
import { addBranch } from '../server/src/organisation/branches.ts'
import { addClient } from '../server/src/organisation/clients.ts'
import { cpuSeconds } from './cpu.ts'
import { ended, type Service, startService } from './start-ours.ts'

const TABLETS = 2_000
/** Each of them hears of every change, 50 times as much as the others. */
const UNLIMITED = 200
const BRANCHES = 50
const PER_SECOND = 50
const SECONDS = 20
/** As many streams as one login may have. */
const PER_LOGIN = 20
const CLIENT = 'bench-live'

const sites = Array.from({ length: BRANCHES }, (_, index) => `b${index}`)

interface Keys {
  dms: string
  /** Of technicians, each limited to the branch of the same index, in turns. */
  limited: string[]
  unlimited: string[]
}

export async function benchLive(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-bench-live-'))
  const postgres = await startPostgres({})
  let child: ChildProcess | undefined
  try {
    const keys = await prepare(postgres.url)
    const server = await startService({ url: postgres.url, dataDir: folder })
    child = server.child
    const rows = [
      await measure(
        `${TABLETS} that see one of ${BRANCHES} branches each`,
        server,
        keys.dms,
        keys.limited,
        TABLETS / BRANCHES,
      ),
      await measure(`${UNLIMITED} that see all branches`, server, keys.dms, keys.unlimited, UNLIMITED),
    ]
    return [
      `${PER_SECOND} orders are made a second, for ${SECONDS} s:`,
      '',
      '| tablets | the last tablet knows after, median | 99 % | longest | goal | of one core | goal | for the changes alone |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n')
  } finally {
    if (child) await ended(child)
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepare(url: string): Promise<Keys> {
  const database = openPostgres({ url, poolSize: 2 })
  try {
    await migrate(database)
    await loadDefaultTemplates(database)
    return await database.transaction(async (db) => {
      const scope = { db, actor: { kind: 'system' as const, id: 'bench' }, now: new Date() }
      await addClient(scope, { id: CLIENT, name: CLIENT })
      for (const code of sites) await addBranch(scope, { clientId: CLIENT, code })
      const keyOf = async (login: string, role: 'dms' | 'technician', branches?: string[]) => {
        await addLogin(scope, { login, clientId: CLIENT, role, ...(branches ? { branches } : {}) })
        return (await issueKey(scope, { login })).key
      }
      const dms = await keyOf('dms', 'dms')
      const [limited, unlimited]: [string[], string[]] = [[], []]
      for (let index = 0; index < TABLETS / PER_LOGIN; index++) {
        limited.push(await keyOf(`limited-${index}`, 'technician', [sites[index % BRANCHES] as string]))
      }
      for (let index = 0; index < UNLIMITED / PER_LOGIN; index++) {
        unlimited.push(await keyOf(`unlimited-${index}`, 'technician'))
      }
      return { dms, limited, unlimited }
    })
  } finally {
    await database.close()
  }
}

async function measure(
  name: string,
  server: Service,
  dms: string,
  keys: readonly string[],
  expected: number,
): Promise<string> {
  const idle = await change(server, dms, `alone ${name}`, 5)
  /** How many tablets know of an order, and when the last one did. */
  const known = new Map<string, { count: number; at: number }>()
  const hear = (subject: string) => {
    const one = known.get(subject) ?? { count: 0, at: 0 }
    known.set(subject, { count: one.count + 1, at: performance.now() })
  }
  const tablets = await listen(server, keys, hear)
  process.stderr.write(`${name}: ${tablets.length} tablets listen\n`)
  const { sent, core } = await change(server, dms, `watched ${name}`, SECONDS)
  for (
    let waited = 0;
    waited < 100 && [...sent.keys()].some((one) => known.get(one)?.count !== expected);
    waited++
  )
    await delay(100)
  for (const tablet of tablets) tablet.destroy()
  await delay(1_000)
  const delays = [...sent].map(([subject, at]) => {
    const heard = known.get(subject)
    if (heard?.count !== expected)
      throw new Error(`${subject}: ${heard?.count ?? 0} of ${expected} tablets know it`)
    return heard.at - at
  })
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (share: number) => `${Math.round(sorted[Math.floor((sorted.length - 1) * share)] as number)} ms`
  return `| ${name} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | 1000 ms | **${percent(core)}** | 60 % | ${percent(idle.core)} |`
}

const percent = (share: number) => `${Math.round(share * 100)} %`

async function listen({ port, ca }: Service, keys: readonly string[], hear: (subject: string) => void) {
  const tablets: ClientRequest[] = []
  for (const key of keys) {
    const opening = Array.from({ length: PER_LOGIN }, async () => {
      const path = `/app/system-clients/${CLIENT}/events`
      const headers = { 'x-api-key': key, connection: 'close' }
      await new Promise<void>((resolve, reject) => {
        const tablet = get({
          host: '127.0.0.1',
          servername: 'localhost',
          port,
          ca,
          path,
          headers,
          agent: false,
        })
        tablets.push(tablet)
        tablet.on('error', reject)
        tablet.on('response', (response) => {
          if (response.statusCode !== 200) return reject(new Error(`a stream got ${response.statusCode}`))
          response.on('error', () => {})
          response.setEncoding('utf8').on('data', (text: string) => {
            for (const [, subject] of text.matchAll(/"kind":"order\.created","subject":"([^"]+)"/g))
              hear(subject as string)
          })
          resolve()
        })
      })
    })
    await Promise.all(opening)
  }
  return tablets
}

/** Sends orders to the branches in turns; returns when each was acknowledged, and which share of a core the service needed. */
async function change(server: Service, key: string, name: string, seconds: number) {
  const sent = new Map<string, number>()
  const requests: Promise<void>[] = []
  const [began, cpu] = [performance.now(), cpuSeconds(server.child.pid)]
  for (let index = 0; index < seconds * PER_SECOND; index++) {
    const wait = began + (index * 1000) / PER_SECOND - performance.now()
    if (wait > 0) await delay(wait)
    const id = `${name.replaceAll(' ', '-')}-${index}`
    const body = JSON.stringify({ externalBranchId: sites[index % BRANCHES], description: 'bench' })
    requests.push(
      put(server, key, `/v1/system-clients/${CLIENT}/service-orders/${id}`, body).then(() => {
        sent.set(`order/${id}`, performance.now())
      }),
    )
  }
  await Promise.all(requests)
  const passed = (performance.now() - began) / 1000
  return { sent, core: (cpuSeconds(server.child.pid) - cpu) / passed }
}

function put({ port, ca }: Service, key: string, path: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const sent = request({
      method: 'PUT',
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      ca,
      path,
      headers,
    })
    sent.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve()
        else reject(new Error(`an order got ${response.statusCode}`))
      })
    })
    sent.end(body)
  })
}
