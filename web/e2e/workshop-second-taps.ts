// Second taps and removals in the workshop app: a double tap does what one tap does, and a removal can be undone,
// also without a network and after a reload.
import assert from 'node:assert/strict'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { allSaved, answerOf, givenOf } from './checklist.ts'
import { markRowsOf } from './damage.ts'
import { addPhotoTo, photosOf, takePhoto } from './photos.ts'
import { offersOf, workOf } from './quotes.ts'
import type { Trusted } from './trust.ts'
import { type Check, type Desk, inContext, portrait, type Service } from './visit.ts'
import { goOffline, goOnline, until, waitUntilOffline } from './workshop.ts'
import { makeSurvey, openBoard, questionsOf, readSelected, type Survey } from './workshop-survey.ts'

/** As long as a place is guarded, and a little more. */
const guardMs = 700

type Act = (context: BrowserContext, service: Service, trusted: Trusted) => Promise<void>

/** Runs in the page: two taps at one place, so many milliseconds apart; the element that is there by then gets the second. */
async function tapTwice(page: Page, target: Locator, apartMs: number): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  assert.ok(box)
  await page.evaluate(`new Promise((done) => {
    const tap = () => document.elementFromPoint(${box.x + box.width / 2}, ${box.y + box.height / 2})?.click?.()
    tap()
    setTimeout(() => { tap(); done() }, ${apartMs})
  })`)
}

const tapDoubly: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'double')
  const page = await openBoard(context, service)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  const given = page.getByRole('article').getByRole('button', { pressed: true })
  for (const [index, [id, apartMs]] of (
    [
      ['vc.tyreWear', 120],
      ['vc.tyreDamage', 400],
      ['vc.tyreAge', 550],
    ] as const
  ).entries()) {
    await tapTwice(page, answerOf(page, id, 'green'), apartMs)
    await givenOf(page, id, 'green').waitFor()
    assert.equal(await given.count(), index + 1, `two taps ${apartMs} ms apart`)
    await until(async () => (await readSelected(trusted, surveyId, id)).length === 1)
    // The next question has come under the finger, and for a moment a tap there counts as the second one.
    const tappedAt = Date.now()
    await until(async () => Date.now() - tappedAt > guardMs)
  }
  // Later it is a tap like any other, and can be had back.
  await answerOf(page, 'vc.tyreWear', 'green').click()
  await givenOf(page, 'vc.tyreWear', 'green').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await givenOf(page, 'vc.tyreWear', 'green').waitFor()
}

/** Runs in the page: sets the time in which a removal can be undone, for all of them. */
const holdUntil = (time: number) => `new Promise((done) => {
  const ask = indexedDB.open('walkaround-workshop')
  ask.onsuccess = () => {
    const work = ask.result.transaction('outbox', 'readwrite')
    work.oncomplete = () => { ask.result.close(); done() }
    const walk = work.objectStore('outbox').openCursor()
    walk.onsuccess = () => {
      const { result } = walk
      if (!result) return
      if (result.value.heldUntil !== undefined) result.update({ ...result.value, heldUntil: ${time} })
      result.continue()
    }
  }
})`

const removePhoto: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'photo')
  const page = await openBoard(context, service)
  const sheet = `${service.base}/workshop/surveys/${surveyId}/questions/vc.shocks`
  const photos = photosOf(page)
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await page.goto(sheet)
  await waitUntilOffline(page)
  await addPhotoTo(page).waitFor()
  await goOffline(page)
  await takePhoto(page)
  const remove = async () => {
    await photos.first().click()
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await until(async () => (await photos.count()) === 0)
  }
  await remove()
  await undo.click()
  await photos.first().waitFor()
  // Over a reload it is neither lost nor back by itself.
  await remove()
  await page.evaluate(holdUntil(Date.now() + 3_600_000))
  await page.reload()
  await undo.waitFor()
  assert.equal(await photos.count(), 0)
  await undo.click()
  await photos.first().waitFor()
  await goOnline(page)
  const read = async () => {
    const { body } = await trusted.asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)
    return questionsOf(body.contents).some(({ photos = [] }) => photos.length > 0)
  }
  await until(read)
  // On the server it stays as long as it can be had back, and goes afterwards.
  await remove()
  await page.evaluate(holdUntil(Date.now() + 3_600_000))
  await undo.waitFor()
  assert.ok(await read(), 'the photo is still on the server')
  await page.evaluate(holdUntil(0))
  await page.reload()
  await until(async () => !(await read()))
}

