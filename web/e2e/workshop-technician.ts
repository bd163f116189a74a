// The app for a technician with gloves on: targets that are large enough on every screen of an inspection, and packages that are
// the advisor's to choose.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { allSaved, answerOf, numbersOf, padOf } from './checklist.ts'
import { drawingOf, markRowsOf } from './damage.ts'
import { assertHit, leastPx } from './fit.ts'
import { addPhotoTo, cameraOf, shotsOf, shutterOf } from './photos.ts'
import { groupOf } from './quotes.ts'
import type { Trusted } from './trust.ts'
import { type Check, type Desk, inContext, type Service } from './visit.ts'
import { technician, until } from './workshop.ts'
import { makeSurvey, openBoard } from './workshop-survey.ts'

const landscape = { width: 1180, height: 820 }
const portrait = { width: 820, height: 1180 }

type Act = (context: BrowserContext, service: Service, trusted: Trusted) => Promise<void>

const assertLarge = (page: Page, screen: string) => assertHit(page, screen, leastPx.inspection)

const touchEverything: Act = async (context, service, trusted) => {
  const { surveyId, orderId } = await makeSurvey(trusted, 'gloves')
  const ofHealth = `/system-clients/demo/service-orders/${orderId}/surveys?survey-type=health`
  const [health] = (await trusted.asDms<{ id: string }[]>(ofHealth)).body
  const page = await openBoard(context, service, 'en', technician)
  await assertHit(page, 'board')
  const open = (id: string, path = '') => page.goto(`${service.base}/workshop/surveys/${id}${path}`)
  await open(surveyId)
  await answerOf(page, 'vc.shocks', 'amber').click()
  await assertLarge(page, 'checklist')
  await numbersOf(page).first().click()
  await padOf(page).waitFor()
  await assertLarge(page, 'number pad')
  await open(surveyId, '/questions/vc.shocks')
  await addPhotoTo(page).waitFor()
  await assertLarge(page, 'finding sheet')
  await addPhotoTo(page).click()
  await cameraOf(page).waitFor()
  await until(() => shutterOf(page).isEnabled())
  await assertLarge(page, 'camera')
  await shutterOf(page).click()
  await shotsOf(page).first().waitFor()
  await assertLarge(page, 'camera with a photo')
  await open(health?.id ?? '', '/damage')
  await drawingOf(page).waitFor()
  await page.getByLabel('Add by the name of the part …').selectOption({ label: 'Front left door' })
  await assertLarge(page, 'damage map')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await markRowsOf(page).first().waitFor()
  await assertLarge(page, 'damage map with a mark')
  await open(health?.id ?? '', '/handover')
  await page.getByLabel('Odometer reading').waitFor()
  await assertLarge(page, 'handover act')
}

/** The screen says which packages fit; only advisors choose, so nothing looks as if it could be pressed. */
const readPackages: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'reader')
  const page = await openBoard(context, service, 'en', technician)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await answerOf(page, 'vc.shocks', 'red').click()
  await allSaved(page)
  const shown = /^Front shock absorbers|shock/i
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/questions/vc.shocks`)
  const part = page.getByRole('region', { name: 'Packages' })
  await part.getByText('The service advisor chooses what is offered.').waitFor()
  const packages = part.getByRole('listitem')
  await packages.filter({ hasText: shown }).first().waitFor()
  assert.equal(await packages.getByRole('button').count(), 0)
  assert.equal(await part.getByRole('button', { disabled: true }).count(), 0)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/quotes`)
  const group = groupOf(page, 'Underneath')
  await group.getByText(shown).first().waitFor()
  assert.equal(await group.getByRole('button').count(), 0)
}

const acts: readonly (readonly [string, Act, typeof landscape])[] = [
  ['gloves hit everything, landscape', touchEverything, landscape],
  ['gloves hit everything, portrait', touchEverything, portrait],
  ['packages are read, and no button is dead', readPackages, landscape],
]

export async function checkWorkshopTechnician(check: Check, desk: Desk): Promise<void> {
  for (const [name, act, viewport] of acts)
    await check(
      `technician: ${name}`,
      () => inContext(desk, 'camera', { viewport }, (context) => act(context, desk.service, desk.trusted)),
      act === touchEverything && viewport !== portrait,
    )
}
