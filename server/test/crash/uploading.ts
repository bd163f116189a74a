// Uploads to a service that is a process of its own, and reading back what became of them.
import assert from 'node:assert/strict'
import { DefaultHttpStack, type UploadOptions } from 'tus-js-client'
import type { Access, Server } from '../support/process.ts'

export const CHUNK = 256 * 1024

export async function makeSurvey(server: Server, { clientId, key }: Access): Promise<string> {
  const path = `/v1/system-clients/${clientId}/service-orders/1`
  const headers = { 'x-api-key': key }
  const body = { externalBranchId: 'B1', technicianSurveyRelease: true }
  assert.equal((await server.send({ method: 'PUT', path, headers, body })).status, 201)
  const { surveys } = JSON.parse((await server.send({ path, headers })).text) as {
    surveys: { id: string; surveyType: string }[]
  }
  return surveys.find(({ surveyType }) => surveyType === 'health')?.id ?? ''
}

export const optionsFor = (server: Server, access: Access): UploadOptions => ({
  // Only this authority is trusted, as anywhere else.
  httpStack: new DefaultHttpStack({ ca: server.ca, family: 4 }),
  headers: { 'x-api-key': access.key },
  chunkSize: CHUNK,
  retryDelays: null,
})

export async function download(server: Server, location: string): Promise<Buffer> {
  const session = server.http2()
  try {
    const stream = session.request({ ':path': new URL(location).pathname })
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } finally {
    session.close()
  }
}
