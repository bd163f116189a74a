// The work on long packages and price lists, as jobs: the same here and in a worker.
import type { Package } from '@walkaround/contract/dms/packages.ts'
import { type ReadyJson, toJson } from '../../lib/ready-json.ts'
import { Recent } from '../../lib/recent.ts'
import { type ParsedPackages, PriceList, toPackage } from './price-list.ts'
import type { PackageText } from './rules.ts'

/** `key` names a list from its first job to its last, so that its bytes are sent once. */
export type PackageJob =
  | { kind: 'read'; key: string; bytes: Uint8Array; pathId: string }
  | { kind: 'mergeOwn' | 'mergeCentral'; key: string; stored: PackageText }
  | { kind: 'tagFor'; key: string; clientId: string }
  | { kind: 'show'; clientId: string; stored: PackageText }

/** Undefined: the list is not known here, or has nothing to tell. */
export interface PackageResults {
  read: ReturnType<PriceList['read']>
  mergeOwn: ReturnType<PriceList['mergeOwn']> | undefined
  mergeCentral: ReturnType<PriceList['mergeCentral']> | undefined
  tagFor: ReturnType<PriceList['tagFor']>
  show: ReadyJson<Package>
}

/** Lists whose last job has not come yet; twice as many as the door lets in. */
const KEPT = 8
/** The one that was read, and what the list made of it. */
const PARSED = 2

export function createPackageWork(): (job: PackageJob) => PackageResults[PackageJob['kind']] {
  const lists = new Recent<PriceList>(KEPT)
  const packages: ParsedPackages = new Recent(PARSED)
  return (job) => {
    if (job.kind === 'show') return toJson(toPackage(job.clientId, job.stored))
    if (job.kind === 'read') {
      const { bytes } = job
      const list = new PriceList(
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        job.pathId,
        packages,
      )
      lists.set(job.key, list)
      return list.read()
    }
    const list = lists.get(job.key)
    if (job.kind !== 'tagFor') return list?.[job.kind](job.stored)
    lists.delete(job.key)
    return list?.tagFor(job.clientId)
  }
}
