// Fail-overs under writes: npm run test:failover [-- --switches=20 --crashes=5]. A primary and a synchronous standby under Patroni, two
// service processes through HAProxy. At the end nothing acknowledged is lost, a reader of the event log has missed and doubled
// nothing, and after each change writes went on within two seconds of the new primary's first commit. Not part of the build: it takes minutes.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isUnavailable } from '../server/src/db/errors.ts'
import { BEGINNING, findHead, type LogPosition, listEventsAfter } from '../server/src/db/log/read-log.ts'
import { openPostgres } from '../server/src/db/postgres.ts'
import { sql } from '../server/src/db/sql.ts'
import {
  assertWhole,
  type Ledger,
  newLedger,
  type Send,
  verifyAll,
  write,
} from '../server/test/crash/ledger.ts'
import {
  makeAccess,
  makeFolder,
  onDatabase,
  type Server,
  startServer,
} from '../server/test/support/process.ts'
import { findLack, startCluster } from './patroni.ts'

const { values } = parseArgs({
  options: {
    switches: { type: 'string', default: '20' },
    crashes: { type: 'string', default: '5' },
  },
})
const [switches, crashes] = [Number(values.switches), Number(values.crashes)] as const

const PROCESSES = 2
const WRITERS = 2
/** Everything that was written is compared in the end, so not too much. */
const PAUSE_MS = 150
/** From the new primary on. HAProxy looks every half second. */
const RESUME_MS = 2_000
/** For a member that comes back, a lease that ends, a standby that catches up. */
const STEP_MS = 120_000
const LOOK_MS = 20

const progress = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)

