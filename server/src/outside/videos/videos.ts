// Cleans videos off the event loop. Knows neither database nor storage.
import type { Container } from '../ffmpeg.ts'
import { Busy, createWorkerPool, JobFailed, JobTimedOut } from '../worker-pool.ts'
import type { CleanVideo } from './clean-video.ts'
import { VideoRefused } from './video-refused.ts'
import type { VideoJob } from './videos-worker.ts'

export type { CleanVideo } from './clean-video.ts'
export { VideoRefused } from './video-refused.ts'

export interface Videos {
  /** Changes the file at the path. Rejects with VideoRefused, or with Busy if too many wait. */
  clean(path: string, container: Container, owner: string): Promise<CleanVideo>
  close(): Promise<void>
}

/** Enough to read the largest video that a setting allows, even from a slow disk. */
const TIME_LIMIT_MS = 10 * 60_000
const THREADS = 2
const QUEUE = 20

export function createVideos(): Videos {
  const url = new URL('./videos-worker.ts', import.meta.url)
  const pool = createWorkerPool<VideoJob, CleanVideo>({
    url,
    size: THREADS,
    queue: QUEUE,
    timeLimitMs: TIME_LIMIT_MS,
  })
  return {
    async clean(path, container, owner) {
      try {
        return await pool.run({ path, container }, { owner })
      } catch (error) {
        if (error instanceof JobTimedOut) throw new Busy('the video took too long to clean')
        const isRefusal =
          error instanceof JobFailed && (error.details as { isRefusal?: true } | undefined)?.isRefusal
        throw isRefusal ? new VideoRefused((error as Error).message) : error
      }
    },
    close: () => pool.close(),
  }
}
