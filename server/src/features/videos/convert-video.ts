// The job that converts a recording into what every browser plays, with a poster. It may run again at any point: only a waiting
// video is changed, and files are named by their content.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Job, JobKind } from '../../jobs/job.ts'
import { type Ffmpeg, VideoUnreadable } from '../../outside/ffmpeg.ts'
import { leaveFiles } from '../media/leave-files.ts'
import type { Media } from '../media/media.ts'
import { posterKey, VIDEO_READY_JOB, videoKey } from './add-video.ts'
import { cleanStored } from './clean-stored.ts'
import { containerOf, isTooLong } from './rules.ts'
import * as store from './store.ts'

interface Studio {
  database: Database
  media: Media
  ffmpeg: Ffmpeg
  clock: () => Date
}

/** How often progress is stored. */
const PROGRESS_MS = 2_000
const ATTEMPTS = 3

export function convertVideoJob(studio: Studio): JobKind {
  return {
    attempts: ATTEMPTS,
    work: (job) => convertVideo(studio, job),
    onGivenUp: (job, failure) => settle(studio, job, { state: 'failed', failure }),
  }
}

const subjectOf = (job: Job) => job.payload as { surveyId: string; videoId: string }

async function convertVideo(studio: Studio, job: Job): Promise<void> {
  const { database, media, ffmpeg } = studio
  const { surveyId, videoId } = subjectOf(job)
  const video = await store.findVideo({ db: database, clientId: job.clientId }, surveyId, videoId)
  if (video?.state !== 'waiting') return
  if ((await ffmpeg.findVersion()) === undefined)
    return settle(studio, job, await keepAsRecorded(studio, job, video))
  const temps = Array.from({ length: 3 }, () => media.files.tempPath()) as [string, string, string]
  try {
    const made = await make(studio, job, video, temps)
    await settle(studio, job, made, made.file === video.source ? [] : [video.source])
  } catch (error) {
    if (!(error instanceof VideoUnreadable)) throw error
    await settle(studio, job, { state: 'failed', failure: error.message })
  } finally {
    for (const path of temps) await rm(path, { force: true })
  }
}

/** A video from before videos were cleaned is cleaned now: nothing else will remove the recorder's metadata. */
async function keepAsRecorded(studio: Studio, job: Job, video: store.VideoRow): Promise<store.Converted> {
  const { surveyId } = subjectOf(job)
  const failure = video.cleaned ? undefined : await cleanStored(studio, job, { ...video, surveyId })
  return failure === undefined ? { state: 'original' } : { state: 'failed', failure }
}

async function make(
  studio: Studio,
  job: Job,
  video: store.VideoRow,
  [source, result, poster]: [string, string, string],
): Promise<store.Converted> {
  const { media, ffmpeg } = studio
  const { clientId, signal } = job
  const limit = media.limits.videoSeconds
  const stored = await media.files.open(videoKey(clientId, video.source))
  if (!stored) throw await whyGone(studio, job, video)
  await pipeline(stored.stream, createWriteStream(source), { signal })

  const container = containerOf(video.sourceType)
  const { seconds } = await ffmpeg.probe(source, container, signal)
  if (isTooLong(seconds, limit)) throw tooLong(limit)
  await ffmpeg.convert(source, result, {
    container,
    // One second more than allowed, to detect videos of unknown length that are too long.
    maxSeconds: limit + 1,
    seconds,
    signal,
    onProgress: progressWriter(studio, job),
  })
  const made = await ffmpeg.probe(result, 'mov', signal)
  if (isTooLong(made.seconds, limit)) throw tooLong(limit)
  await ffmpeg.makePoster(result, poster, {
    seconds: made.seconds,
    signal,
  })
  const [file, posterFile] = [await hashOf(result), await hashOf(poster)]
  await media.files.put(videoKey(clientId, file), { path: result }, 'video/mp4')
  await media.files.put(posterKey(clientId, posterFile), { path: poster }, 'image/jpeg')
  return {
    state: 'ready',
    file,
    contentType: 'video/mp4',
    bytes: (await stat(result)).size,
    poster: posterFile,
    width: made.width,
    height: made.height,
    durationMs: made.seconds === undefined ? undefined : Math.round(made.seconds * 1000),
  }
}

/** Cleaning may have renamed its file; the next attempt finds it. */
async function whyGone({ database }: Studio, job: Job, { id, source }: store.VideoRow): Promise<Error> {
  const now = await store.findVideo({ db: database, clientId: job.clientId }, subjectOf(job).surveyId, id)
  return now?.source === source
    ? new VideoUnreadable('its file is gone')
    : new Error('it was cleaned meanwhile')
}

const tooLong = (limit: number) => new VideoUnreadable(`it is longer than ${limit} seconds`)

function progressWriter({ database }: Studio, job: Job): (percent: number) => void {
  const { surveyId, videoId } = subjectOf(job)
  let writtenAt = performance.now()
  let isWriting = false
  return (percent) => {
    if (isWriting || performance.now() - writtenAt < PROGRESS_MS) return
    isWriting = true
    writtenAt = performance.now()
    store
      .setProgress({ db: database, clientId: job.clientId }, surveyId, videoId, percent)
      // Nothing depends on it.
      .catch(() => {})
      .finally(() => {
        isWriting = false
      })
  }
}

async function settle(
  { database, clock }: Studio,
  job: Job,
  converted: store.Converted,
  left: readonly string[] = [],
): Promise<void> {
  const { surveyId, videoId } = subjectOf(job)
  const actor = { kind: 'system', id: job.kind } as const
  await inTransaction(database, async (db) => {
    const scope = { db, clientId: job.clientId, actor, now: clock() }
    await store.setConverted(scope, surveyId, videoId, converted)
    if (left.length > 0) await leaveFiles(scope, { videos: left })
    await enqueue(scope, { kind: VIDEO_READY_JOB, payload: { surveyId } })
  })
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