async function within(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + STEP_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${STEP_MS / 1000} s`)
    await delay(LOOK_MS)
  }
}

/** When writes were acknowledged, in the order they were. */
function watch(send: Send, acknowledged: number[]): Send {
  return async (sent) => {
    const answer = await send(sent)
    if (sent.method !== 'GET' && answer.status < 300) acknowledged.push(performance.now())
    return answer
  }
}

/** Reads the log as any reader does: from its last position on, through every change of the primary. */
function follow(url: string, clientId: string) {
  const database = openPostgres({ url, poolSize: 1, timeoutMs: 5_000, graceMs: 1_000 })
  const seen: number[] = []
  let last: LogPosition = BEGINNING
  let isOver = false
  const readOn = async () => {
    const head = await findHead(database, clientId)
    if (!head) return 0
    const events = await listEventsAfter(database, head, last, 500)
    assert.ok(events, 'the database has lost events that were read')
    seen.push(...events.map(({ position }) => position))
    last = events.at(-1) ?? last
    return events.length
  }
  const reading = (async () => {
    while (!isOver) {
      await readOn().catch((error: unknown) => {
        if (!isUnavailable(error)) throw error
      })
      await delay(PAUSE_MS)
    }
    while ((await readOn()) > 0);
  })()
  // Awaited in the end; a failure before that must not end the process.
  reading.catch(() => {})
  return {
    async end(): Promise<number[]> {
      isOver = true
      await reading.finally(() => database.close())
      return seen
    },
  }
}

const longestGap = (times: readonly number[]): number =>
  times.slice(1).reduce((longest, time, index) => Math.max(longest, time - (times[index] as number)), 0)

const describeMs = (times: readonly number[]): string => {
  if (times.length === 0) return 'none'
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    `${((sorted[Math.floor((sorted.length - 1) * share)] as number) / 1000).toFixed(1)} s`
  return `median ${at(0.5)}, longest ${at(1)}`
}

test(`${switches} switch-overs and ${crashes} killed primaries under writes`, {
  skip: findLack() ?? false,
}, async (t) => {
  const cluster = await startCluster()
  t.after(() => cluster.remove())
  const env = {
    DATABASE_URL: cluster.url,
    WALKAROUND_DATA: join(await makeFolder(), 'data'),
    WALKAROUND_DEMO: '0',
    WALKAROUND_LOG_LEVEL: 'fatal',
  }
  const access = await makeAccess(env)
  const servers: Server[] = []
  for (let count = 0; count < PROCESSES; count++) {
    servers.push(await startServer({ ...env, WALKAROUND_DATA: join(await makeFolder(), 'data') }))
  }
  const acknowledged: number[] = []
  const ledgers: { ledger: Ledger; send: Send }[] = servers.map(({ send }) => ({
    ledger: newLedger(access),
    send: watch(send, acknowledged),
  }))
  let isOver = false
  const failed: unknown[] = []
  const writing = ledgers.flatMap(({ ledger, send }) =>
    Array.from({ length: WRITERS }, () =>
      write(ledger, send, () => isOver || failed.length > 0, PAUSE_MS).then(
        (broken) => void (broken === undefined || failed.push(broken)),
        (error: unknown) => void failed.push(error),
      ),
    ),
  )
  const reader = follow(cluster.url, access.clientId)

  type Kind = 'switch' | 'crash'
  const measured: Record<Kind, { patroni: number[]; resumed: number[]; gaps: number[] }> = {
    switch: { patroni: [], resumed: [], gaps: [] },
    crash: { patroni: [], resumed: [], gaps: [] },
  }
  const disturb = async (kind: Kind) => {
    await within('the standby confirms commits', cluster.isWhole)
    const count = acknowledged.length
    await within('writes go on', () => acknowledged.length > count + 20 || failed.length > 0)
    const from = (await cluster.findPrimary()) as string
    const to = from === 'one' ? 'two' : 'one'
    const begun = performance.now()
    const before = acknowledged.length - 1
    const asked = kind === 'switch' ? cluster.switchOver(from, to) : cluster.kill(from)
    await within('there is a new primary', async () => (await cluster.findPrimary()) === to)
    const leads = performance.now()
    // It leads before it has left recovery, and before its commits are confirmed.
    await within('the new primary commits', () => cluster.hasCommitted(to))
    const there = performance.now()
    await asked
    await within('writes go on', () => (acknowledged.at(-1) as number) > there || failed.length > 0)
    if (failed.length > 0) throw failed[0]
    const resumed = (acknowledged.find((time) => time > there) as number) - there
    const { patroni, resumed: all, gaps } = measured[kind]
    patroni.push(there - begun)
    const [lead, commit, written] = [leads - begun, there - begun, there + resumed - begun].map(Math.round)
    progress(`${kind}: leads after ${lead} ms, commits after ${commit} ms, we write after ${written} ms`)
    all.push(resumed)
    gaps.push(longestGap(acknowledged.slice(before)))
    assert.ok(
      resumed <= RESUME_MS,
      `writes went on ${Math.round(resumed)} ms after the new primary was there, not within ${RESUME_MS} ms`,
    )
    if (kind === 'crash') cluster.revive(from)
  }

  try {
    for (let done = 0; done < switches; done++) await disturb('switch')
    for (let done = 0; done < crashes; done++) await disturb('crash')
    await within('the standby confirms commits', cluster.isWhole)
    isOver = true
    await Promise.all(writing)
    assert.deepEqual(failed, [], 'a reply was wrong, or a connection to the service broke')
    progress('comparing what was acknowledged')
    await Promise.all(ledgers.map(({ ledger, send }) => verifyAll(ledger, send)))
    // Compares all rows with all events, which takes longer than any statement of the service.
    const patient = { ...env, WALKAROUND_DATABASE_SECONDS: '600' }
    await onDatabase(patient, (database) => assertWhole(database, access))
    progress('comparing what the reader saw')
    const count = (table: 'event_inbox' | 'event_log') =>
      onDatabase(env, async (database) => {
        const own = {
          event_inbox: sql`select count(*) from event_inbox where system_client_id = ${access.clientId}`,
          event_log: sql`select count(*) from event_log where system_client_id = ${access.clientId}`,
        }[table]
        return (await database.row<{ count: number }>(own))?.count ?? 0
      })
    await within('all events have their position', async () => (await count('event_inbox')) === 0)
    const seen = await reader.end()
    assert.deepEqual(
      seen,
      Array.from({ length: await count('event_log') }, (_, index) => index + 1),
      'the reader saw every event once, in order',
    )
    const refused = ledgers.reduce((sum, { ledger }) => sum + ledger.unavailable, 0)
    console.log(
      `${acknowledged.length} writes acknowledged, all there; ${refused} requests got 503, none another error.`,
    )
    console.log(`${seen.length} events read once each.`)
    for (const [kind, { patroni, resumed, gaps }] of Object.entries(measured)) {
      console.log(
        `${kind}: new primary after ${describeMs(patroni)}; writes after it: ${describeMs(resumed)}; ` +
          `without a write: ${describeMs(gaps)}`,
      )
    }
  } catch (error) {
    console.log(cluster.describe())
    for (const server of servers) console.log(server.output().slice(-2000))
    throw error
  } finally {
    isOver = true
    await Promise.all(writing)
    await reader.end().catch(() => {})
  }
})
