// The queue of jobs on a real database: claims, leases, fences, failures, two loops at once.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Database } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { enqueue } from '../src/jobs/enqueue.ts'
import { Hopeless, type Job, type JobTable } from '../src/jobs/job.ts'
import { claimJob, finishJob, putBack, renewLease } from '../src/jobs/job-store.ts'
import { type JobsOptions, startJobs } from '../src/jobs/work-loop.ts'
import { newId } from '../src/lib/ids.ts'
import { addClient } from '../src/organisation/clients.ts'
import { testDatabase } from './support/database.ts'
import { until } from './support/until.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)
const NEVER_MS = 3_600_000

interface Bench {
  database: Database
  clientId: string
  kind: string
  add(payload?: unknown, dueAt?: Date): Promise<void>
  rows(): Promise<{ attempts: number; failure: string | null; failedAt: Date | null; dueAt: Date }[]>
  start(work: (job: Job) => Promise<void>, more?: Partial<JobsOptions> & { attempts?: number }): Loop
}
type Loop = ReturnType<typeof startJobs>

/** A kind of job of its own: the database is shared with other tests. */
async function makeBench(): Promise<Bench> {
  const database = await testDatabase()
  const clientId = `jobs-${newId().slice(-12)}`
  const kind = `test.${clientId}`
  await inTransaction(database, (db) =>
    addClient({ db, actor: { kind: 'system', id: 'test' }, now: NOW }, { id: clientId }),
  )
  return {
    database,
    clientId,
    kind,
    add: (payload = {}, dueAt = NOW) =>
      inTransaction(database, (db) => enqueue({ db, clientId, now: NOW }, { kind, payload, dueAt })),
    rows: () =>
      database.rows(sql`
        select attempts, failure, failed_at, due_at from jobs where system_client_id = ${clientId} order by created_at, id`),
    start: (work, { attempts = 3, ...more } = {}) =>
      startJobs({
        database,
        table: { [kind]: { work, attempts } },
        concurrency: 2,
        pollMs: NEVER_MS,
        clock: () => NOW,
        onFailure: () => {},
        ...more,
      }),
  }
}

