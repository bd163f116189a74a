// The worker that handles pixels: sets the library's limits once, then does the jobs of images.ts.
import type { MarkupShape } from '@walkaround/contract/app/markup.ts'
import sharp from 'sharp'
import { answerJobs } from '../answer-jobs.ts'
import { makeSize, makeSizes } from './make-sizes.ts'
import { markUp } from './mark-up.ts'
import type { Focus, PhotoSizeName } from './photo-sizes.ts'
import { type ImageLimits, takeIn } from './take-in.ts'

export type ImageJob =
  | { kind: 'takeIn'; path: string; limits: ImageLimits }
  | { kind: 'makeSize'; source: Uint8Array; name: PhotoSizeName; focus: Focus | undefined }
  | { kind: 'makeSizes'; source: Uint8Array; focus: Focus | undefined }
  | { kind: 'markUp'; source: Uint8Array; shapes: readonly MarkupShape[] }

// For the whole process: the library has no setting per thread. The pool decides how many work at once.
sharp.concurrency(1)
sharp.cache(false)

const view = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

answerJobs<ImageJob>(async (job) => {
  switch (job.kind) {
    case 'takeIn':
      return { value: await takeIn(job.path, job.limits) }
    case 'makeSize':
      return { value: await makeSize(view(job.source), job.name, job.focus) }
    case 'makeSizes':
      return { value: await makeSizes(view(job.source), job.focus) }
    case 'markUp':
      return { value: await markUp(view(job.source), job.shapes) }
  }
})
