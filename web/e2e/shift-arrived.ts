// What arrived of a car of the shift, compared with what was tapped and taken: as the DMS reads it, byte for byte.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanVideo } from '../../server/src/outside/videos/clean-video.ts'
import { type Car, kindOf, orderPath, readings } from './shift-cars.ts'
import { hash } from './shift-steps.ts'
import type { Desk, Service } from './visit.ts'
import { until } from './workshop.ts'
import { questionsOf, type Survey } from './workshop-survey.ts'

/** As the DMS reads the car, under its own number: each answer once, each photo once and as it was taken, the video likewise. */
export async function compare({ service, trusted }: Desk, car: Car): Promise<void> {
  const { asDms, fileAsDms } = trusted
  await until(async () => (await asDms<Survey>(surveyPath(car))).body.completed)
  const surveys = await asDms<{ id: string }[]>(`${orderPath(car)}/surveys?survey-type=VC`)
  assert.deepEqual(
    surveys.body.map(({ id }) => id),
    [car.surveyId],
    `${car.plate}: the order has this inspection and no other`,
  )
  const read = (await asDms<Survey>(surveyPath(car))).body
  const asked = questionsOf(read.contents).filter(({ visible }) => visible !== false)
  const found = asked.map(({ id, answers = [] }) => {
    const selected = answers.filter((one) => one.selected)
    return [
      id,
      selected.map(({ status }) => status),
      ...(readings[kindOf(id)] ? [selected.map(numberIn)] : []),
    ]
  })
  const wanted = asked.map(({ id }) => {
    const given = car.given.get(id)
    return [id, given ? [given.status] : [], ...(readings[kindOf(id)] ? [[given?.value]] : [])]
  })
  assert.deepEqual(found, wanted, `${car.plate}: the answers`)
  for (const { id, photos = [] } of asked) {
    const files = await Promise.all(
      photos.map((photo) => fileAsDms(`${surveyPath(car)}/photos/${(photo as { id: string }).id}`)),
    )
    assert.deepEqual(
      files.map(hash).toSorted(),
      (car.photos.get(id) ?? []).toSorted(),
      `${car.plate}: the photos of ${id}`,
    )
  }
  const videos = await asDms<{ id: string; questionId?: string }[]>(`${surveyPath(car)}/videos`)
  assert.deepEqual(
    videos.body.map(({ questionId }) => questionId),
    ['vc.video'],
    `${car.plate}: the videos`,
  )
  assert.ok(
    await hasFile(service, await cleanedName(car.video)),
    `${car.plate}: the video as it was recorded`,
  )
}

const surveyPath = ({ surveyId }: Car) => `/system-clients/demo/surveys/${surveyId}`
const numberIn = ({ value }: { value?: string }) => Number(value)

/** The service takes out what a recorder writes about itself; everything else must be the same. */
async function cleanedName(video: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-video-'))
  try {
    const path = join(folder, 'video')
    await writeFile(path, video)
    return cleanVideo(path, 'matroska').sha256
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function hasFile({ dataDir }: Service, name: string): Promise<boolean> {
  const files = await readdir(dataDir, { recursive: true })
  return files.some((path) => path.includes(name))
}
