// Everything that is done to pixels, off the event loop: taking photos in and making their sizes. Knows neither
// database nor storage.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Recent } from '../../lib/recent.ts'
import {
  Busy,
  createWorkerPool,
  defaultPoolSize,
  JobFailed,
  JobTimedOut,
  WorkerDied,
} from '../worker-pool.ts'
import { ImageRefused, type RefusalReason } from './image-refused.ts'
import type { ImageJob } from './images-worker.ts'
import type { MadeSize } from './make-sizes.ts'
import type { Focus, PhotoSizeName } from './photo-sizes.ts'
import type { TakenIn } from './take-in.ts'

export { ImageRefused } from './image-refused.ts'
export type { MadeSize } from './make-sizes.ts'
export type { TakenIn } from './take-in.ts'

export interface ImagesOptions {
  /** Of an upload. */
  maxBytes?: number
  maxPixels?: number
  /** Of one side; no camera makes longer ones, and a decoder takes very long for a line of them. */
  maxSide?: number
  /** For one job; a HEIC of a phone takes one or two seconds. */
  timeLimitMs?: number
  /** Threads at most; by the number of cores when not given, but few, as each may hold a large picture. */
  size?: number
  /** Jobs that may wait. */
  queue?: number
}

export interface Images {
  /** Judges the file at the path by its content. Rejects with ImageRefused, or Busy when too many wait. */
  takeIn(path: string, owner: string): Promise<TakenIn>
  /** One size of what takeIn made. */
  makeSize(source: Buffer, name: PhotoSizeName, focus?: Focus, owner?: string): Promise<MadeSize>
  /** All sizes; dearer than one and much cheaper than six. */
  makeSizes(source: Buffer, focus?: Focus, owner?: string): Promise<Record<PhotoSizeName, MadeSize>>
  close(): Promise<void>
}

/** A process at low priority takes its time to start on a busy machine. */
const START_LIMIT_MS = 120_000

export function createImages({
  maxBytes = 25_000_000,
  maxPixels = 60_000_000,
  maxSide = 20_000,
  timeLimitMs = 40_000,
  size = Math.min(4, defaultPoolSize()),
  queue = 50,
}: ImagesOptions = {}): Images {
  const url = new URL('./images-worker.ts', import.meta.url)
  const shape = { url, queue, timeLimitMs, startLimitMs: START_LIMIT_MS, size }
  // What strangers send is decoded where it can be killed; sizes are made of what was decoded once.
  const arrivals = createWorkerPool<ImageJob, unknown>({ ...shape, isolation: 'process' })
  const pool = createWorkerPool<ImageJob, unknown>(shape)
  /** Photos that took too long once, by hash. */
  const slow = new Recent<true>(1000)
  return {
    async takeIn(path, owner) {
      const limits = { maxBytes, maxPixels, maxSide }
      try {
        const taken = (await arrivals.run({ kind: 'takeIn', path, limits }, { owner })) as TakenIn
        return { ...taken, bytes: view(taken.bytes) }
      } catch (error) {
        if (!(error instanceof JobTimedOut)) throw asRefusal(error)
        // Once it was the machine; the same photo a second time is the photo.
        const hash = await hashOf(path)
        if (slow.get(hash)) throw new ImageRefused('tooSlow', 'the photo took too long to decode, twice')
        slow.set(hash, true)
        throw new Busy('the photo took too long to decode')
      }
    },
    async makeSize(source, name, focus, owner) {
      const made = (await pool.run({ kind: 'makeSize', source, name, focus }, { owner })) as MadeSize
      return { ...made, bytes: view(made.bytes) }
    },
    async makeSizes(source, focus, owner) {
      const made = (await pool.run({ kind: 'makeSizes', source, focus }, { owner })) as Record<
        PhotoSizeName,
        MadeSize
      >
      for (const one of Object.values(made)) one.bytes = view(one.bytes)
      return made
    },
    close: async () => {
      await Promise.all([arrivals.close(), pool.close()])
    },
  }
}

/** What arrives from a thread is plain bytes. */
const view = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function asRefusal(error: unknown): unknown {
  if (error instanceof WorkerDied) return new ImageRefused('broken', 'the photo cannot be decoded')
  const reason =
    error instanceof JobFailed && (error.details as { reason?: RefusalReason } | undefined)?.reason
  return reason ? new ImageRefused(reason, (error as JobFailed).message) : error
}
