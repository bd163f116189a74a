// What comes after the first tap: the last visit beside each question, why a package is missing, what the owner will see, an
// inspection opened again. Clicked in the app, read back as the DMS reads it.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import type { Trusted } from './trust.ts'
import { assertAccessible, type Service } from './visit.ts'
import { fillSignIn, until } from './workshop.ts'
import { makeSurvey, openBoard, readSelected, type Survey } from './workshop-survey.ts'

type Act = (context: BrowserContext, service: Service, trusted: Trusted) => Promise<void>

const card = (page: Page, id: string) => page.locator(`[id="q-${id}"]`)
const open = async (page: Page, service: Service, surveyId: string, more = '') => {
  await page.goto(`${service.base}/workshop/surveys/${surveyId}${more}`)
  await page.locator('main h1').waitFor()
}
const saved = (page: Page) => page.locator('.cl-safety.good').waitFor()

export const saySame: Act = async (context, service, trusted) => {
  const first = await makeSurvey(trusted, 'first-visit')
  const page = await openBoard(context, service)
  await open(page, service, first.surveyId)
  await card(page, 'vc.shocks').locator('.cl-answer.amber').click()
  await card(page, 'vc.shocks').locator('.cl-tools button').last().click()
  await page
    .locator('.sheet')
    .getByRole('textbox', { name: 'Internal comment' })
    .fill('Sweating, dry at the top')
  await page.locator('.sheet').getByRole('button', { name: 'Done' }).click()
  await card(page, 'vc.treadFL').locator('.cl-number').click()
  for (const digit of '47')
    await page.locator('.cl-pad-keys').getByRole('button', { name: digit, exact: true }).click()
  await card(page, 'vc.treadFL').locator('.cl-number.answered, .cl-number.green, .cl-number.amber').waitFor()
  await saved(page)
  await until(async () => (await readSelected(trusted, first.surveyId, 'vc.treadFL')).length === 1)
  const closing = await trusted.asDms(`/system-clients/demo/service-orders/${first.orderId}`, {
    method: 'PUT',
    body: { externalBranchId: 'DE1001', technicianSurveyRelease: true, closed: true },
  })
  assert.equal(closing.status, 204)

  const second = await makeSurvey(trusted, 'second-visit', { numberPlate: first.plate })
  await open(page, service, second.surveyId)
  const shocks = card(page, 'vc.shocks')
  await shocks.getByText('Last visit').waitFor()
  await shocks.getByText('Sweating, dry at the top').waitFor()
  await card(page, 'vc.treadFL').getByText('last 4.7').waitFor()
  // Shown is not said: nobody has answered anything yet (D4).
  assert.deepEqual(await readSelected(trusted, second.surveyId, 'vc.shocks'), [])
  await shocks.getByRole('button', { name: 'Same as last time' }).click()
  await shocks.locator('.cl-answer.amber[aria-pressed="true"]').waitFor()
  assert.equal(await shocks.getByRole('button', { name: 'Same as last time' }).count(), 0)
  await card(page, 'vc.treadFL').locator('.cl-number').click()
  await page.locator('.cl-pad').getByRole('button', { name: 'Same: 4.7' }).click()
  await card(page, 'vc.treadFL').locator('.cl-number', { hasText: '4.7' }).waitFor()
  await saved(page)
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
  await card(page, 'vc.oilState').locator('.cl-answer.red').click()
  await saved(page)
  await card(page, 'vc.oilState').locator('.cl-tools button').last().click()
  const sheet = page.locator('.sheet')
  await sheet.getByRole('button', { name: 'Why is a package not shown?' }).click()
  const reasons = sheet.locator('.why li')
  await reasons.first().waitFor()
  assert.deepEqual(await reasons.locator('.package-name').allTextContents(), [
    'Engine up to 1.4 litres',
    'Engine 2.1 litres and more',
  ])
  for (const reason of await reasons.locator('.soft').allTextContents()) assert.match(reason, /1\.6/)
  const shown = await sheet.locator('.package').count()
  const [answer] = await readSelected(trusted, surveyId, 'vc.oilState')
  const offered = (answer?.packages ?? []).flatMap(({ variants = [] }) => variants)
  assert.equal(offered.length, shown, 'the DMS reads the packages that are shown, and no other')
  await assertAccessible(page)
}

export const previewOwner: Act = async (context, service, trusted) => {
  const { surveyId, plate } = await makeSurvey(trusted, 'preview')
  const page = await openBoard(context, service)
  await open(page, service, surveyId)
  await card(page, 'vc.discF').locator('.cl-answer.red').click()
  await saved(page)
  await open(page, service, surveyId, '/quotes')
  const owner = page.frameLocator('.owner-frames iframe:not(.coming)')
  await owner.getByText(plate).waitFor()
  const lines = owner.locator('.line')
  assert.equal(await lines.count(), 0)
  const variant = page.locator('.quote-left .variant').first()
  await variant.click()
  await lines.first().waitFor()
  assert.ok((await owner.locator('input[type="radio"]').count()) >= 3)
  assert.equal(await owner.locator('input:enabled, button:enabled, select:enabled').count(), 0)
  assert.equal(await owner.locator('script').count(), 0)
  await owner.getByRole('link', { name: 'Deutsch' }).click()
  await owner.getByRole('heading', { name: 'Ergebnis der Durchsicht' }).waitFor()
  const { body } = await trusted.asDms<{ approvalStatus?: string }[]>(
    `/system-clients/demo/surveys/${surveyId}/quotes`,
  )
  assert.equal(body.length, 1)
  assert.equal(body[0]?.approvalStatus, undefined)
  // Taken out of the offer it leaves the page, which stays in its language.
  await variant.click()
  await until(async () => (await lines.count()) === 0)
  await owner.getByRole('heading', { name: 'Ergebnis der Durchsicht' }).waitFor()
  await context.setOffline(true)
  await page.getByText('the owner’s page cannot be shown').waitFor()
  // Without the frame: one that runs no scripts cannot be asked for its faults, and asking never ends.
  await assertAccessible(page)
  await context.setOffline(false)
  await owner.getByText(plate).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Owner’s view' }).click()
  await page.locator('.owner-preview').waitFor({ state: 'detached' })
  await page.locator('.quote-left').waitFor()
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
  const page = await openBoard(context, service)
  await open(page, service, surveyId, '/finish')
  await page.getByText('A manager can reopen it.', { exact: true }).first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Reopen' }).count(), 0)
  // Another person at the same tablet.
  await page.goto(`${service.base}/workshop/settings`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await fillSignIn(page, 'demo-admin', service.passwords.get('demo-admin') ?? '')
  await page.locator('.rail').waitFor()
  await open(page, service, surveyId, '/finish')
  await page.getByRole('button', { name: 'Reopen' }).click()
  const go = page.getByRole('button', { name: 'Reopen the inspection' })
  assert.equal(await go.isDisabled(), true, 'a reason is needed')
  await page.getByLabel('Reason, for the record').fill('The spare wheel was forgotten')
  await go.click()
  await page.getByText('The inspection is open again').waitFor()
  await until(async () => !(await isCompleted()))
  await open(page, service, surveyId)
  await page.locator('.cl-answer:enabled').first().waitFor()
  await open(page, service, surveyId, '/finish')
  await page.getByRole('button', { name: 'Complete the inspection' }).click()
  await until(isCompleted)
}
