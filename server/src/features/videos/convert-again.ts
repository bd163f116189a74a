// Converts videos that were kept as recorded because nothing could convert them at the time.
import { enqueue } from '../../jobs/enqueue.ts'
import type { Scope } from '../../scope.ts'
import { CONVERT_JOB } from './add-video.ts'
import { setWaiting } from './store.ts'

/** Returns how many. They are served as recorded until they are converted. */
export async function convertAgain(scope: Scope): Promise<{ videos: number }> {
  const videos = await setWaiting(scope)
  for (const payload of videos) await enqueue(scope, { kind: CONVERT_JOB, payload })
  return { videos: videos.length }
}
