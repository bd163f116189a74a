// The worker thread that makes PDFs for a pool. One message in, one PDF out; fonts stay parsed between messages.
import { answerJobs } from '../../outside/answer-jobs.ts'
import { type FormExtent, makePdf } from './make-pdf.ts'
import type { FormModel } from './model.ts'

export type FormJob = {
  readonly model: FormModel
  readonly photos: ReadonlyMap<string, Uint8Array>
  readonly drawing?: FormExtent
}

answerJobs<FormJob>(async ({ model, photos, drawing }) => {
  const pdf = await makePdf(model, photos, drawing)
  // A separate copy: a buffer from Node's shared pool must not be transferred.
  const value = new Uint8Array(pdf)
  return { value, transfer: [value.buffer] }
})
