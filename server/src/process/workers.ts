// What the service does besides serving requests: jobs, callbacks, messages, the Telegram bot. Closing finishes work in progress.
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { type Callbacks, startCallbacks } from '../features/callbacks/deliver-loop.ts'
import type { Media } from '../features/media/media.ts'
import { startReadingBots, startReadingTelegram } from '../features/messages/read-telegram.ts'
import { type Jobs, startJobs } from '../jobs/work-loop.ts'
import { createFfmpeg } from '../outside/ffmpeg.ts'
import { postTable, workTable } from '../work.ts'
import type { OpenedCallbacks } from './open-callbacks.ts'
import type { OpenedPost } from './open-post.ts'
import type { Parts } from './parts.ts'

/** A video keeps a core busy; sweeping must not wait for it. */
const JOBS_AT_ONCE = 2
const POLL_MS = 1_000
/** Sending is mostly waiting for other servers. */
const MESSAGES_AT_ONCE = 4

interface WorkerOptions {
  config: Pick<Config, 'ffmpeg'>
  logger: Logger
  database: Database
  media: Media
  callbacks: OpenedCallbacks
  post: OpenedPost
  isPrepared: () => boolean
  /** Where links of messages lead. */
  pagesUrl: () => string
}

export interface Workers {
  delivering: Callbacks
  sending: Jobs
}

export function startWorkers(parts: Parts, options: WorkerOptions): Workers {
  const { database, media, callbacks, post, isPrepared, logger } = options
  const clock = () => new Date()
  const warn = (text: string, error: unknown, more: object = {}) =>
    logger.warn({ ...more, ...(error ? { failure: { name: (error as Error).name } } : {}) }, text)
  const loop = {
    database,
    clock,
    isPrepared,
    pollMs: POLL_MS,
    onFailure: (kind: string, error: unknown, isGivenUp: boolean) =>
      warn(`job: ${kind}`, error, { isGivenUp }),
  }
  parts.add(
    startJobs({
      ...loop,
      table: workTable({
        database,
        media,
        ffmpeg: createFfmpeg({ program: options.config.ffmpeg }),
        clock,
      }),
      concurrency: JOBS_AT_ONCE,
    }),
    (jobs) => jobs.stop(),
  )
  const delivering = parts.add(
    startCallbacks({
      ...callbacks.deliverOptions(database, clock),
      pollMs: POLL_MS,
      isPrepared,
      isAlone: database.engine === 'embedded',
      onFailure: (what, client, error) => warn(`callback: ${what}`, error, { client }),
    }),
    (running) => running.stop(),
  )
  const sending = parts.add(
    startJobs({
      ...loop,
      table: postTable({
        database,
        box: callbacks.box,
        clock,
        baseUrl: options.pagesUrl,
        media,
        channelFor: post.channels.channelFor,
        onSent: () => delivering.nudge(),
      }),
      concurrency: MESSAGES_AT_ONCE,
    }),
    (jobs) => jobs.stop(),
  )
  if (post.telegram) {
    parts.add(
      startReadingTelegram({
        database,
        telegram: post.telegram,
        clock,
        isPrepared,
        onFailure: (error) => warn('reading the Telegram bot', error),
      }),
      (reading) => reading.stop(),
    )
  }
  parts.add(
    startReadingBots({
      database,
      channels: post.channels,
      box: callbacks.box,
      clock,
      isPrepared,
      onFailure: (error) => warn("reading a client's Telegram bot", error),
    }),
    (reading) => reading.stop(),
  )
  return { delivering, sending }
}
