// All work on pixels, off the event loop: accepting photos and making their sizes. Knows neither database nor storage.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { MarkupShape } from '@walkaround/contract/app/markup.ts'
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

interface ImagesOptions {
  /** Of an upload, in bytes. */
  maxBytes?: number
  maxPixels?: number
  /** Longest side; no camera makes longer ones, and a decoder takes very long for such a row. */
  maxSide?: number
  /** Per job; a HEIC from a phone takes one or two seconds. */
  timeLimitMs?: number
  /** Most threads. The default follows the number of cores but stays small, as each may hold a large picture. */
  size?: number
  /** Jobs that may wait. */
  queue?: number
}

export interface Images {
  /** Judges the file at the path by its content. Rejects with ImageRefused, or with Busy if too many wait. */
  takeIn(path: string, owner: string): Promise<TakenIn>
  /** Makes one size from a result of takeIn. */
  makeSize(source: Buffer, name: PhotoSizeName, focus?: Focus, owner?: string): Promise<MadeSize>
  /** Makes all sizes; slower than one, but much faster than six separate calls. */
  makeSizes(source: Buffer, focus?: Focus, owner?: string): Promise<Record<PhotoSizeName, MadeSize>>
  /** Draws shapes into a result of takeIn and blurs areas: upright, in the format of the source. */
  markUp(source: Buffer, shapes: readonly MarkupShape[], owner?: string): Promise<Buffer>
  close(): Promise<void>
}

/** The largest picture takes some seconds, on a busy machine many times that. */
const TIME_LIMIT_MS = 120_000

export function createImages({
  maxBytes = 25_000_000,
  maxPixels = 60_000_000,
  maxSide = 20_000,
  timeLimitMs = TIME_LIMIT_MS,
  size = Math.min(4, defaultPoolSize()),
  queue = 50,
}: ImagesOptions = {}): Images {
  const url = new URL('./images-worker.ts', import.meta.url)
  const shape = { url, queue, timeLimitMs, size }
  // Uploads are decoded in a process that can be killed; sizes are made from files that were decoded once.
  const arrivals = createWorkerPool<ImageJob, unknown>({ ...shape, isolation: 'process' })
  const pool = createWorkerPool<ImageJob, unknown>(shape)
  /** Hashes of photos that took too long once. */
  const slow = new Recent<true>(1000)
  return {
    async takeIn(path, owner) {
      const limits = { maxBytes, maxPixels, maxSide }
      try {
        const taken = (await arrivals.run({ kind: 'takeIn', path, limits }, { owner })) as TakenIn
        return { ...taken, bytes: view(taken.bytes) }
      } catch (error) {
        if (!(error instanceof JobTimedOut)) throw asRefusal(error)
        // The first time the machine may be to blame; the second time it is the photo.
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
    async markUp(source, shapes, owner) {
      return view((await pool.run({ kind: 'markUp', source, shapes }, { owner })) as Uint8Array)
    },
    close: async () => {
      await Promise.all([arrivals.close(), pool.close()])
    },
  }
}

/** A thread sends plain bytes. */
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
