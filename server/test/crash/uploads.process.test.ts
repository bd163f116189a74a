// kill -9 in the middle of an upload: what was acknowledged is there afterwards, and only the rest is sent again.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { Upload } from 'tus-js-client'
import { emptyFilm } from '../support/films.ts'
import {
  type Access,
  type Env,
  makeAccess,
  makeData,
  makeDatabase,
  makeFolderOn,
  onlyEmbedded,
  onlyPostgres,
  type Server,
  startServer,
} from '../support/process.ts'
import { CHUNK, download, makeSurvey, optionsFor } from './uploading.ts'

// It holds nothing that would be taken out.
const video = emptyFilm(16 * CHUNK, randomBytes(16 * CHUNK))

interface Half {
  url: string
  acknowledged: number
}

/** Sends until half is acknowledged, and kills the service while the next bytes are on their way. */
function sendHalf(server: Server, access: Access, surveyId: string): Promise<Half> {
  return new Promise((resolve) => {
    let acknowledged = 0
    const upload = new Upload(video, {
      ...optionsFor(server, access),
      endpoint: `https://localhost:${server.port}/app/system-clients/${access.clientId}/uploads`,
      metadata: { kind: 'video', survey_id: surveyId, id: 'v1' },
      onChunkComplete: (_size, accepted) => {
        acknowledged = accepted
        if (accepted >= video.length / 2) server.kill('SIGKILL')
      },
      onSuccess: () => assert.fail('the service should have been killed'),
      onError: () => resolve({ url: upload.url ?? '', acknowledged }),
    })
    upload.start()
  })
}

/** Answers how many bytes were sent. */
function sendRest(server: Server, access: Access, url: string): Promise<number> {
  const moved = new URL(url)
  moved.port = String(server.port)
  return new Promise((resolve, reject) => {
    let sent = 0
    new Upload(video, {
      ...optionsFor(server, access),
      uploadUrl: moved.href,
      onChunkComplete: (size) => {
        sent += size
      },
      onSuccess: () => resolve(sent),
      onError: reject,
    }).start()
  })
}

async function killAndGoOn(env: Env, access: Access): Promise<void> {
  // As it was sent is how it is served where nothing can convert it.
  const settings = { ...env, WALKAROUND_FFMPEG: 'no-such-program' }
  const doomed = await startServer(settings)
  const surveyId = await makeSurvey(doomed, access)
  const { url, acknowledged } = await sendHalf(doomed, access, surveyId)
  assert.equal((await doomed.ended).signal, 'SIGKILL')
  assert.ok(acknowledged >= video.length / 2 && acknowledged < video.length, `${acknowledged}`)

  const server = await startServer(settings)
  const sent = await sendRest(server, access, url)
  assert.ok(sent > 0 && sent <= video.length - acknowledged, `${sent} bytes after ${acknowledged} were safe`)

  const path = `/v1/system-clients/${access.clientId}/surveys/${surveyId}/videos/v1`
  const { status, headers } = await server.send({ path, headers: { 'x-api-key': access.key } })
  assert.equal(status, 302)
  assert.ok((await download(server, String(headers.location))).equals(video), 'byte by byte what was sent')
  server.kill('SIGTERM')
  assert.deepEqual(await server.ended, { code: 0, signal: null })
}

describe('kill -9 during an upload, embedded', { skip: onlyEmbedded }, () => {
  test('loses nothing that was acknowledged', async () => {
    const { env, access } = await makeData()
    await killAndGoOn(env, access)
  })
})

describe('kill -9 during an upload, on PostgreSQL', { skip: onlyPostgres }, () => {
  test('loses nothing that was acknowledged', async () => {
    const database = await makeDatabase()
    const env = await makeFolderOn(database)
    await killAndGoOn(env, await makeAccess(env))
  })
})
