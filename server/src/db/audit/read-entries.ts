// Reads the audit of one client: page by page, newest first, as people look at it, or from the oldest on as it is exported.
import type { ChainedEntry } from '@walkaround/contract/rules/audit-entries.ts'
import type { Db } from '../sql.ts'
import { chainedOf, type EntryRow } from './chain.ts'
import { type EntryFilter, listNewest, listOldest } from './entry-store.ts'

export type { EntryFilter } from './entry-store.ts'

/** All that the chain hashes, with the hash. An entry that the chain has not taken up yet has neither position nor hash. */
interface ShownEntry extends Omit<ChainedEntry, 'position'> {
  area: string
  position?: number
  hash?: string
}

export function toShownEntry(row: EntryRow): ShownEntry {
  const { position, ...entry } = chainedOf(row, row.position ?? 0)
  return {
    ...entry,
    area: row.area,
    ...(row.position === null || row.hash === null
      ? {}
      : { position, hash: Buffer.from(row.hash).toString('hex') }),
  }
}

export async function readNewest(
  db: Db,
  clientId: string,
  filter: EntryFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<{ entries: ShownEntry[]; next?: number }> {
  const rows = await listNewest(db, clientId, filter, { before: before ?? null, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { entries: shown.map(toShownEntry), ...(rows.length > limit && last ? { next: last.id } : {}) }
}

const BATCH = 500

/** In batches: an export is as long as the audit. */
export async function* readOldest(
  db: Db,
  clientId: string,
  filter: EntryFilter,
): AsyncGenerator<ShownEntry[]> {
  for (let after = 0; ; ) {
    const rows = await listOldest(db, clientId, filter, { after, limit: BATCH })
    if (rows.length > 0) yield rows.map(toShownEntry)
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? after
  }
}

/** One page of the same, for those who fetch it themselves. */
export async function readOldestPage(
  db: Db,
  clientId: string,
  filter: EntryFilter,
  after: number,
): Promise<{ entries: ShownEntry[]; next?: number }> {
  const rows = await listOldest(db, clientId, filter, { after, limit: BATCH })
  const last = rows.at(-1)
  return {
    entries: rows.map(toShownEntry),
    ...(rows.length === BATCH && last ? { next: last.id } : {}),
  }
}