describe('jobs', () => {
  test('are done once, with their payload, and are gone afterwards', async () => {
    const bench = await makeBench()
    await bench.add({ number: 1 })
    await bench.add({ number: 2 })
    const seen: unknown[] = []
    const loop = bench.start(async (job) => void seen.push([job.clientId, job.payload, job.attempt]))
    await loop.drain()
    await loop.stop()
    assert.deepEqual(seen.sort(), [
      [bench.clientId, { number: 1 }, 1],
      [bench.clientId, { number: 2 }, 1],
    ])
    assert.deepEqual(await bench.rows(), [])
  })

  test('are there only if the fact is: a transaction that fails asks for nothing', async () => {
    const bench = await makeBench()
    await assert.rejects(
      inTransaction(bench.database, async (db) => {
        await enqueue({ db, clientId: bench.clientId, now: NOW }, { kind: bench.kind, payload: {} })
        throw new Error('the fact does not happen')
      }),
      /does not happen/,
    )
    assert.deepEqual(await bench.rows(), [])
  })

  test('of one id are asked for once while they wait', async () => {
    const bench = await makeBench()
    for (let time = 0; time < 3; time++) {
      await inTransaction(bench.database, (db) =>
        enqueue({ db, clientId: bench.clientId, now: NOW }, { kind: bench.kind, payload: {}, id: 'one' }),
      )
    }
    assert.equal((await bench.rows()).length, 1)

    const hopeless = bench.start(async () => {
      throw new Hopeless('not today')
    })
    await hopeless.drain()
    await hopeless.stop()
    assert.ok((await bench.rows())[0]?.failedAt)
    await inTransaction(bench.database, (db) =>
      enqueue({ db, clientId: bench.clientId, now: NOW }, { kind: bench.kind, payload: {}, id: 'one' }),
    )
    const [anew, ...others] = await bench.rows()
    assert.deepEqual([anew?.failedAt, anew?.attempts, others.length], [null, 0, 0])
  })

  test('wait until they are due', async () => {
    const bench = await makeBench()
    await bench.add({}, later(1_000))
    let now = NOW
    let done = 0
    const loop = bench.start(async () => void done++, { clock: () => now })
    await loop.drain()
    assert.equal(done, 0)
    now = later(1_000)
    await loop.drain()
    assert.equal(done, 1)
    await loop.stop()
  })

  test('are shared by two loops, and each is done by one of them', async () => {
    const bench = await makeBench()
    for (let number = 0; number < 20; number++) await bench.add({ number })
    const seen: number[] = []
    let atOnce = 0
    let most = 0
    const work = async (job: Job) => {
      most = Math.max(most, ++atOnce)
      await bench.database.row(sql`select 1 as one`)
      seen.push((job.payload as { number: number }).number)
      atOnce--
    }
    const loops = [bench.start(work), bench.start(work)]
    await Promise.all(loops.map((loop) => loop.drain()))
    await Promise.all(loops.map((loop) => loop.stop()))
    assert.deepEqual(
      seen.sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, number) => number),
    )
    assert.ok(most <= 4, `${most} at once`)
  })

  test('are worked on outside of any transaction: the database is free meanwhile', async () => {
    const bench = await makeBench()
    await bench.add()
    let answer: { one: number } | undefined
    const loop = bench.start(async () => {
      // With a transaction open, the single connection of the embedded database would never return this.
      answer = await bench.database.row(sql`select 1 as one`)
      await inTransaction(bench.database, (db) => db.run(sql`select 1`))
    })
    await loop.drain()
    await loop.stop()
    assert.deepEqual(answer, { one: 1 })
  })

  test('that fail are tried again after growing pauses, and given up with the failure in words', async () => {
    const bench = await makeBench()
    await bench.add()
    let now = NOW
    const attempts: number[] = []
    const givenUp: string[] = []
    const told: boolean[] = []
    const table: JobTable = {
      [bench.kind]: {
        attempts: 3,
        work: async (job) => {
          attempts.push(job.attempt)
          throw new Error(`no luck at attempt ${job.attempt}`)
        },
        onGivenUp: async (_job, failure) => void givenUp.push(failure),
      },
    }
    const loop = bench.start(async () => {}, {
      table,
      clock: () => now,
      onFailure: (_kind, _error, isGivenUp) => void told.push(isGivenUp),
    })
    const pauses: number[] = []
    for (let time = 0; time < 5; time++) {
      await loop.drain()
      const [row] = await bench.rows()
      if (!row || row.failedAt) break
      pauses.push(row.dueAt.getTime() - now.getTime())
      now = row.dueAt
    }
    await loop.stop()
    assert.deepEqual(attempts, [1, 2, 3])
    assert.deepEqual(pauses, [5_000, 10_000])
    assert.deepEqual(givenUp, ['no luck at attempt 3'])
    assert.deepEqual(told, [false, false, true])
    const [row] = await bench.rows()
    assert.equal(row?.failure, 'no luck at attempt 3')
    assert.deepEqual(row?.failedAt, now)
  })

  test('are done in turns: what one client asks for does not wait for all of another', async () => {
    const bench = await makeBench()
    const other = await makeBench()
    for (let number = 0; number < 20; number++) await bench.add({ number }, later(number - 1_000))
    const add = (payload: unknown) =>
      inTransaction(bench.database, (db) =>
        enqueue({ db, clientId: other.clientId, now: NOW }, { kind: bench.kind, payload, dueAt: NOW }),
      )
    await add('first')
    await add('second')
    const done: unknown[] = []
    const loop = bench.start(async ({ payload }) => void done.push(payload), { concurrency: 1 })
    await loop.drain()
    await loop.stop()
    assert.equal(done.length, 22)
    assert.ok(done.indexOf('second') < 4, JSON.stringify(done))
    const ofGreedy = done.filter((payload) => typeof payload === 'object')
    assert.deepEqual(
      ofGreedy,
      Array.from({ length: 20 }, (_, number) => ({ number })),
    )
  })

  test('without hope are given up at once', async () => {
    const bench = await makeBench()
    await bench.add()
    const loop = bench.start(async () => {
      throw new Hopeless('it is no video')
    })
    await loop.drain()
    await loop.stop()
    const [row] = await bench.rows()
    assert.equal(row?.attempts, 1)
    assert.equal(row?.failure, 'it is no video')
    assert.ok(row?.failedAt)
  })

  test('of a worker that was killed are taken up again when its lease has run out, and not before', async () => {
    const bench = await makeBench()
    await bench.add()
    const kinds = [bench.kind]
    const dead = await claimJob(bench.database, kinds, { after: '', now: NOW, leasedUntil: later(60_000) })
    assert.ok(dead)
    assert.equal(
      await claimJob(bench.database, kinds, { after: '', now: later(59_999), leasedUntil: later(120_000) }),
      undefined,
    )
    const alive = await claimJob(bench.database, kinds, {
      after: '',
      now: later(60_000),
      leasedUntil: later(120_000),
    })
    assert.equal(alive?.id, dead.id)
    assert.equal(alive?.attempts, 2)

    // The first worker wakes up: it can no longer change the job.
    assert.equal(await renewLease(bench.database, dead, later(180_000)), false)
    const back = { dueAt: NOW, failure: null, isFault: true }
    assert.equal(await putBack(bench.database, dead, back), false)
    assert.equal(await finishJob(bench.database, dead), false)
    assert.equal(await finishJob(bench.database, alive), true)
    assert.deepEqual(await bench.rows(), [])
  })

  test('that take the process down every time are given up without another try', async () => {
    const bench = await makeBench()
    await bench.add()
    for (let time = 0; time < 3; time++) {
      const at = later(time * 60_000)
      assert.ok(
        await claimJob(bench.database, [bench.kind], {
          after: '',
          now: at,
          leasedUntil: later((time + 1) * 60_000),
        }),
      )
    }
    let runs = 0
    const loop = bench.start(async () => void runs++, { clock: () => later(180_000) })
    await loop.drain()
    await loop.stop()
    assert.equal(runs, 0)
    const [row] = await bench.rows()
    assert.match(row?.failure ?? '', /stopped each time/)
    assert.ok(row?.failedAt)
  })

  test('keep their lease while they are worked on, and learn when they have lost it', async () => {
    const bench = await makeBench()
    await bench.add()
    let now = NOW
    let isLost = false
    const loop = bench.start(
      async (job) => {
        const [before] = await leases(bench)
        now = later(10)
        await until('the lease was renewed', async () => (await leases(bench))[0] !== before)
        // A claim passes over what is just being renewed.
        const claim = () =>
          claimJob(bench.database, [bench.kind], {
            after: '',
            now: later(NEVER_MS),
            leasedUntil: later(2 * NEVER_MS),
          })
        await until('another worker takes the job', async () => (await claim()) !== undefined)
        await until('the worker is told', () => job.signal.aborted)
        isLost = true
        throw new Error('stopped half way')
      },
      { clock: () => now, leaseMs: 60 },
    )
    await until('the worker has ended', () => isLost)
    await loop.stop()
    const [row] = await bench.rows()
    assert.equal(row?.failure, null, 'it is the other one who says what became of the job')
    assert.equal(row?.attempts, 2)
  })

  test('are put back when the service stops, and the attempt does not count', async () => {
    const bench = await makeBench()
    await bench.add()
    let isWorking = false
    const loop = bench.start(
      (job) =>
        new Promise((_resolve, reject) => {
          isWorking = true
          job.signal.addEventListener('abort', () => reject(new Error('stopped')))
        }),
    )
    await until('the job is worked on', () => isWorking)
    await loop.stop()
    const [row] = await bench.rows()
    assert.equal(row?.attempts, 0)
    assert.equal(row?.failedAt, null)
    const next = await claimJob(bench.database, [bench.kind], {
      after: '',
      now: NOW,
      leasedUntil: later(60_000),
    })
    assert.equal(next?.attempts, 1)
  })

  test('of kinds this process does not know are left to others', async () => {
    const bench = await makeBench()
    await bench.add()
    const loop = bench.start(async () => {}, { table: {} })
    await loop.drain()
    await loop.stop()
    assert.equal((await bench.rows()).length, 1)
  })
})

const leases = async (bench: Bench): Promise<string[]> => {
  const rows = await bench.database.rows<{ until: string }>(sql`
    select leased_until::text as until from jobs where system_client_id = ${bench.clientId}`)
  return rows.map((row) => row.until)
}
