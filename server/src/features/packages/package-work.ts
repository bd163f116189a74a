// The work on long packages and price lists, as jobs: the same here and in a worker.
import type { Package } from '@walkaround/contract/dms/packages.ts'
import { type ReadyJson, toJson } from '../../lib/ready-json.ts'
import { Recent } from '../../lib/recent.ts'
import { PriceList, toPackage } from './price-list.ts'
import type { PackageText } from './rules.ts'

/** The bytes of a list; its key is the same in all jobs on it. */
export interface ListBytes {
  key: string
  bytes: Uint8Array
  pathId: string
}

export type PackageJob =
  | { kind: 'read'; list: ListBytes }
  | { kind: 'mergeOwn' | 'mergeCentral'; list: ListBytes; stored: PackageText }
  | { kind: 'show'; list?: ListBytes; clientId: string; stored: PackageText }

export interface PackageResults {
  read: ReturnType<PriceList['read']>
  mergeOwn: ReturnType<PriceList['mergeOwn']>
  mergeCentral: ReturnType<PriceList['mergeCentral']>
  show: ReadyJson<Package>
}

/** Lists whose jobs are not finished; one that is missing is read again. */
const KEPT = 4

export function createPackageWork(): (job: PackageJob) => PackageResults[PackageJob['kind']] {
  const lists = new Recent<PriceList>(KEPT)
  const listOf = ({ key, bytes, pathId }: ListBytes): PriceList => {
    const known = lists.get(key)
    if (known) return known
    const list = new PriceList(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), pathId)
    lists.set(key, list)
    return list
  }
  return (job) => {
    if (job.kind === 'read') return listOf(job.list).read()
    if (job.kind !== 'show') return listOf(job.list)[job.kind](job.stored)
    if (!job.list) return toJson(toPackage(job.clientId, job.stored))
    const shown = listOf(job.list).show(job.clientId, job.stored)
    lists.delete(job.list.key)
    return shown
  }
}
