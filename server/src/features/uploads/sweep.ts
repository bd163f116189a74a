// Cleans up after uploads: abandoned ones, and files that no row refers to. In small steps, and only files older than a day: a file
// exists before its row does.
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Job, JobKind } from '../../jobs/job.ts'
import { listSitePictures } from '../../organisation/client-store.ts'
import { clientFolder } from '../../outside/files/file-key.ts'
import { photoSizeNames } from '../../outside/images/photo-sizes.ts'
import type { LeftFiles } from '../media/leave-files.ts'
import type { Media } from '../media/media.ts'
import { photoKey } from '../photos/receive-photo.ts'
import { listMarkedPhotosNamed, listPhotosNamed } from '../photos/rows.ts'
import { posterKey, videoKey } from '../videos/add-video.ts'
import { listPosters, listVideoFiles } from '../videos/rows.ts'
import { removeParts } from './parts.ts'
import { listUploads, takeExpired } from './sweep-store.ts'
import { EXPIRES_MS } from './tus.ts'

export const SWEEP_JOB = 'files.sweep'

const DAY_MS = 24 * 3_600_000
const STEP = 100
const ATTEMPTS = 3

interface Sweep {
  database: Database
  media: Media
}

/** Returns how many uploads were removed. */
export async function sweepUploads({ database, media }: Sweep, now: Date): Promise<number> {
  const before = new Date(now.getTime() - EXPIRES_MS)
  let swept = 0
  for (;;) {
    const expired = await takeExpired(database, before, STEP)
    for (const { clientId, id, parts } of expired) await removeParts(media.files, clientId, id, parts)
    swept += expired.length
    if (expired.length < STEP) return swept
  }
}

/** Removes unfinished files that a crash left behind. */
export const sweepTemps = ({ media }: Pick<Sweep, 'media'>, now: Date): Promise<number> =>
  media.files.sweepTemps(new Date(now.getTime() - DAY_MS))

/** Once a day for each client; a waiting job is left unchanged. */
export async function planSweeps(database: Database, clientIds: readonly string[], now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + DAY_MS)
  for (const clientId of clientIds) {
    await inTransaction(database, (db) =>
      enqueue({ db, clientId, now }, { id: SWEEP_JOB, kind: SWEEP_JOB, payload: {}, dueAt }),
    )
  }
}

export const sweepFilesJob = (place: Sweep & { clock: () => Date }): JobKind => ({
  attempts: ATTEMPTS,
  work: (job: Job) => sweepFiles(place, job.clientId, place.clock(), job.signal).then(() => {}),
})

/** Files that a change left without a row; a failed attempt is repeated, and the walk finds what was given up. */
export const leftFilesJob = (place: Sweep & { clock: () => Date }): JobKind => ({
  attempts: ATTEMPTS,
  async work(job: Job) {
    const { photos = [], videos = [], posters = [] } = job.payload as LeftFiles
    const { clientId } = job
    const before = new Date(place.clock().getTime() - DAY_MS)
    const sizesOf = (photo: string) =>
      [undefined, ...photoSizeNames].map((size) => photoKey(clientId, photo, size))
    const keys = {
      photos: photos.flatMap(sizesOf),
      videos: videos.map((video) => videoKey(clientId, video)),
      posters: posters.map((poster) => posterKey(clientId, poster)),
    }
    for (const one of kinds)
      if (one.kind !== 'uploads') await removeUnused(place, clientId, keys[one.kind], { ...one, before })
  },
})

/** For each kind of file, what may refer to it, and under which name. */
const kinds = [
  // The sizes of a photo are removed with it: <photo>.<size>.jpg, or <photo>.<drawn>.<size>.jpg of one that was drawn on
  {
    kind: 'photos',
    referrers: [listPhotosNamed, listMarkedPhotosNamed, listSitePictures],
    nameOf: (file: string) => file.replace(/(\.[a-z-]+\.jpg)$/, ''),
  },
  { kind: 'videos', referrers: [listVideoFiles], nameOf: (file: string) => file },
  { kind: 'posters', referrers: [listPosters], nameOf: (file: string) => file.replace(/\.jpg$/, '') },
  { kind: 'uploads', referrers: [listUploads], nameOf: (file: string) => file.replace(/\..*$/, '') },
] as const

const prefixOf = (clientId: string, kind: string) => `${clientFolder(clientId)}/${kind}/`

/** Removes those of the files that no row refers to and that are old enough. Returns how many. */
async function removeUnused(
  { database, media }: Sweep,
  clientId: string,
  keys: readonly string[],
  { kind, referrers, nameOf, before }: (typeof kinds)[number] & { before: Date },
): Promise<number> {
  if (keys.length === 0) return 0
  const names = keys.map((key) => nameOf(key.slice(prefixOf(clientId, kind).length)))
  const asked = [...new Set(names)]
  const lists = await Promise.all(referrers.map((list) => list(database, clientId, asked)))
  const known = new Set(lists.flat())
  let removed = 0
  for (const [index, key] of keys.entries()) {
    if (known.has(names[index] as string)) continue
    // The same bytes may have been uploaded again, with their row not written yet.
    if (await media.files.removeOld(key, before)) removed++
  }
  return removed
}

/**
 * The part of the files that is walked on a day: names are hashes in hex, so each digit begins a sixteenth of them. Follows from the
 * date, so nothing is stored, and a day on which no service ran is made up for sixteen days later.
 */
const digitOf = (now: Date): string => (Math.floor(now.getTime() / DAY_MS) % 16).toString(16)

/** Walks a sixteenth of the photos, videos and posters, and all uploads, which are few. Returns how many files were removed. */
export async function sweepFiles(
  place: Sweep,
  clientId: string,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(now.getTime() - DAY_MS)
  let swept = 0
  for (const one of kinds) {
    const prefix = prefixOf(clientId, one.kind) + (one.kind === 'uploads' ? '' : digitOf(now))
    const sweepSome = async (keys: readonly string[]) => {
      signal?.throwIfAborted()
      swept += await removeUnused(place, clientId, keys, { ...one, before })
    }
    let old: string[] = []
    for await (const { key, changedAt } of place.media.files.list(prefix)) {
      if (changedAt >= before) continue
      old.push(key)
      if (old.length < STEP) continue
      await sweepSome(old)
      old = []
    }
    await sweepSome(old)
  }
  return swept
}
