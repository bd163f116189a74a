// kill -9 while a video arrives, and the first start after an update: nobody is ever shown what the recorder wrote into it.
import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Upload } from 'tus-js-client'
import { sql } from '../../src/db/sql.ts'
import { clientFolder } from '../../src/outside/files/file-key.ts'
import { makeFilm } from '../support/films.ts'
import {
  type Access,
  type Env,
  endLeases,
  makeData,
  onDatabase,
  onlyEmbedded,
  type Server,
  startServer,
} from '../support/process.ts'
import { until } from '../support/until.ts'
import { download, makeSurvey, optionsFor } from './uploading.ts'

const SECRET = 'GPS+52.5200+013.4050/'
const picture = randomBytes(8 * 1024 * 1024)
const film = makeFilm([{ kind: 'vide', coding: 'avc1', chunks: [[picture]] }], {
  secret: SECRET,
  gap: Buffer.from(SECRET),
})
const noFfmpeg = { WALKAROUND_FFMPEG: 'no-such-program' }

interface Listed {
  id: string
  state: string
  beingPrepared?: boolean
}

const pathOf = ({ clientId }: Access, surveyId: string) =>
  `/v1/system-clients/${clientId}/surveys/${surveyId}/videos`

async function listOf(server: Server, access: Access, surveyId: string): Promise<Listed[]> {
  const { text } = await server.send({ path: pathOf(access, surveyId), headers: { 'x-api-key': access.key } })
  return JSON.parse(text) as Listed[]
}

/** What a reader of the interface gets, if anything. */
async function readVideo(server: Server, access: Access, surveyId: string): Promise<Buffer | undefined> {
  const path = `${pathOf(access, surveyId)}/v1`
  const { status, headers } = await server.send({ path, headers: { 'x-api-key': access.key } })
  return status === 302 ? download(server, String(headers.location)) : undefined
}

function assertClean(bytes: Buffer | undefined): void {
  assert.ok(bytes)
  assert.ok(bytes.includes(picture.subarray(0, 1000)) && bytes.length === film.length)
  assert.equal(bytes.includes(SECRET.slice(0, 8)), false)
}

/** Kills the service when it has received the last byte, and returns where the upload is. */
function sendAndKill(server: Server, access: Access, surveyId: string): Promise<string> {
  return new Promise((resolve) => {
    const upload = new Upload(film, {
      ...optionsFor(server, access),
      chunkSize: Number.POSITIVE_INFINITY,
      endpoint: `https://localhost:${server.port}/app/system-clients/${access.clientId}/uploads`,
      metadata: { kind: 'video', survey_id: surveyId, id: 'v1' },
      onProgress: (sent, total) => {
        if (sent === total) server.kill('SIGKILL')
      },
      onSuccess: () => resolve(upload.url ?? ''),
      onError: () => resolve(upload.url ?? ''),
    })
    upload.start()
  })
}

function sendRest(server: Server, access: Access, url: string): Promise<void> {
  const moved = new URL(url)
  moved.port = String(server.port)
  return new Promise((resolve, reject) => {
    new Upload(film, {
      ...optionsFor(server, access),
      uploadUrl: moved.href,
      onSuccess: () => resolve(),
      onError: reject,
    }).start()
  })
}

const folderOf = (env: Env, { clientId }: Access) =>
  join(env.WALKAROUND_DATA ?? '', 'files', clientFolder(clientId), 'videos')

describe('what a recorder wrote into a video', { skip: onlyEmbedded }, () => {
  test('is never shown after kill -9 at the last byte', async () => {
    const { env, access } = await makeData()
    const doomed = await startServer({ ...env, ...noFfmpeg })
    const surveyId = await makeSurvey(doomed, access)
    const url = await sendAndKill(doomed, access, surveyId)
    await doomed.ended

    const server = await startServer({ ...env, ...noFfmpeg })
    for (const { id } of await listOf(server, access, surveyId)) {
      assert.equal(id, 'v1')
      assertClean(await readVideo(server, access, surveyId))
    }
    await sendRest(server, access, url)
    assertClean(await readVideo(server, access, surveyId))
    for (const name of await readdir(folderOf(env, access)))
      assertClean(await readFile(join(folderOf(env, access), name)))
    server.kill('SIGTERM')
    await server.ended
  })

  test('is taken out of videos of former times after the start, also when the first start is killed', async () => {
    const { env, access } = await makeData()
    const first = await startServer({ ...env, ...noFfmpeg })
    const surveyId = await makeSurvey(first, access)
    first.kill('SIGTERM')
    await first.ended
    const source = hash('sha256', film, 'hex')
    await mkdir(folderOf(env, access), { recursive: true })
    await writeFile(join(folderOf(env, access), source), film)
    await onDatabase(env, (database) =>
      database.run(sql`
        insert into videos (system_client_id, survey_id, id, state, source, source_type, source_bytes, file, content_type,
          bytes, created_at)
        values (${access.clientId}, ${surveyId}, 'v1', 'original', ${source}, 'video/mp4', ${film.length}, ${source},
          'video/mp4', ${film.length}, now())`),
    )

    const doomed = await startServer({ ...env, ...noFfmpeg })
    doomed.kill('SIGKILL')
    await doomed.ended
    await onDatabase(env, (database) => endLeases(database))
    const server = await startServer({ ...env, ...noFfmpeg })
    await until('the video is cleaned', async () => {
      const bytes = await readVideo(server, access, surveyId)
      if (bytes) assertClean(bytes)
      const [video] = await listOf(server, access, surveyId)
      return bytes !== undefined && video?.beingPrepared === undefined && video?.state === 'original'
    })
    await until('what it was is gone', async () => !(await readdir(folderOf(env, access))).includes(source))
    server.kill('SIGTERM')
    await server.ended
  })
})
