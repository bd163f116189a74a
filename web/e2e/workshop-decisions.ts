// Quotes and who decides about them: by phone as the advisor writes it down, online as the owner does; read again as the DMS
// reads it.
import assert from 'node:assert/strict'
import type { BrowserContext } from 'playwright-core'
import { openCar } from './board.ts'
import { type Act, findSurvey, makeSurvey, open } from './media-survey.ts'
import { choose, decisionsOf, fingerprintOf, giveStars } from './owner-page.ts'
import { findingsOf, offersOf, openSays, recordSaid, saidOf, workOf } from './quotes.ts'
import { assertFits, type Service } from './visit.ts'
import { until } from './workshop.ts'

interface Quote {
  id: string
  category: string
  description?: string
  packageId?: string
  approvalStatus?: string
  approvalMedium?: string
  deferralDate?: string
  rejectionReasonCode?: string
  contents: { itemCategory: string; description: string; amountExVat: number; amountIncVat: number }[]
}

export const buildQuote: Act = async (context, service, trusted) => {
  const surveyId = await findSurvey(trusted.asDms, '/system-clients/demo/service-orders/SO-1001', 'VC')
  const page = await open(context, service, `surveys/${surveyId}/quotes`)
  const finding = findingsOf(page, 'Pad thickness front left')
  await workOf(page, /^Front brake pads/).click()
  await finding.getByRole('button', { name: 'Own line' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Add to the offer' }).click()
  await sheet.getByText('The quote is not complete').waitFor()
  await sheet.getByLabel('Text').fill('Bleed the brakes')
  assert.equal(
    await sheet.getByLabel('Price without VAT').inputValue(),
    '118.00',
    'what an hour costs at the site',
  )
  await sheet.getByLabel('Price without VAT').fill('17,70')
  await sheet.getByLabel('Quantity').fill('2')
  await sheet.getByText('2 h × €17.70 = €35.40 €42.13 with VAT').waitFor()
  await sheet.getByRole('button', { name: 'Add to the offer' }).click()
  await offersOf(page, 'Bleed the brakes').waitFor()
  const said = await openSays(page)
  await saidOf(said, /^Bleed the brakes/)
    .getByRole('radio', { name: 'Approve' })
    .check()
  await saidOf(said, /^Front brake pads/)
    .getByRole('radio', { name: 'Later' })
    .check()
  const bush = saidOf(said, /^Control-arm bush/)
  await bush.getByRole('radio', { name: 'No' }).check()
  await bush.getByLabel('Why not?').selectOption({ label: 'Too expensive' })
  await recordSaid(page, '€42.13')

  const read = async () =>
    (await trusted.asDms<Quote[]>(`/system-clients/demo/surveys/${surveyId}/quotes`)).body
  const rejected = (quotes: readonly Quote[]) => quotes.find(({ id }) => id === 'Q-1001-1')
  await until(async () => rejected(await read())?.approvalStatus === 'rejected')
  const quotes = await read()
  assert.equal(rejected(quotes)?.rejectionReasonCode, 'tooExpensive')
  const written = quotes.find(({ description }) => description === 'Bleed the brakes')
  assert.deepEqual(
    [
      written?.approvalStatus,
      written?.approvalMedium,
      written?.contents[0]?.amountExVat,
      written?.contents[0]?.amountIncVat,
    ],
    ['approved', 'phone', 35.4, 42.13],
  )
  const deferred = quotes.find(({ packageId }) => packageId === 'open!brk-pads-f')
  assert.equal(deferred?.approvalStatus, 'deferred')
  const inWeek = new Date(Date.now() + 7 * 86_400_000)
  assert.ok(Math.abs(Date.parse(deferred?.deferralDate ?? '') - inWeek.getTime()) < 2 * 86_400_000)
}

/** On the owner's page, as one of the command line's links opens it; gives the day that was chosen. */
export async function decideAsOwner(
  context: BrowserContext,
  service: Service,
  surveyId: string,
): Promise<string> {
  const made = await service.run(['owner-link', 'create', 'demo', surveyId, '--deciding', '--json'])
  const page = await context.newPage()
  await page.goto(`${(JSON.parse(made) as { url: string }).url}?lang=en`)
  const line = decisionsOf(page, 'en', 'Wiper blades')
  await choose(line, 'later')
  const day = await line.getByLabel('Remind me on').inputValue()
  await page.getByRole('button', { name: 'Check my choices' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await fingerprintOf(page).waitFor()
  await giveStars(page, 4)
  await page.locator('textarea').fill('Quick and friendly')
  await page.getByRole('button', { name: 'Send feedback' }).click()
  await page.getByRole('heading', { name: 'Thank you for your feedback' }).waitFor()
  await page.close()
  return day
}

export const hearOwner: Act = async (context, service, trusted) => {
  const surveyId = await makeSurvey(trusted, 'SAID')
  const quotes = `/system-clients/demo/surveys/${surveyId}/quotes/said`
  const contents = [{ itemCategory: 'material', amountExVat: 20, amountIncVat: 23.8, description: 'Blades' }]
  const place = { questionId: 'h.wipers', answerId: 'adv' }
  const body = { category: 'quote', currency: 'EUR', description: 'Wiper blades', ...place, contents }
  assert.equal((await trusted.asDms(quotes, { method: 'PUT', body })).status, 201)
  const page = await open(context, service, `surveys/${surveyId}/quotes`)
  const offer = offersOf(page, 'Wiper blades')
  await offer.waitFor()

  // Comes by itself, the day as the owner chose it although this device is a quarter of a day behind.
  const chosen = await decideAsOwner(context, service, surveyId)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(chosen),
  )
  await offer.getByText(`on ${day} · Online`).waitFor()
  const said = page.getByRole('region', { name: 'From the owner' })
  await said.getByText('4 stars of 5').waitFor()
  await said.getByText('Quick and friendly').waitFor()
  const [receipt] = await Promise.all([
    context.waitForEvent('page'),
    said.getByRole('link', { name: /^Receipt of the decision/ }).click(),
  ])
  await receipt.getByText('Wiper blades').first().waitFor()
  await receipt.close()

  const sheet = page.getByRole('dialog')
  // The decision; what a sheet says of it begins another sentence.
  const online = offer.getByText(/ · Online\b/)
  const first = await openSays(page)
  await saidOf(first, /^Wiper blades/)
    .getByRole('radio', { name: 'Approve' })
    .check()
  await first.getByRole('radio', { name: 'In person' }).check()
  await first.getByRole('button', { name: 'Read it back' }).click()
  await sheet.getByText('replaces what the owner decided online').waitFor()
  await assertFits(page)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await online.waitFor()
  const second = await openSays(page)
  await saidOf(second, /^Wiper blades/)
    .getByRole('radio', { name: 'Approve' })
    .check()
  await second.getByRole('radio', { name: 'In person' }).check()
  await recordSaid(page, 'replaces what the owner decided online')
  await offer.getByText('In person').waitFor()
  const read = async () => (await trusted.asDms<Quote>(quotes)).body
  await until(async () => (await read()).approvalMedium === 'direct')
  assert.deepEqual([(await read()).approvalStatus, (await read()).deferralDate], ['approved', undefined])
  await page.goto(`${service.base}/workshop/`)
  const car = await openCar(page, 'M SAID')
  await car.getByText('Owner has decided').waitFor()
  await car.getByText('4 stars of 5').waitFor()
}
