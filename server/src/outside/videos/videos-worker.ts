// The worker that cleans videos: one file after the other, waiting for the disk without blocking anybody else.
import { answerJobs } from '../answer-jobs.ts'
import type { Container } from '../ffmpeg.ts'
import { cleanVideo } from './clean-video.ts'

export interface VideoJob {
  path: string
  container: Container
}

answerJobs<VideoJob>(async ({ path, container }) => ({ value: cleanVideo(path, container) }))
