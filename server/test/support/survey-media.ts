// What the web apps add to a survey besides answers, over HTTP: damage marks, photos, signatures.
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { actTextOf } from '../../../web/src/workshop/store/act.ts'
import { type Method, request, type TestClient } from './api.ts'

/** Under /app, relative to the client. */
export const onApp = (
  client: Pick<TestClient, 'id' | 'key'>,
  method: Method,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  request({
    method,
    url: `/app/system-clients/${encodeURIComponent(client.id)}${path}`,
    headers: {
      'x-api-key': client.key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  })

export const markPath = (surveyId: string, id: string) =>
  `/surveys/${surveyId}/damage-marks/${encodeURIComponent(id)}`

export const putMark = (
  client: Pick<TestClient, 'id' | 'key'>,
  surveyId: string,
  id: string,
  mark: Record<string, unknown> = {},
) => onApp(client, 'PUT', markPath(surveyId, id), { kind: 'scratch', x: 100, y: 100, ...mark })

export const strokes = [
  [0, 0.5, 0.2, 0.1, 0.4, 0.8],
  [0.5, 0.4, 0.9, 0.6],
]

/** What the app shows just now, as it says so itself; undefined for people who may not read the survey. */
export async function shownOn(
  client: Pick<TestClient, 'id' | 'key'>,
  surveyId: string,
): Promise<string | undefined> {
  const page = await onApp(client, 'GET', `/surveys/${surveyId}`)
  return page.statusCode === 200 ? actTextOf(page.json()) : undefined
}

/** As the app signs: with what it shows, unless the test says otherwise. */
export async function putSignature(
  client: Pick<TestClient, 'id' | 'key'>,
  surveyId: string,
  id: string,
  signature: Record<string, unknown> = {},
): Promise<LightMyRequestResponse> {
  return onApp(client, 'PUT', `/surveys/${surveyId}/signatures/${encodeURIComponent(id)}`, {
    role: 'customer',
    strokes,
    shown: await shownOn(client, surveyId),
    ...signature,
  })
}

export async function putPhoto(
  client: Pick<TestClient, 'id' | 'key'>,
  surveyId: string,
  id: string,
  query = '',
): Promise<LightMyRequestResponse> {
  const photo = await sharp({
    create: { width: 320, height: 240, channels: 3, background: { r: 90, g: 120, b: 160 } },
  })
    .jpeg()
    .toBuffer()
  return onApp(client, 'PUT', `/surveys/${surveyId}/photos/${encodeURIComponent(id)}${query}`, photo, {
    'content-type': 'image/jpeg',
  })
}
