import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { formPhotos, richModel } from '../../../test/support/form-models.ts'
import { createWorkerPool } from '../../outside/worker-pool.ts'
import type { FormJob } from './form-worker.ts'
import { makePdf } from './make-pdf.ts'

const pool = createWorkerPool<FormJob, Uint8Array>({
  url: new URL('./form-worker.ts', import.meta.url),
  size: 1,
  queue: 4,
  timeLimitMs: 60_000,
})
after(() => pool.close())

test('a worker gives the same bytes, again and again', async () => {
  const model = richModel('handover-act', 'de')
  const photos = await formPhotos()
  const here = await makePdf(model, photos)
  for (let round = 0; round < 3; round++) {
    const pdf = await pool.run({ model, photos })
    assert.ok(Buffer.from(pdf).equals(here))
  }
})
