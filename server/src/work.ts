// What is done behind the doors: name of a job → use case, an explicit list, and nothing else.
import type { Database } from './db/database.ts'
import type { Media } from './features/media/media.ts'
import { SWEEP_JOB, sweepFilesJob } from './features/uploads/sweep.ts'
import { CONVERT_JOB } from './features/videos/add-video.ts'
import { convertVideoJob } from './features/videos/convert-video.ts'
import type { JobTable } from './jobs/job.ts'
import type { Ffmpeg } from './outside/ffmpeg.ts'

export interface WorkOptions {
  database: Database
  media: Media
  ffmpeg: Ffmpeg
  clock: () => Date
}

export function workTable(options: WorkOptions): JobTable {
  return {
    [CONVERT_JOB]: convertVideoJob(options),
    [SWEEP_JOB]: sweepFilesJob(options),
  }
}
