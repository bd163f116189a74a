// Everything that is done to pixels, off the event loop: taking photos in and making their sizes. Knows neither
// database nor storage.
import { createWorkerPool, defaultPoolSize, JobFailed, JobTimedOut, WorkerDied } from '../worker-pool.ts'
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
  /** For one job; a HEIC of a phone takes one or two seconds. */
  timeLimitMs?: number
  /** Threads at most; by the number of cores when not given, but few, as each may hold a large picture. */
  size?: number
  /** Jobs that may wait. */
  queue?: number
}

export interface Images {
  /** Judges the file at the path by its content. Rejects with ImageRefused, or Busy when too many wait. */
  takeIn(path: string): Promise<TakenIn>
  /** One size of what takeIn made. */
  makeSize(source: Buffer, name: PhotoSizeName, focus?: Focus): Promise<MadeSize>
  /** All sizes; dearer than one and much cheaper than six. */
  makeSizes(source: Buffer, focus?: Focus): Promise<Record<PhotoSizeName, MadeSize>>
  close(): Promise<void>
}

export function createImages({
  maxBytes = 25_000_000,
  maxPixels = 60_000_000,
  timeLimitMs = 10_000,
  size = Math.min(4, defaultPoolSize()),
  queue = 50,
}: ImagesOptions = {}): Images {
  const pool = createWorkerPool<ImageJob, unknown>({
    url: new URL('./images-worker.ts', import.meta.url),
    queue,
    timeLimitMs,
    size,
  })
  return {
    async takeIn(path) {
      try {
        const taken = (await pool.run({ kind: 'takeIn', path, limits: { maxBytes, maxPixels } })) as TakenIn
        return { ...taken, bytes: view(taken.bytes) }
      } catch (error) {
        throw asRefusal(error)
      }
    },
    async makeSize(source, name, focus) {
      const made = (await pool.run({ kind: 'makeSize', source, name, focus })) as MadeSize
      return { ...made, bytes: view(made.bytes) }
    },
    async makeSizes(source, focus) {
      const made = (await pool.run({ kind: 'makeSizes', source, focus })) as Record<PhotoSizeName, MadeSize>
      for (const one of Object.values(made)) one.bytes = view(one.bytes)
      return made
    },
    close: () => pool.close(),
  }
}

/** What arrives from a thread is plain bytes. */
const view = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function asRefusal(error: unknown): unknown {
  if (error instanceof JobTimedOut) return new ImageRefused('tooSlow', 'the photo takes too long to decode')
  if (error instanceof WorkerDied) return new ImageRefused('broken', 'the photo cannot be decoded')
  const reason =
    error instanceof JobFailed && (error.details as { reason?: RefusalReason } | undefined)?.reason
  return reason ? new ImageRefused(reason, (error as JobFailed).message) : error
}
