// Runs jobs: claims those that are due, keeps the claim alive while it works, and retries failed ones later. Works between
// transactions, never inside one: the embedded database has a single connection.
import type { Database } from '../db/database.ts'
import { Problem } from '../problems.ts'
import { type Loop, startLoop } from './claiming-loop.ts'
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
  /** Jobs run at once. */
  concurrency: number
  /** How often to look at the queue without a nudge. */
  pollMs: number
  clock: () => Date
  /** False while the database has not been reached or migrated yet: the queue is not read. */
  isPrepared?: (() => boolean) | undefined
  /** How long a worker may be silent before another takes its job. */
  leaseMs?: number
  onFailure: (kind: string, error: unknown, isGivenUp: boolean) => void
}

/** Stopping aborts running jobs; the next process takes them up again. */
export type Jobs = Loop

const LEASE_MS = 60_000
/** The first pause after a failure, doubled each time. */
const PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 3_600_000
const LONGEST_FAILURE = 1_000

export function startJobs(options: JobsOptions): Jobs {
  const { database, table, concurrency, pollMs, clock, isPrepared, leaseMs = LEASE_MS, onFailure } = options
  const kinds = Object.keys(table)
  const stopping = new AbortController()

  const leaseEnd = () => new Date(clock().getTime() + leaseMs)

  /** Clients take turns, so that nobody waits for all that another one has asked for. */
  let served = ''
  async function claimNext(): Promise<ClaimedJob | undefined> {
    const claim = (after: string) =>
      claimJob(database, kinds, { after, now: clock(), leasedUntil: leaseEnd() })
    const job = (await claim(served)) ?? (served === '' ? undefined : await claim(''))
    served = job?.clientId ?? ''
    return job
  }

  const loop = startLoop({
    pollMs,
    isPrepared,
    async fill(filling) {
      while (filling.running < concurrency && !filling.isStopped) {
        const job = await claimNext()
        if (!job) return
        filling.begin(workOn(job).catch((error: unknown) => onFailure(job.kind, error, false)))
      }
    },
    async isAnyDue() {
      const next = await findNextDue(database, kinds, clock())
      return next !== undefined && next <= clock()
    },
    onFailure: (error) => onFailure('queue', error, false),
  })

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
        // The database is unreachable: the lease may run out, and then the fence decides.
        () => {},
      )
    }, leaseMs / 3).unref()
    try {
      // Too many claims: the process went down with it each time, so it is not tried again.
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

  const stop = () => {
    stopping.abort()
    return loop.stop()
  }
  return { ...loop, stop }
}

function inWords(error: unknown): string {
  if (error instanceof Problem) return error.errorInfo.slice(0, LONGEST_FAILURE)
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_FAILURE)
}
