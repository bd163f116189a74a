// Cleans stored videos that came before videos were cleaned on arrival. Each is a separate step: if the process is killed, finished
// ones stay finished, and the rest is found again.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Job, JobKind } from '../../jobs/job.ts'
import { VideoRefused } from '../../outside/videos/videos.ts'
import type { Media } from '../media/media.ts'
import { keepVideo, videoKey } from './add-video.ts'
import { listVideoFiles } from './rows.ts'
import { containerOf } from './rules.ts'
import * as store from './store.ts'

export const CLEAN_JOB = 'video.clean'

export interface Room {
  database: Database
  media: Media
  clock: () => Date
}

const ATTEMPTS = 3
const STEP = 100

/** For clients that have such videos; a waiting job is left unchanged. */
export async function planCleaning(
  database: Database,
  clientIds: readonly string[],
  now: Date,
): Promise<void> {
  for (const clientId of await store.listClientsToClean(database, clientIds)) {
    await inTransaction(database, (db) =>
      enqueue({ db, clientId, now }, { id: CLEAN_JOB, kind: CLEAN_JOB, payload: {} }),
    )
  }
}

export const cleanVideosJob = (room: Room): JobKind => ({
  attempts: ATTEMPTS,
  async work(job) {
    const reader = { db: room.database, clientId: job.clientId }
    let videos: store.VideoToClean[]
    let last = { surveyId: '', id: '' }
    do {
      videos = await store.listToClean(reader, last, STEP)
      for (const video of videos) {
        job.signal.throwIfAborted()
        const failure = await cleanStored(room, job, video)
        if (failure !== undefined)
          await inScope(room, job, (scope) => store.setUncleanable(scope, video, failure))
        last = video
      }
    } while (videos.length === STEP)
  },
})

/** Returns in words why it cannot be cleaned. */
export async function cleanStored(
  room: Room,
  job: Job,
  video: store.VideoToClean,
): Promise<string | undefined> {
  const { database, media } = room
  const { clientId, signal } = job
  const old = videoKey(clientId, video.source)
  const path = media.files.tempPath()
  try {
    const stored = await media.files.open(old)
    if (!stored) return 'its file is gone'
    await pipeline(stored.stream, createWriteStream(path, { mode: 0o600 }), { signal })
    const { sha256, bytes } = await media.videos.clean(path, containerOf(video.sourceType), clientId)
    const kept = { source: sha256, sourceType: video.sourceType, sourceBytes: bytes }
    await keepVideo(media, clientId, path, kept)
    await inScope(room, job, (scope) => store.setCleaned(scope, video, kept))
  } catch (error) {
    if (error instanceof VideoRefused) return error.message
    throw error
  } finally {
    await rm(path, { force: true })
  }
  // Not left to the sweep: an address of it may have been given out a moment ago.
  const inUse = await listVideoFiles(database, clientId, [video.source])
  if (inUse.length === 0) await media.files.remove(old)
  return undefined
}

type JobScope = Parameters<typeof store.setCleaned>[0]

const inScope = (
  { database, clock }: Room,
  job: Job,
  work: (scope: JobScope) => Promise<void>,
): Promise<void> =>
  inTransaction(database, (db) =>
    work({ db, clientId: job.clientId, actor: { kind: 'system', id: job.kind }, now: clock() }),
  )