/** A removed thing goes at once, is still there for the DMS, and comes back with one tap. */
async function removeAndHaveBack(
  page: Page,
  {
    remove,
    count,
    isStored,
  }: { remove: () => Promise<void>; count: () => Promise<number>; isStored: () => Promise<boolean> },
): Promise<void> {
  await until(isStored)
  const before = await count()
  await remove()
  await until(async () => (await count()) === before - 1)
  await page.evaluate(holdUntil(Date.now() + 3_600_000))
  assert.ok(await isStored(), 'the service has it as long as it can be had back')
  await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click()
  await until(async () => (await count()) === before)
  assert.ok(await isStored())
}

const removeVideo: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'clip')
  const page = await openBoard(context, service)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/video`)
  await page.getByRole('button', { name: 'Start recording' }).click()
  await page
    .getByText(/safe on this device/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Stop and keep' }).click()
  await givenOf(page, 'vc.video', 'green').waitFor()
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/video`)
  const clips = page.getByRole('region', { name: 'Videos of this inspection' }).getByRole('listitem')
  await clips.first().waitFor()
  const path = `/system-clients/demo/surveys/${surveyId}/videos`
  await removeAndHaveBack(page, {
    remove: () => clips.first().getByRole('button', { name: 'Remove', exact: true }).click(),
    count: () => clips.count(),
    isStored: async () => (await trusted.asDms<unknown[]>(path)).body.length === 1,
  })
}

const removeMark: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'dent')
  const page = await openBoard(context, service)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/damage`)
  await page.getByLabel('Add by the name of the part …').selectOption({ label: 'Front left door' })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const rows = markRowsOf(page)
  await rows.first().waitFor()
  const path = `/system-clients/demo/surveys/${surveyId}/damage-marks`
  await removeAndHaveBack(page, {
    remove: () => page.getByRole('button', { name: 'Remove', exact: true }).click(),
    count: () => rows.count(),
    isStored: async () => (await trusted.asDms<{ marks: unknown[] }>(path)).body.marks.length === 1,
  })
}

const removeOffer: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'card')
  const page = await openBoard(context, service)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await answerOf(page, 'vc.discF', 'red').click()
  await allSaved(page)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/quotes`)
  await workOf(page, /^Front brake discs and pads/).click()
  const offers = offersOf(page)
  await offers.first().waitFor()
  const path = `/system-clients/demo/surveys/${surveyId}/quotes`
  await removeAndHaveBack(page, {
    remove: () => offers.first().getByRole('button', { name: 'Take it out of the offer' }).click(),
    count: () => offers.count(),
    isStored: async () => (await trusted.asDms<unknown[]>(path)).body.length === 1,
  })
}

const acts: readonly (readonly [string, Act])[] = [
  ['a double tap is one tap', tapDoubly],
  ['a photo that was removed can be had back', removePhoto],
  ['a video that was removed can be had back', removeVideo],
  ['a damage mark that was removed can be had back', removeMark],
  ['an offer that was removed can be had back', removeOffer],
]

/** What is had back by the same code as a photo. */
const repeats: readonly Act[] = [removeVideo, removeMark]

export async function checkWorkshopSecondTaps(check: Check, desk: Desk): Promise<void> {
  for (const [name, act] of acts)
    await check(
      `second taps: ${name}`,
      () => inContext(desk, 'camera', portrait, (context) => act(context, desk.service, desk.trusted)),
      repeats.includes(act),
    )
}
