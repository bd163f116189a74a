// The camera walks from one expected photo to the next, says what may be wrong with a photo, and moves it; a video has chapters, to
// which the owner jumps. With the camera of the browser, and read again as the DMS and the owner read it.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { allSaved, answerOf, givenOf, photoButtonOf } from './checklist.ts'
import { assertFitsAnyhow, leastPx } from './fit.ts'
import { cameraOf, photosOf, shotsOf, shutterOf, viewerOf } from './photos.ts'
import { assertAccessible, assertFits, type Check, type Desk, inContext, landscape, phone } from './visit.ts'
import { goOffline, goOnline, until, waitUntilOffline } from './workshop.ts'
import { makeSurvey, openBoard, questionsOf, type Survey } from './workshop-survey.ts'

const darkPhoto = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: { r: 12, g: 12, b: 12 } } })
    .jpeg()
    .toBuffer()

async function openChecklist(context: BrowserContext, { service, trusted }: Desk, name: string) {
  const { surveyId } = await makeSurvey(trusted, name)
  const page = await openBoard(context, service)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await answerOf(page, 'vc.shocks', 'red').click()
  await answerOf(page, 'vc.wipers', 'amber').click()
  await allSaved(page)
  return { surveyId, page }
}

async function photosAt({ trusted }: Desk, surveyId: string): Promise<string[]> {
  const { body } = await trusted.asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)
  return questionsOf(body.contents).flatMap(({ id, photos = [] }) => photos.map(() => id))
}

const headingOf = (page: Page) => cameraOf(page).getByRole('heading', { level: 2 })

