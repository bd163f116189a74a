// Removes events that are older than their client keeps them. They are in a file before they are gone; if the process ends in
// between, they are in two files.
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Database } from '../database.ts'
import { dropEmptyPartitions } from './partitions.ts'
import * as store from './retention-store.ts'

const compress = promisify(gzip)

const BATCH = 2_000
/** Others come to their turn; what is left is removed at the next run. */
const LONGEST_RUN_MS = 20_000

interface RemoveOptions {
  database: Database
  /** Gets a folder for each client. */
  folder: string
  now: Date
  /** Only of this client, and until nothing is left. */
  clientId?: string
}

export interface Removed {
  events: number
  /** Names of the files that have them. */
  files: string[]
  /** Months of which nothing is left. */
  partitions: string[]
}

/** Several processes may do it at once: each rule is in the hands of one. */
export async function removeOldEvents(options: RemoveOptions): Promise<Removed> {
  const { database, clientId = null, now } = options
  const endsAt = clientId === null ? Date.now() + LONGEST_RUN_MS : Number.POSITIVE_INFINITY
  const files = new Set<string>()
  let events = 0
  for (const rule of await store.listDueRules(database, clientId)) {
    let removed = BATCH
    while (removed === BATCH && Date.now() < endsAt) {
      removed = await removeBatch(options, rule, files)
      events += removed
    }
  }
  return { events, files: [...files], partitions: await dropEmptyPartitions(database, now) }
}

function removeBatch(
  { database, folder, now }: RemoveOptions,
  due: store.DueRule,
  files: Set<string>,
): Promise<number> {
  return database.transaction(async (db) => {
    const rule = await store.lockRule(db, due)
    if (!rule) return 0
    const events = await store.listOld(db, rule, BATCH)
    if (rule.isExported && events.length > 0) {
      const file = join(folder, encodeURIComponent(rule.clientId), fileName(rule, now))
      await append(file, events.map(({ line }) => `${line}\n`).join(''))
      files.add(file)
    }
    await store.deleteOld(db, rule.clientId, events)
    if (events.length < BATCH) await store.setApplied(db, rule, rule.cutoff)
    return events.length
  })
}

const fileName = ({ kind }: store.DueRule, now: Date) =>
  `${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${kind === '' ? 'events' : kind}.ndjson.gz`

/** On the disk when it returns. Compressed pieces in a row are one compressed file. */
async function append(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(await compress(text))
    await file.sync()
  } finally {
    await file.close()
  }
}
