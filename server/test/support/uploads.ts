// Resumable uploads as the web apps send them, and what they send: small generated photos and videos.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { createFfmpeg } from '../../src/outside/ffmpeg.ts'
import { BASE_URL, makeClient, request, type TestClient } from './api.ts'
import { emptyFilm } from './films.ts'
import { putOrder, surveyIdOf } from './scenes.ts'

export const tus = { 'tus-resumable': '1.0.0' }

export const metadataText = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

export interface Place {
  client: TestClient
  surveyId: string
}

/** A client that may add photos, with an order and its survey. */
export async function makePlace(): Promise<Place> {
  const client = await makeClient()
  const order = await putOrder(client, { technicianSurveyRelease: true })
  return { client, surveyId: surveyIdOf(order) }
}

type Headers = Record<string, string>

export function call(
  { client }: Place,
  method: 'POST' | 'GET' | 'HEAD' | 'PATCH' | 'DELETE',
  path: string,
  { headers = {}, body }: { headers?: Headers; body?: Buffer } = {},
): Promise<LightMyRequestResponse> {
  return request({
    method,
    url: path.startsWith('http') ? path.slice(BASE_URL.length) : `/app/system-clients/${client.id}${path}`,
    headers: { 'x-api-key': client.key, ...tus, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  })
}

export const begin = (
  place: Place,
  length: number,
  metadata: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  call(place, 'POST', '/uploads', {
    headers: {
      'upload-length': String(length),
      'upload-metadata': metadataText({ kind: 'photo', survey_id: place.surveyId, id: 'p1', ...metadata }),
    },
  })

/** The address of a new upload. */
export async function begun(
  place: Place,
  length: number,
  metadata?: Record<string, string>,
): Promise<string> {
  const response = await begin(place, length, metadata)
  assert.equal(response.statusCode, 201, response.body)
  return response.headers.location as string
}

export const patch = (
  place: Place,
  location: string,
  offset: number,
  body: Buffer,
  headers: Headers = {},
): Promise<LightMyRequestResponse> =>
  call(place, 'PATCH', location, {
    headers: {
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
    body,
  })

export async function offsetOf(place: Place, location: string): Promise<number> {
  const response = await call(place, 'HEAD', location)
  assert.equal(response.statusCode, 200, response.body)
  return Number(response.headers['upload-offset'])
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Another one for every seed. */
export async function makePhoto(seed = 1): Promise<Buffer> {
  const bytes = Buffer.alloc(200 * 150 * 3)
  for (let index = 0; index < bytes.length; index++) bytes[index] = (index * seed * 31 + (index >> 7)) % 256
  return sharp(bytes, { raw: { width: 200, height: 150, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

export const ffmpeg = createFfmpeg({ program: 'ffmpeg' })
export const withoutFfmpeg =
  (await ffmpeg.findVersion()) === undefined && 'needs ffmpeg with libx264 on this machine'

/** A test picture with a tone, as a phone would record it. */
export function makeVideo(seconds: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-video-'))
  const path = join(folder, 'video.mov')
  try {
    execFileSync('ffmpeg', [
      ...[
        '-loglevel',
        'error',
        '-f',
        'lavfi',
        '-i',
        'testsrc=size=320x240:rate=10',
        '-f',
        'lavfi',
        '-i',
        'sine',
      ],
      ...[
        '-t',
        String(seconds),
        '-c:v',
        'mpeg4',
        '-c:a',
        'aac',
        '-metadata',
        'location=+52.5200+013.4050/',
        path,
      ],
    ])
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** An MP4 that tells nothing and that nothing plays. */
export const fakeVideo = (length = 4_000): Buffer => emptyFilm(length)
