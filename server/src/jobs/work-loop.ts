// Does the work that jobs ask for: claims what is due, keeps the claim alive while it works, and tries again later what
// failed. Works between transactions, never inside one: the embedded database has a single connection.
import type { Database } from '../db/database.ts'
import { Problem } from '../problems.ts'
import { Hopeless, type Job, type JobTable } from './job.ts'
import {
  type ClaimedJob,
  claimJob,
  findNextDue,
  finishJob,
  giveUpJob,
  putBack,
  renewLease,
} from './job-store.ts'

export interface JobsOptions {
  database: Database
  table: JobTable
  /** Jobs worked on at once. */
  concurrency: number
  /** How often the queue is looked at when nobody nudges. */
  pollMs: number
  clock: () => Date
  /** False while the database has not been reached or migrated yet: nothing is looked at. */
  isPrepared?: () => boolean
  /** How long a worker may be silent before its job is another's. */
  leaseMs?: number
  onFailure: (kind: string, error: unknown, isGivenUp: boolean) => void
}

export interface Jobs {
  /** There may be something to do now. */
  nudge(): void
  /** Works until nothing is due. */
  drain(): Promise<void>
  /** Ends what is being worked on; it is taken up again by whoever comes next. */
  stop(): Promise<void>
}

const LEASE_MS = 60_000
/** The first pause after a failure, doubled each time. */
const PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 3_600_000
const LONGEST_FAILURE = 1_000

export function startJobs(options: JobsOptions): Jobs {
  const { database, table, concurrency, pollMs, clock, leaseMs = LEASE_MS, onFailure } = options
  const { isPrepared = () => true } = options
  const kinds = Object.keys(table)
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let isFilling = false
  let isWanted = false

  const leaseEnd = () => new Date(clock().getTime() + leaseMs)
  const claim = () => claimJob(database, kinds, clock(), leaseEnd())

  function begin(job: ClaimedJob): void {
    const run: Promise<void> = workOn(job)
      .catch((error: unknown) => onFailure(job.kind, error, false))
      .finally(() => {
        running.delete(run)
        nudge()
      })
    running.add(run)
  }

  async function fill(): Promise<void> {
    // A nudge that comes while the queue is looked at must not be lost.
    do {
      isWanted = false
      while (running.size < concurrency && !stopping.signal.aborted) {
        const job = await claim()
        if (!job) break
        begin(job)
      }
    } while (isWanted && running.size < concurrency && !stopping.signal.aborted)
  }

  function nudge(): void {
    isWanted = true
    if (isFilling || stopping.signal.aborted || !isPrepared()) return
    isFilling = true
    filling = fill()
      .catch((error: unknown) => onFailure('queue', error, false))
      .finally(() => {
        isFilling = false
      })
  }
  let filling: Promise<void> = Promise.resolve()

  async function workOn(claimed: ClaimedJob): Promise<void> {
    const kind = table[claimed.kind]
    if (!kind) throw new Error(`nobody does ${claimed.kind}`)
    const lost = new AbortController()
    const { clientId, id, payload, attempts: attempt } = claimed
    const job: Job = {
      clientId,
      id,
      kind: claimed.kind,
      payload,
      attempt,
      signal: AbortSignal.any([stopping.signal, lost.signal]),
    }
    const renewing = setInterval(() => {
      renewLease(database, claimed, leaseEnd()).then(
        (isHeld) => isHeld || lost.abort(),
        // The database is away: the lease may run out, and then the fence decides.
        () => {},
      )
    }, leaseMs / 3).unref()
    try {
      // Claimed once too often: the process went down with it each time, so it is not tried again.
      if (attempt > kind.attempts) throw new Hopeless('the service stopped each time it was worked on')
      await kind.work(job)
      await finishJob(database, claimed)
    } catch (error) {
      if (lost.signal.aborted) return
      if (stopping.signal.aborted) {
        await putBack(database, claimed, { dueAt: clock(), failure: null, isFault: false })
        return
      }
      await afterFailure(claimed, job, error)
    } finally {
      clearInterval(renewing)
    }
  }

  async function afterFailure(claimed: ClaimedJob, job: Job, error: unknown): Promise<void> {
    const kind = table[job.kind]
    const failure = inWords(error)
    const isGivenUp = error instanceof Hopeless || job.attempt >= (kind?.attempts ?? 1)
    onFailure(job.kind, error, isGivenUp)
    if (!isGivenUp) {
      const pauseMs = Math.min(PAUSE_MS * 2 ** (job.attempt - 1), LONGEST_PAUSE_MS)
      const dueAt = new Date(clock().getTime() + pauseMs)
      await putBack(database, claimed, { dueAt, failure, isFault: true })
      return
    }
    await kind?.onGivenUp?.(job, failure)
    await giveUpJob(database, claimed, failure, clock())
  }

  const timer = setInterval(nudge, pollMs).unref()
  nudge()

  return {
    nudge,
    async drain() {
      for (;;) {
        nudge()
        await filling
        if (running.size > 0) {
          await Promise.all(running)
          continue
        }
        const next = await findNextDue(database, kinds, clock())
        if (!next || next > clock()) return
      }
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await filling
      await Promise.all(running)
    },
  }
}

function inWords(error: unknown): string {
  if (error instanceof Problem) return error.errorInfo.slice(0, LONGEST_FAILURE)
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_FAILURE)
}
