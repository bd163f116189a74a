// What comes after the first tap: the last visit beside each question, why a package is missing, what the owner will see, an
// inspection opened again. Clicked in the app, read back as the DMS reads it.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import {
  allSaved,
  answerOf,
  cardOf,
  givenOf,
  noteOf,
  numberOf,
  packagesOf,
  padOf,
  sheetOf,
} from './checklist.ts'
import { decisionsOf } from './owner-page.ts'
import { findingsOf, ownerFrameOf, previewOf, workOf } from './quotes.ts'
import type { Trusted } from './trust.ts'
import { assertAccessible, type Service } from './visit.ts'
import { advisor, fillSignIn, goOffline, goOnline, mainMenuOf, until } from './workshop.ts'
import { makeSurvey, openBoard, readSelected, type Survey } from './workshop-survey.ts'

type Act = (context: BrowserContext, service: Service, trusted: Trusted) => Promise<void>

const open = async (page: Page, service: Service, surveyId: string, more = '') => {
  await page.goto(`${service.base}/workshop/surveys/${surveyId}${more}`)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
}

export const saySame: Act = async (context, service, trusted) => {
  const first = await makeSurvey(trusted, 'first-visit')
  const page = await openBoard(context, service)
  await open(page, service, first.surveyId)
  await answerOf(page, 'vc.shocks', 'amber').click()
  await noteOf(page, 'vc.shocks').click()
  await sheetOf(page).getByRole('textbox', { name: 'Internal comment' }).fill('Sweating, dry at the top')
  await sheetOf(page).getByRole('button', { name: 'Done' }).click()
  await numberOf(page, 'vc.treadFL').click()
  for (const digit of '47') await padOf(page).getByRole('button', { name: digit, exact: true }).click()
  await numberOf(page, 'vc.treadFL', 'green').waitFor()
  await allSaved(page)
  await until(async () => (await readSelected(trusted, first.surveyId, 'vc.treadFL')).length === 1)
  const closing = await trusted.asDms(`/system-clients/demo/service-orders/${first.orderId}`, {
    method: 'PUT',
    body: { externalBranchId: 'DE1001', technicianSurveyRelease: true, closed: true },
  })
  assert.equal(closing.status, 204)

  const second = await makeSurvey(trusted, 'second-visit', { numberPlate: first.plate })
  await open(page, service, second.surveyId)
  const shocks = cardOf(page, 'vc.shocks')
  await shocks.getByText('Last visit').waitFor()
  await shocks.getByText('Sweating, dry at the top').waitFor()
  await numberOf(page, 'vc.treadFL').getByText('last 4.7').waitFor()
  // The last visit is only shown: nobody has answered anything yet (D4).
  assert.deepEqual(await readSelected(trusted, second.surveyId, 'vc.shocks'), [])
  await shocks.getByRole('button', { name: 'Same as last time' }).click()
  await givenOf(page, 'vc.shocks', 'amber').waitFor()
  assert.equal(await shocks.getByRole('button', { name: 'Same as last time' }).count(), 0)
  await numberOf(page, 'vc.treadFL').click()
  await padOf(page).getByRole('button', { name: 'Same: 4.7' }).click()
  await numberOf(page, 'vc.treadFL', 'green').filter({ hasText: '4.7' }).waitFor()
  await allSaved(page)
  const [said] = await readSelected(trusted, second.surveyId, 'vc.shocks')
  assert.equal(said?.status, 'amber')
  assert.equal(said?.comment, 'Sweating, dry at the top')
  const [tread] = await readSelected(trusted, second.surveyId, 'vc.treadFL')
  assert.equal(Number(tread?.value), 4.7)
  // Nothing else was taken over.
  assert.deepEqual(await readSelected(trusted, second.surveyId, 'vc.springs'), [])
}

export const explainHidden: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'why', { engineCapacity: 1.6 })
  const page = await openBoard(context, service)
  await open(page, service, surveyId)
  await answerOf(page, 'vc.oilState', 'red').click()
  await allSaved(page)
  await noteOf(page, 'vc.oilState').click()
  const sheet = sheetOf(page)
  await sheet.getByRole('button', { name: 'Why is a package not shown?' }).click()
  const reasons = sheet
    .getByRole('list', { name: 'Why is a package not shown?', exact: true })
    .getByRole('listitem')
  await reasons.first().waitFor()
  // The package's name, then the reason.
  const said = await reasons.allTextContents()
  assert.equal(said.length, 2)
  assert.match(said[0] ?? '', /^Engine up to 1\.4 litres.*1\.6/)
  assert.match(said[1] ?? '', /^Engine 2\.1 litres and more.*1\.6/)
  const shown = await packagesOf(page).getByRole('button').count()
  const [answer] = await readSelected(trusted, surveyId, 'vc.oilState')
  const offered = (answer?.packages ?? []).flatMap(({ variants = [] }) => variants)
  assert.equal(offered.length, shown, 'the DMS reads the packages that are shown, and no other')
  await assertAccessible(page)
}

