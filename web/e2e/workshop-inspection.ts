// A whole inspection in the workshop app, tap by tap, against the real service whose authority the browser trusts: online,
// cut off in the middle with a reload of the page, slowed down, by keyboard. What arrives is read as the DMS reads it.

import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { findCar, moreOf, sheetOf } from './board.ts'
import {
  allGoodOf,
  allSaved,
  answerOf,
  checklistShown,
  givenOf,
  numberOf,
  padOf,
  type QuestionId,
  type Status,
} from './checklist.ts'
import { countTaps } from './taps.ts'
import type { Trusted } from './trust.ts'
import { type Check, type Desk, inContext, landscape, type Service } from './visit.ts'
import { assertArrived, inspectFaultless, inspectionOf } from './whole-inspection.ts'
import { advisor, fillSignIn, goOffline, goOnline, until, waitUntilOffline } from './workshop.ts'
import { checkInspectionLooks } from './workshop-inspection-looks.ts'
import { openManyCars } from './workshop-many-cars.ts'
import { explainHidden, previewOwner, reopenCompleted, saySame } from './workshop-second-look.ts'
import { makeSurvey, openBoard, questionsOf, type Survey } from './workshop-survey.ts'

/** Of an inspection with two findings and their photos, and of one without any. */
const mostTaps = { found: 50, faultless: 35 }

type Act = (context: BrowserContext, service: Service, trusted: Trusted) => Promise<void>

const inspectOnline: Act = async (context, service, trusted) => {
  const { surveyId, plate } = await makeSurvey(trusted, 'online')
  const page = await openBoard(context, service)
  const taps = await countTaps(page)
  await page.reload()
  await taps.tap(moreOf(await findCar(page, plate)))
  await taps.tap(sheetOf(page).getByRole('link', { name: /^Video check/ }))
  const inspection = inspectionOf(page, taps)
  await inspection.video()
  await inspection.tyresAndBrakes()
  await inspection.underneath()
  await inspection.rest()
  await inspection.complete()
  await assertArrived(trusted, surveyId)
  console.log(`  ${taps.count()} taps; tap to screen online: ${await taps.times()}`)
  assert.ok(taps.count() <= mostTaps.found, `${taps.count()} taps`)
}

const inspectFaultlessCar: Act = async (context, service, trusted) => {
  const { surveyId, plate } = await makeSurvey(trusted, 'faultless')
  const page = await openBoard(context, service)
  const taps = await countTaps(page)
  await page.reload()
  await taps.tap(moreOf(await findCar(page, plate)))
  await taps.tap(sheetOf(page).getByRole('link', { name: /^Video check/ }))
  await inspectFaultless(page, taps)
  const read = async () => (await trusted.asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)).body
  await until(async () => (await read()).completed)
  const given = questionsOf((await read()).contents)
    .filter(({ visible }) => visible !== false)
    .map(({ answers = [] }) => answers.filter(({ selected }) => selected).map(({ status }) => status))
  assert.deepEqual(
    given,
    Array.from({ length: 42 }, () => ['green']),
  )
  console.log(`  ${taps.count()} taps for a faultless car; tap to screen: ${await taps.times()}`)
  assert.ok(taps.count() <= mostTaps.faultless, `${taps.count()} taps`)
}

const inspectCutOff: Act = async (context, service, trusted) => {
  const { surveyId, plate } = await makeSurvey(trusted, 'cut')
  const page = await openBoard(context, service)
  const taps = await countTaps(page)
  await page.reload()
  await waitUntilOffline(page)
  await taps.tap(moreOf(await findCar(page, plate)))
  await taps.tap(sheetOf(page).getByRole('link', { name: /^Video check/ }))
  const inspection = inspectionOf(page, taps)
  await inspection.video()
  await inspection.tyresAndBrakes()
  await goOffline(page)
  await inspection.underneath()
  await page.reload()
  await givenOf(page, 'vc.shocks', 'amber').waitFor()
  assert.equal(await numberOf(page, 'vc.treadRL', 'amber').count(), 1)
  await inspection.rest()
  console.log(`  tap to screen offline: ${await taps.times()}`)
  await inspection.complete()
  await page.getByText('Completed on this device, waits to be sent').first().waitFor()
  await page.reload()
  await page.getByText('This inspection is completed').waitFor()
  const { body } = await trusted.asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)
  assert.equal(body.completed, false)
  await goOnline(page)
  await assertArrived(trusted, surveyId)
  await page.goto(`${service.base}/workshop/sync`)
  await page.getByText('Everything is on the server').waitFor()
}

const tapOnce: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'once')
  const page = await openBoard(context, service)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  const section = page.getByRole('region', { name: 'Underneath', exact: true })
  const good = section.getByRole('button', { name: /^Fine\b/, pressed: true })
  await allGoodOf(section).click()
  await good.nth(7).waitFor()
  await section.getByRole('button', { name: /^Undo/ }).click()
  await good.first().waitFor({ state: 'detached' })
  assert.equal(await good.count(), 0)
  // Nothing that is measured was ever touched.
  const tyres = page.getByRole('region', { name: 'Tyres', exact: true })
  await allGoodOf(tyres).click()
  await tyres.getByRole('button', { name: /^Undo/ }).waitFor()
  for (const wheel of ['FL', 'FR', 'RL', 'RR'] as const)
    assert.equal(await numberOf(page, `vc.tread${wheel}`, 'green').count(), 0)
}

