// The checklist in the hands of somebody who works with it all day: it stays where it was, and what is asked for next is in sight.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import {
  answerOf,
  cardOf,
  checklistShown,
  closeOf,
  givenOf,
  listRests,
  noteOf,
  numberOf,
  padOf,
  sectionEntry,
  sheetOf,
} from './checklist.ts'
import { photosOf, takePhoto, viewerOf } from './photos.ts'
import type { Trusted } from './trust.ts'
import type { Service } from './visit.ts'
import { until } from './workshop.ts'
import { makeSurvey, openBoard, readSelected } from './workshop-survey.ts'

export const portrait = { width: 820, height: 1180 }

export type Act = (context: BrowserContext, service: Service, trusted: Trusted) => Promise<void>

export const openSurvey = async (page: Page, service: Service, surveyId: string, rest = '') => {
  await page.goto(`${service.base}/workshop/surveys/${surveyId}${rest}`)
  await checklistShown(page)
}

/** Of a heading, against the upper edge of the window. */
const topOf = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 2 }).evaluate((head) => {
    const { top } = (head as unknown as { getBoundingClientRect(): { top: number } }).getBoundingClientRect()
    return Math.round(top)
  })

export const reload: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'place')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId)
  await sectionEntry(page, 'Underneath').click()
  await until(async () =>
    (await page.evaluate<string>("localStorage.getItem('walkaround-place') ?? ''")).includes('underneath'),
  )
  const before = await topOf(page, 'Underneath')
  await page.reload()
  await checklistShown(page)
  await until(async () => Math.abs((await topOf(page, 'Underneath')) - before) <= 2)
  await until(async () => (await sectionEntry(page, 'Underneath').getAttribute('aria-current')) === 'true')
  await noteOf(page, 'vc.shocks').click()
  await sheetOf(page).waitFor()
  await page.reload()
  await sheetOf(page).waitFor()
  await closeOf(sheetOf(page)).click()
  await until(async () => Math.abs((await topOf(page, 'Underneath')) - before) <= 2)
}

/** The page is left while the answer is shown and on its way into the store: in the same breath as the tap. */
export const leaveAtOnce: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'leave')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId)
  await answerOf(page, 'vc.shocks', 'amber').evaluate((button) => {
    const { location } = globalThis as unknown as { location: { reload(): void } }
    ;(button as unknown as { click(): void }).click()
    location.reload()
  })
  await until(async () =>
    (await readSelected(trusted, surveyId, 'vc.shocks')).some(({ status }) => status === 'amber'),
  )
  await givenOf(page, 'vc.shocks', 'amber').waitFor()
}

/** What a browser has; the checks are typed without one. */
interface Part {
  readonly parentElement: Part | null
  readonly scrollHeight: number
  readonly clientHeight: number
}

export const advise: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'advise')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId)
  for (const id of ['vc.discF', 'vc.shocks', 'vc.airFilter'] as const) {
    await answerOf(page, id, 'amber').click()
    const photo = cardOf(page, id).getByRole('button', { name: /^Photo expected/ })
    await photo.waitFor()
    await listRests(page)
    const isSeen = await photo.evaluate((button) => {
      const box = (one: unknown) =>
        (one as { getBoundingClientRect(): { top: number; bottom: number } }).getBoundingClientRect()
      let list = (button as unknown as Part).parentElement
      while (list && list.scrollHeight <= list.clientHeight) list = list.parentElement
      return box(button).top >= box(list).top && box(button).bottom <= box(list).bottom
    })
    assert.ok(isSeen, `the photo button of ${id} is in sight`)
  }
}

export const closeByKey: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'escape')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId, '/questions/vc.shocks')
  await takePhoto(page)
  await photosOf(page).first().click()
  await viewerOf(page).waitFor()
  await page.keyboard.press('Escape')
  await viewerOf(page).waitFor({ state: 'detached' })
  assert.equal(await sheetOf(page).count(), 1, 'the finding is still open')
  await page.keyboard.press('Escape')
  await sheetOf(page).waitFor({ state: 'detached' })
}

/** What is being read stays where it is while the pad comes and goes. */
export const measure: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'pad')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId)
  await sectionEntry(page, 'Tyres').click()
  await listRests(page)
  const field = numberOf(page, 'vc.treadFL')
  const before = await field.boundingBox()
  await field.click()
  await padOf(page).waitFor()
  assert.deepEqual(await field.boundingBox(), before)
}

/** Docked below, as wide as the screen. */
export const dock: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'dock')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId, '/questions/vc.shocks')
  const box = await sheetOf(page).boundingBox()
  assert.equal(box?.x, 0)
  assert.equal(box?.width, portrait.width)
  assert.equal(Math.round((box?.y ?? 0) + (box?.height ?? 0)), portrait.height)
}