export const previewOwner: Act = async (context, service, trusted) => {
  const { surveyId, plate } = await makeSurvey(trusted, 'preview')
  const page = await openBoard(context, service)
  await open(page, service, surveyId)
  await answerOf(page, 'vc.discF', 'red').click()
  await allSaved(page)
  await open(page, service, surveyId, '/quotes')
  const owner = ownerFrameOf(page)
  await owner.getByText(plate).waitFor()
  assert.equal(await decisionsOf(owner).count(), 0)
  await workOf(page, /^Front brake discs and pads/).click()
  await decisionsOf(owner).first().waitFor()
  assert.ok((await owner.locator('input[type="radio"]').count()) >= 3)
  assert.equal(await owner.locator('input:enabled, button:enabled, select:enabled').count(), 0)
  assert.equal(await owner.locator('script').count(), 0)
  await owner.getByRole('link', { name: 'Deutsch' }).click()
  await owner.getByRole('heading', { name: 'Ergebnis der Prüfung' }).waitFor()
  const { body } = await trusted.asDms<{ approvalStatus?: string }[]>(
    `/system-clients/demo/surveys/${surveyId}/quotes`,
  )
  assert.equal(body.length, 1)
  assert.equal(body[0]?.approvalStatus, undefined)
  // Taken out of the offer it leaves the page, which stays in its language.
  await decisionsOf(owner, 'de').first().waitFor()
  await workOf(page, 'None of these').click()
  await until(async () => (await decisionsOf(owner, 'de').count()) === 0)
  await owner.getByRole('heading', { name: 'Ergebnis der Prüfung' }).waitFor()
  await goOffline(page)
  await page.getByText('the owner’s page cannot be shown').waitFor()
  // Without the frame: one that runs no scripts cannot be asked for its faults, and asking never ends.
  await assertAccessible(page)
  await goOnline(page)
  await owner.getByText(plate).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Owner’s view' }).click()
  await previewOf(page).waitFor({ state: 'detached' })
  await findingsOf(page).first().waitFor()
}

/** An inspection of the demo that is completed and not closed; it is completed again at the end. */
export const reopenCompleted: Act = async (context, service, trusted) => {
  const { body: surveys } = await trusted.asDms<{ id: string; surveyType: string }[]>(
    '/system-clients/demo/service-orders/SO-1001/surveys?survey-type=health',
  )
  const surveyId = surveys[0]?.id ?? ''
  const isCompleted = async () =>
    (await trusted.asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)).body.completed
  assert.equal(await isCompleted(), true)
  const page = await context.newPage()
  await page.goto(`${service.base}/workshop/?lang=en`)
  await fillSignIn(page, advisor, service.passwords.get(advisor) ?? '')
  await page.getByRole('heading', { name: 'Cars today' }).waitFor()
  await open(page, service, surveyId, '/finish')
  await page.getByText('A manager can reopen it.', { exact: true }).first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Reopen' }).count(), 0)
  // Another person at the same tablet.
  await page.goto(`${service.base}/workshop/settings`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await fillSignIn(page, 'demo-admin', service.passwords.get('demo-admin') ?? '')
  await mainMenuOf(page).waitFor()
  await open(page, service, surveyId, '/finish')
  await page.getByRole('button', { name: 'Reopen' }).click()
  const go = page.getByRole('button', { name: 'Reopen the inspection' })
  assert.equal(await go.isDisabled(), true, 'a reason is needed')
  await page.getByLabel('Reason, for the record').fill('The spare wheel was forgotten')
  await go.click()
  await page.getByText('The inspection is open again').waitFor()
  await until(async () => !(await isCompleted()))
  await open(page, service, surveyId)
  await until(() =>
    page
      .getByRole('button', { name: /^Fine\b/ })
      .first()
      .isEnabled(),
  )
  await open(page, service, surveyId, '/finish')
  await page.getByRole('button', { name: 'Complete the inspection' }).click()
  await until(isCompleted)
}