const inspectSlowly: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'slow')
  const page = await openBoard(context, service)
  const taps = await countTaps(page)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await checklistShown(page)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const inspection = inspectionOf(page, taps)
  await inspection.tyresAndBrakes()
  console.log(`  tap to screen at a quarter of the speed: ${await taps.times()}`)
}

const inspectByKeyboard: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'keys')
  const page = await openBoard(context, service)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await checklistShown(page)
  await page.evaluate('document.activeElement.blur()')
  for (const key of ['ArrowDown', 'ArrowDown', '2']) await page.keyboard.press(key)
  // A finding stays; a point in order moves on to the treads, and the pad opens by itself.
  await givenOf(page, 'vc.testDrive', 'amber').waitFor()
  await page.keyboard.press('1')
  await padOf(page).waitFor()
  for (const key of '65583249') await page.keyboard.press(key)
  await numberOf(page, 'vc.treadRR', 'green').waitFor()
  assert.equal(await numberOf(page, 'vc.treadRL', 'amber').count(), 1)
}

const readClosed: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'closed')
  const page = await openBoard(context, service)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await answerOf(page, 'vc.shocks', 'red').click()
  await allSaved(page)
  await goOffline(page)
  await answerOf(page, 'vc.springs', 'amber').click()
  const path = `/system-clients/demo/surveys/${surveyId}`
  const { body } = await trusted.asDms<{ referenceObject: { id: string } }>(path)
  const { status } = await trusted.asDms(`/system-clients/demo/service-orders/${body.referenceObject.id}`, {
    method: 'PUT',
    body: { externalBranchId: 'DE1001', technicianSurveyRelease: true, closed: true },
  })
  assert.equal(status, 204)
  await goOnline(page)
  await page.getByText(/^Closed by .+/).waitFor()
  await page.getByText(/1 entry came too late/).waitFor()
  for (const answer of [givenOf(page, 'vc.shocks', 'red'), givenOf(page, 'vc.springs', 'amber')])
    await until(() => answer.isDisabled())
}

/** Another tablet is another context: it shares neither store nor session with the first. */
const inspectTogether: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'two')
  const second = await context.browser()?.newContext({ hasTouch: true, ...landscape })
  assert.ok(second)
  try {
    const [one, other] = [await openBoard(context, service), await second.newPage()]
    await other.goto(`${service.base}/workshop/?lang=en`)
    await fillSignIn(other, advisor, service.passwords.get(advisor) ?? '')
    await other.getByRole('heading', { name: 'Cars today' }).waitFor()
    for (const page of [one, other]) {
      await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
      await checklistShown(page)
    }
    const shown = (page: Page, id: QuestionId, grade: Status) => givenOf(page, id, grade).waitFor()
    // Different questions at once: both see both.
    await Promise.all([
      answerOf(one, 'vc.shocks', 'red').click(),
      answerOf(other, 'vc.springs', 'amber').click(),
    ])
    for (const page of [one, other]) {
      await shown(page, 'vc.shocks', 'red')
      await shown(page, 'vc.springs', 'amber')
    }
    // The same question: the later one wins, and both see it.
    await answerOf(other, 'vc.shocks', 'green').click()
    await shown(one, 'vc.shocks', 'green')
    await shown(other, 'vc.shocks', 'green')
    const { body } = await trusted.asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)
    const shocks = questionsOf(body.contents).find(({ id }) => id === 'vc.shocks')
    assert.deepEqual(
      shocks?.answers?.filter(({ selected }) => selected).map(({ status }) => status),
      ['green'],
    )
  } finally {
    await second.close()
  }
}

const acts: readonly (readonly [string, Act])[] = [
  ['a whole inspection online, in few taps', inspectOnline],
  ['a faultless car, in at most 35 taps', inspectFaultlessCar],
  ['a whole inspection with the network cut in the middle', inspectCutOff],
  ['a section of good items in one tap, and back', tapOnce],
  ['an inspection on a slow tablet', inspectSlowly],
  ['an inspection by keyboard', inspectByKeyboard],
  ['two tablets on one survey see each other', inspectTogether],
  ['an order closed meanwhile stays readable', readClosed],
  ['what was said at the last visit is said again', saySame],
  ['why a package is not shown', explainHidden],
  ["the owner's page beside the offer", previewOwner],
  ['a completed inspection is reopened with a reason', reopenCompleted],
  ['a board of 314 cars is worked', openManyCars],
]

/** The same inspection runs with the network cut in its middle, and a shorter one online. */
const repeats: readonly Act[] = [inspectOnline, inspectSlowly, openManyCars]

export async function checkWorkshopInspection(check: Check, desk: Desk): Promise<void> {
  for (const [name, act] of acts)
    await check(
      `inspection: ${name}`,
      () => inContext(desk, 'camera', landscape, (context) => act(context, desk.service, desk.trusted)),
      repeats.includes(act),
    )
  await checkInspectionLooks(check, desk)
}
