// A printed form as a PDF: read, drawn in a worker, and kept in memory until something it says has changed.
import { hash } from 'node:crypto'
import { type Form, forms } from '@walkaround/contract/dms/media.ts'
import { Recent } from '../../lib/recent.ts'
import { Busy, createWorkerPool, JobTimedOut, type WorkerPool } from '../../outside/worker-pool.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Media } from '../media/media.ts'
import { readPhotoSize } from '../photos/read-photos.ts'
import { photoKey } from '../photos/receive-photo.ts'
import type { FormJob } from './form-worker.ts'
import { LOGO, type LoadedForm, loadForm } from './load-form.ts'

export type FormPool = WorkerPool<FormJob, Uint8Array>

export interface PrintedForms {
  media: Media
  pool: FormPool
}

/** Forms that wait for a worker; with more, whoever asks is told to come back. */
const QUEUE = 16
const TIME_LIMIT_MS = 20_000
/** Some hundred kilobytes each. */
const KEPT = 40

export function createFormPool(): FormPool {
  return createWorkerPool({
    url: new URL('./form-worker.ts', import.meta.url),
    queue: QUEUE,
    timeLimitMs: TIME_LIMIT_MS,
  })
}

export interface MadeForm {
  bytes: Buffer
  etag: string
  fileName: string
}

const made = new Recent<Promise<Buffer>>(KEPT)

const isForm = (name: string): name is Form => (forms as readonly string[]).includes(name)

export async function getForm(
  scope: Scope,
  printing: PrintedForms,
  surveyId: string,
  name: string,
  drawing: 'form' | 'drawing' = 'form',
): Promise<MadeForm> {
  if (!isForm(name)) {
    throw problem('noSuchResource', `there is no form "${name}"; there are ${forms.join(', ')}`)
  }
  const loaded = await loadForm(scope, surveyId, name)
  const files = [...loaded.photos].map(([id, { file }]) => [id, file])
  const etag = hash(
    'sha256',
    JSON.stringify([scope.clientId, drawing, loaded.model, files, loaded.logo]),
    'hex',
  )
  let work = made.get(etag)
  if (!work) {
    work = draw(scope.clientId, printing, loaded, drawing)
    made.set(etag, work)
    // Who asks next tries again.
    work.catch(() => made.delete(etag))
  }
  return { bytes: await work, etag: `"${etag.slice(0, 32)}"`, fileName: fileNameOf(loaded, drawing) }
}

async function draw(
  clientId: string,
  { media, pool }: PrintedForms,
  { model, photos, logo }: LoadedForm,
  drawing: 'form' | 'drawing',
): Promise<Buffer> {
  const bytes = new Map<string, Uint8Array>()
  if (logo !== undefined) {
    const file = await media.files.read(photoKey(clientId, logo))
    if (file) bytes.set(LOGO, file)
  }
  for (const [id, photo] of drawing === 'drawing' ? [] : photos) {
    bytes.set(id, await readPhotoSize(media, clientId, photo, 'large'))
  }
  try {
    const pdf = await pool.run({ model, photos: bytes, drawing })
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  } catch (error) {
    if (error instanceof Busy || error instanceof JobTimedOut) {
      throw problem('busy', 'many forms are being made just now; try again', { 'retry-after': '3' })
    }
    throw error
  }
}

/** Of order number and plate: what people look for in a folder of downloads. */
function fileNameOf({ model }: LoadedForm, drawing: 'form' | 'drawing'): string {
  const parts = [
    drawing === 'drawing' ? 'damage-drawing' : model.form,
    model.order.externalId ?? model.order.id,
    model.vehicle.numberPlate ?? '',
  ]
  const name = parts
    .map((part) =>
      part
        .normalize('NFC')
        .replaceAll(/[^\p{L}\p{N}-]+/gu, '-')
        .replaceAll(/^-+|-+$/g, ''),
    )
    .filter((part) => part !== '')
    .join('_')
  return `${name.slice(0, 100)}.pdf`
}
