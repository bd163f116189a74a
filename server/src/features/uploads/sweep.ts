// Sweeps up after uploads: those nobody came back to, and files no row refers to (any more). In small steps, and only
// what has lain for a day: a file is there before its row is.
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Job, JobKind } from '../../jobs/job.ts'
import { clientFolder } from '../../outside/files/file-key.ts'
import type { Media } from '../media/media.ts'
import { findFilesInUse } from '../videos/read-videos.ts'
import { removeParts } from './parts.ts'
import { findPhotoFiles, findPosterFiles, findUploads, takeExpired } from './sweep-store.ts'
import { EXPIRES_MS } from './tus.ts'

export const SWEEP_JOB = 'files.sweep'

const DAY_MS = 24 * 3_600_000
const STEP = 100
const ATTEMPTS = 3

interface Place {
  database: Database
  media: Media
}

/** Answers how many uploads were given up. */
export async function sweepUploads({ database, media }: Place, now: Date): Promise<number> {
  const before = new Date(now.getTime() - EXPIRES_MS)
  let swept = 0
  for (;;) {
    const expired = await takeExpired(database, before, STEP)
    for (const { clientId, id, parts } of expired) await removeParts(media.files, clientId, id, parts)
    swept += expired.length
    if (expired.length < STEP) return swept
  }
}

/** Files in the making that a crash left behind. */
export const sweepTemps = ({ media }: Pick<Place, 'media'>, now: Date): Promise<number> =>
  media.files.sweepTemps(new Date(now.getTime() - DAY_MS))

/** Once a day for each client; one that waits already stays as it is. */
export async function planSweeps(database: Database, clientIds: readonly string[], now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + DAY_MS)
  for (const clientId of clientIds) {
    await inTransaction(database, (db) =>
      enqueue({ db, clientId, now }, { id: SWEEP_JOB, kind: SWEEP_JOB, payload: {}, dueAt }),
    )
  }
}

export const sweepFilesJob = (place: Place & { clock: () => Date }): JobKind => ({
  attempts: ATTEMPTS,
  work: (job: Job) => sweepFiles(place, job.clientId, place.clock(), job.signal).then(() => {}),
})

/** By kind of file: who refers to it, and under which name. */
const kinds = [
  // The sizes of a photo go with it: <photo>.<size>.jpg
  { kind: 'photos', find: findPhotoFiles, nameOf: (file: string) => file.replace(/\..*$/, '') },
  { kind: 'videos', find: findFilesInUse, nameOf: (file: string) => file },
  { kind: 'posters', find: findPosterFiles, nameOf: (file: string) => file.replace(/\.jpg$/, '') },
  { kind: 'uploads', find: findUploads, nameOf: (file: string) => file.replace(/\..*$/, '') },
] as const

/** Answers how many files were removed. */
export async function sweepFiles(
  { database, media }: Place,
  clientId: string,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(now.getTime() - DAY_MS)
  let swept = 0
  for (const { kind, find, nameOf } of kinds) {
    const prefix = `${clientFolder(clientId)}/${kind}/`
    const sweepSome = async (keys: readonly string[]) => {
      signal?.throwIfAborted()
      const names = keys.map((key) => nameOf(key.slice(prefix.length)))
      const known = await find(database, clientId, [...new Set(names)])
      for (const [index, key] of keys.entries()) {
        if (known.has(names[index] as string)) continue
        // The same bytes may have come again since, and their row be on its way.
        if (await media.files.removeOld(key, before)) swept++
      }
    }
    let old: string[] = []
    for await (const { key, changedAt } of media.files.list(prefix)) {
      if (changedAt >= before) continue
      old.push(key)
      if (old.length < STEP) continue
      await sweepSome(old)
      old = []
    }
    if (old.length > 0) await sweepSome(old)
  }
  return swept
}
