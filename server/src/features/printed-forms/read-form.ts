// A printed form as a PDF: read, drawn in a worker, and cached until something in it changes.
import { hash } from 'node:crypto'
import { type Form, forms } from '@walkaround/contract/dms/media.ts'
import { Recent } from '../../lib/recent.ts'
import { Busy, createWorkerPool, JobTimedOut, type WorkerPool } from '../../outside/worker-pool.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { type Face, fileOf, findPictures, pictures } from '../faces/face.ts'
import type { Media } from '../media/media.ts'
import { type PhotoRow, readPhotoSize } from '../photos/read-photos.ts'
import type { FormJob } from './form-worker.ts'
import { faceRefs, type LoadedForm, loadForm, type Online } from './load-form.ts'

export type FormPool = WorkerPool<FormJob, Uint8Array>

export interface PrintedForms {
  media: Media
  pool: FormPool
  /** Where owners see the same online. */
  online?: Online | undefined
}

/** Most forms that may wait for a worker; further requests are told to try again. */
const QUEUE = 16
/** A form takes a fraction of a second; on a busy machine the first one, with its fonts, takes many. */
const TIME_LIMIT_MS = 60_000
/** Some hundred kilobytes each. */
const KEPT = 40

export function createFormPool(options: { size?: number; queue?: number } = {}): FormPool {
  return createWorkerPool({
    url: new URL('./form-worker.ts', import.meta.url),
    queue: QUEUE,
    timeLimitMs: TIME_LIMIT_MS,
    ...options,
  })
}

export interface MadeForm {
  /** Draws the form on demand; a caller that already has this state needs no worker. */
  bytes: () => Promise<Buffer>
  etag: string
  fileName: string
}

const madeBy = new WeakMap<FormPool, Recent<Promise<Buffer>>>()

function madeIn(pool: FormPool): Recent<Promise<Buffer>> {
  const made = madeBy.get(pool) ?? new Recent<Promise<Buffer>>(KEPT)
  madeBy.set(pool, made)
  return made
}

const isForm = (name: string): name is Form => (forms as readonly string[]).includes(name)

export async function getForm(
  scope: Scope,
  printing: PrintedForms,
  surveyId: string,
  name: string,
  { drawing = 'form', language }: { drawing?: 'form' | 'drawing'; language?: string | undefined } = {},
): Promise<MadeForm> {
  if (!isForm(name)) {
    throw problem('noSuchResource', `there is no form "${name}"; there are ${forms.join(', ')}`)
  }
  const loaded = await loadForm(scope, surveyId, name, { online: printing.online, language })
  const files = [...loaded.photos].map(([id, { file }]) => [id, file])
  const etag = hash(
    'sha256',
    JSON.stringify([
      scope.clientId,
      drawing,
      loaded.model,
      files,
      pictures.map((one) => fileOf(loaded.face, one)),
    ]),
    'hex',
  )
  const made = madeIn(printing.pool)
  const bytes = () => {
    const known = made.get(etag)
    if (known) return known
    const work = draw(scope.clientId, printing, loaded, drawing)
    made.set(etag, work)
    // The next request tries again.
    work.catch(() => made.delete(etag))
    return work
  }
  return { bytes, etag: `"${etag.slice(0, 32)}"`, fileName: fileNameOf(loaded, drawing) }
}

/** An act shows only the photos of its marks; a survey may have fifty others. */
function photosOn({ model, photos }: LoadedForm, drawing: 'form' | 'drawing'): [string, PhotoRow][] {
  if (drawing === 'drawing') return []
  if (model.form === 'survey-summary' || model.form === 'handover-pack') return [...photos]
  const ofMarks = new Set(model.damage?.marks.flatMap((mark) => mark.photos ?? []))
  return [...photos].filter(([id]) => ofMarks.has(id))
}

/** The logo and the advisor's picture, by their refs. */
export async function readFacePictures(
  clientId: string,
  media: Media,
  face: Face,
): Promise<Map<string, Uint8Array>> {
  const found = await findPictures(clientId, media, face)
  return new Map(Array.from(found, ([name, { bytes }]) => [faceRefs[name], bytes]))
}

async function draw(
  clientId: string,
  { media, pool }: PrintedForms,
  loaded: LoadedForm,
  drawing: 'form' | 'drawing',
): Promise<Buffer> {
  const { model } = loaded
  const bytes = await readFacePictures(clientId, media, loaded.face)
  for (const [id, photo] of photosOn(loaded, drawing)) {
    bytes.set(id, await readPhotoSize(media, clientId, photo, 'large'))
  }
  return drawForm(pool, clientId, { model, photos: bytes, drawing })
}

/** In a worker; a client with many forms does not delay others. */
export async function drawForm(pool: FormPool, clientId: string, job: FormJob): Promise<Buffer> {
  try {
    const pdf = await pool.run(job, { owner: clientId })
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  } catch (error) {
    if (error instanceof Busy || error instanceof JobTimedOut) {
      throw problem('busy', 'too many forms are being made right now; try again', { 'retry-after': '3' })
    }
    throw error
  }
}

/** Contains order number and plate, which people look for in a folder of downloads. */
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
  // By characters: a header cannot contain half a surrogate pair.
  return `${[...name].slice(0, 100).join('')}.pdf`
}

/** ASCII letters for old clients, and the real name next to it (RFC 6266). */
export const dispositionOf = (how: 'inline' | 'attachment', fileName: string): string =>
  `${how}; filename="${fileName.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