async function walkAndMove(context: BrowserContext, desk: Desk): Promise<void> {
  const { surveyId, page } = await openChecklist(context, desk, 'walk')
  await photoButtonOf(page, 'vc.shocks').click()
  await headingOf(page).filter({ hasText: 'Shock absorbers' }).waitFor()
  await until(() => shutterOf(page).isEnabled())
  await shutterOf(page).click()
  await until(async () => (await shotsOf(page).count()) === 1)
  await shutterOf(page).click()
  await until(async () => (await shotsOf(page).count()) === 2)
  await cameraOf(page).getByRole('button', { name: 'Take back', exact: true }).click()
  await until(async () => (await shotsOf(page).count()) === 1)
  await page.screenshot({ path: desk.pictureOf('camera') })
  await assertFits(page)
  await assertAccessible(page)
  const next = cameraOf(page).getByRole('button', { name: /^Next expected photo/ })
  assert.match((await next.textContent()) ?? '', /1 left/)
  await next.click()
  await headingOf(page).filter({ hasText: 'Wipers' }).waitFor()
  await cameraOf(page)
    .getByLabel('Camera app or pictures', { exact: true })
    .setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer: await darkPhoto() })
  const doubt = cameraOf(page).getByRole('status').filter({ hasText: 'Too dark' })
  await doubt.waitFor()
  await page.screenshot({ path: desk.pictureOf('camera-doubt') })
  await assertFitsAnyhow(page, 'the camera', leastPx.inspection)
  await assertAccessible(page)
  await doubt.getByRole('button', { name: 'Again', exact: true }).click()
  await cameraOf(page).getByText('The next photo replaces this one').waitFor()
  await shutterOf(page).click()
  await cameraOf(page).getByText('The next photo replaces this one').waitFor({ state: 'detached' })
  await until(async () => (await shotsOf(page).count()) === 1)
  assert.equal(await next.count(), 0, 'nothing more is expected')
  await cameraOf(page).getByRole('button', { name: 'Done', exact: true }).click()
  // What was taken back is removed once nobody can undo it.
  await page.getByText('Photo removed').first().waitFor({ state: 'detached' })
  await allSaved(page)
  await until(async () => (await photosAt(desk, surveyId)).join() === 'vc.shocks,vc.wipers')
  await page.goto(`${desk.service.base}/workshop/surveys/${surveyId}/questions/vc.wipers`)
  await photosOf(page).first().waitFor()
  await goOffline(page)
  await waitUntilOffline(page)
  await photosOf(page).first().click()
  await viewerOf(page).getByRole('button', { name: 'Move to …', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Where does the photo belong?', exact: true })
  await sheet.getByLabel('Search questions').fill('front discs')
  await page.screenshot({ path: desk.pictureOf('camera-move') })
  await assertFitsAnyhow(page, 'the sheet of places for a photo')
  await assertAccessible(page)
  await sheet.getByRole('button', { name: /^Front discs/ }).click()
  await until(async () => (await photosOf(page).count()) === 0)
  assert.deepEqual(await photosAt(desk, surveyId), ['vc.shocks', 'vc.wipers'], 'the service is not reached')
  await goOnline(page)
  await until(async () => (await photosAt(desk, surveyId)).join() === 'vc.discF,vc.shocks')
}

async function filmAndJump(context: BrowserContext, desk: Desk): Promise<void> {
  const { surveyId, page } = await openChecklist(context, desk, 'film')
  await page.goto(`${desk.service.base}/workshop/surveys/${surveyId}/video`)
  const film = page.getByRole('dialog', { name: 'Video', exact: true })
  await film.getByRole('button', { name: 'Start recording' }).click()
  const clock = film.getByRole('timer')
  for (const words of ['Say hello', 'Show the number plate', 'First what is good'])
    await film.getByRole('button', { name: new RegExp(words) }).click()
  await until(async () => ((await clock.textContent()) ?? '') >= '0:02')
  await film.getByRole('button', { name: /Now I show Shock absorbers/ }).click()
  await film.getByText(/0:\d\d Shock absorbers/).waitFor()
  await page.screenshot({ path: desk.pictureOf('film') })
  await assertFitsAnyhow(page, 'the film', leastPx.inspection)
  await assertAccessible(page)
  await until(async () => ((await clock.textContent()) ?? '') >= '0:04')
  await film.getByRole('button', { name: /Now I show Wipers/ }).click()
  await film.getByText(/safe on this device/).waitFor()
  await film.getByRole('button', { name: 'Stop and keep' }).click()
  await givenOf(page, 'vc.video', 'green').waitFor()
  const path = `/system-clients/demo/surveys/${surveyId}/videos`
  type Films = { state: string; chapters?: { second: number; questionId: string }[] }[]
  await until(async () => {
    const [video] = (await desk.trusted.asDms<Films>(path)).body
    return video !== undefined && video.state !== 'waiting'
  })
  const [{ chapters = [] } = {}] = (await desk.trusted.asDms<Films>(path)).body
  assert.deepEqual(
    chapters.map(({ questionId }) => questionId),
    ['vc.shocks', 'vc.wipers'],
  )
  await page.goto(`${desk.service.base}/workshop/surveys/${surveyId}/video`)
  await page.getByRole('button', { name: /^0:\d\d ?Wipers/ }).waitFor()
  await page.screenshot({ path: desk.pictureOf('film-chapters') })
  await assertFitsAnyhow(page, 'the list of films')
  await assertAccessible(page)
  const made = await desk.service.run(['owner-link', 'create', 'demo', surveyId, '--json'])
  await page.goto((JSON.parse(made) as { url: string }).url)
  const list = page.getByRole('list', { name: 'Chapters of the video' })
  assert.equal(await list.getByRole('link').count(), 2)
  await page.screenshot({ path: desk.pictureOf('owner-chapters'), fullPage: true })
  await list.getByRole('link', { name: /Wipers/ }).click()
  const from = Math.floor(chapters[1]?.second ?? 0)
  const time = () =>
    page
      .getByLabel('Video of your vehicle')
      .evaluate((video) => (video as unknown as { currentTime: number }).currentTime)
  await until(async () => (await time()) >= from)
  assert.ok(!page.url().includes('/videos/'), 'the page stays')
}

export async function checkWorkshopCamera(check: Check, desk: Desk): Promise<void> {
  await check('the camera walks to the next expected photo, and a photo is moved without a network', () =>
    inContext(desk, 'camera', landscape, (context) => walkAndMove(context, desk)),
  )
  await check('a tap while recording makes a chapter, and the owner jumps to it', () =>
    inContext(desk, 'camera', phone, (context) => filmAndJump(context, desk)),
  )
}
