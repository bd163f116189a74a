// Works on packages and price lists: on short ones at once, on long ones in a worker, because ten thousand items would hold up all
// other requests.
import { randomUUID } from 'node:crypto'
import type { Package } from '@walkaround/contract/dms/packages.ts'
import type { ReadyJson } from '../../lib/ready-json.ts'
import { Busy, createWorkerPool, JobTimedOut } from '../../outside/worker-pool.ts'
import { problem, problemOf, type Violation } from '../../problems.ts'
import { createPackageWork, type ListBytes, type PackageJob, type PackageResults } from './package-work.ts'
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
  /** The package with these prices. */
  show(stored: PackageText): Promise<ReadyJson<Package>>
}

/** About a millisecond of work. */
const SHORT = 32 * 1024
/** Jobs of one client that may wait; the door lets fewer in. */
const QUEUE = 16
const TIME_LIMIT_MS = 60_000

export function createPackageTexts(): PackageTexts {
  const work = createPackageWork()
  // One thread: it keeps what a list needs for its next job.
  const pool = createWorkerPool<PackageJob, unknown>({
    url: new URL('./package-worker.ts', import.meta.url),
    size: 1,
    queue: QUEUE,
    timeLimitMs: TIME_LIMIT_MS,
  })
  async function run<K extends PackageJob['kind']>(
    clientId: string,
    job: PackageJob & { kind: K },
  ): Promise<PackageResults[K]> {
    if (lengthOf(job) <= SHORT) return work(job) as PackageResults[K]
    try {
      return (await pool.run(job, { owner: clientId })) as PackageResults[K]
    } catch (error) {
      if (error instanceof Busy || error instanceof JobTimedOut)
        throw problem('busy', 'too many long packages are being worked on; try again', { 'retry-after': '3' })
      throw error
    }
  }
  return {
    async take(clientId, bytes, pathId) {
      const list: ListBytes = { key: randomUUID(), bytes, pathId }
      const refusal = await run(clientId, { kind: 'read', list })
      if (refusal) throw problemOf([refusal])
      return {
        mergeOwn: async (stored) => accepted(await run(clientId, { kind: 'mergeOwn', list, stored })),
        mergeCentral: async (stored) => accepted(await run(clientId, { kind: 'mergeCentral', list, stored })),
        show: (stored) => run(clientId, { kind: 'show', list, clientId, stored }),
      }
    },
    show: (clientId, stored) => run(clientId, { kind: 'show', clientId, stored }),
    close: pool.close,
  }
}

function accepted<T extends object>(merged: T | { violations: Violation[] }): T {
  if ('violations' in merged) throw problemOf(merged.violations)
  return merged
}

/** In characters or bytes, whichever the texts have. */
function lengthOf(job: PackageJob): number {
  const { document = '', prices } = job.kind === 'read' ? {} : job.stored
  return (job.list?.bytes.length ?? 0) + document.length + (prices?.length ?? 0)
}
