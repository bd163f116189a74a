// Works on packages and price lists: on short ones at once, on long ones in a worker, because ten thousand items would hold up all
// other requests.
import { randomUUID } from 'node:crypto'
import type { Package } from '@walkaround/contract/dms/packages.ts'
import { etagOf } from '../../lib/etag.ts'
import type { ReadyJson } from '../../lib/ready-json.ts'
import { Busy, createWorkerPool, JobTimedOut } from '../../outside/worker-pool.ts'
import { problem, problemOf, type Violation } from '../../problems.ts'
import { createPackageWork, type PackageJob, type PackageResults } from './package-work.ts'
import type { CentralPriced, OwnPriced } from './price-list.ts'
import type { PackageText } from './rules.ts'

export interface PackageTexts {
  /** Throws if the bytes are no price list at all. */
  take(clientId: string, bytes: Buffer, pathId: string): Promise<GivenList>
  /** The package as the client sees it. */
  show(clientId: string, stored: PackageText): Promise<ReadyJson<Package>>
  close(): Promise<void>
}

/** A price list that a client has sent. */
export interface GivenList {
  /** Merging throws what is wrong with the list. */
  mergeOwn(stored: PackageText): Promise<OwnPriced>
  mergeCentral(stored: PackageText): Promise<CentralPriced>
  /** The tag of the package with these prices. */
  tagOf(stored: PackageText): Promise<string>
}

/** About a millisecond of work. */
const SHORT = 32 * 1024
/** Jobs of one client that may wait; the door lets fewer in. */
const QUEUE = 16
const TIME_LIMIT_MS = 60_000
/** Price lists come one after the other, and then none for a day: the thread's memory is given back. */
const IDLE_MS = 10_000

type Run = <K extends PackageJob['kind']>(job: PackageJob & { kind: K }) => Promise<PackageResults[K]>

export function createPackageTexts(): PackageTexts {
  const work = createPackageWork()
  // One thread: it keeps what a list needs for its next job.
  const pool = createWorkerPool<PackageJob, never>({
    url: new URL('./package-worker.ts', import.meta.url),
    size: 1,
    queue: QUEUE,
    timeLimitMs: TIME_LIMIT_MS,
    idleMs: IDLE_MS,
  })
  const here: Run = async (job) => work(job) as never
  const inWorker =
    (clientId: string): Run =>
    (job) =>
      pool.run(job, { owner: clientId }).catch((error) => {
        if (error instanceof Busy || error instanceof JobTimedOut)
          throw problem('busy', 'too many long packages are being worked on; try again', {
            'retry-after': '3',
          })
        throw error
      })
  const placeFor = (clientId: string, length: number): Run => (length <= SHORT ? here : inWorker(clientId))

  const show: PackageTexts['show'] = (clientId, stored) =>
    placeFor(clientId, lengthOf(stored))({ kind: 'show', clientId, stored })

  async function take(clientId: string, bytes: Buffer, pathId: string): Promise<GivenList> {
    const key = randomUUID()
    const placeWith = (stored?: PackageText) =>
      placeFor(clientId, bytes.length + (stored ? lengthOf(stored) : 0))
    const readIn = (run: Run) => run({ kind: 'read', key, bytes, pathId })
    const refusal = await readIn(placeWith())
    if (refusal) throw problemOf([refusal])
    /** A short list for a long package was read elsewhere, and a thread may have ended since. */
    async function knownIn<T>(run: Run, merge: () => Promise<T | undefined>): Promise<T> {
      const merged = (await merge()) ?? (await readIn(run).then(merge))
      if (merged === undefined) throw new Error('a price list was read and is not known')
      return merged
    }
    return {
      async mergeOwn(stored) {
        const run = placeWith(stored)
        return accepted(await knownIn(run, () => run({ kind: 'mergeOwn', key, stored })))
      },
      async mergeCentral(stored) {
        const run = placeWith(stored)
        return accepted(await knownIn(run, () => run({ kind: 'mergeCentral', key, stored })))
      },
      async tagOf(stored) {
        const tag = await placeWith(stored)({ kind: 'tagFor', key, clientId })
        return tag ?? etagOf(await show(clientId, stored))
      },
    }
  }
  return { take, show, close: pool.close }
}

function accepted<T extends object>(merged: T | { violations: Violation[] }): T {
  if ('violations' in merged) throw problemOf(merged.violations)
  return merged
}

const lengthOf = ({ document, prices }: PackageText): number => document.length + (prices?.length ?? 0)
