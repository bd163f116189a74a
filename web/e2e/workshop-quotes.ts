// What the quote builder must not get wrong: one work offered once. Clicked in the app, read back as the DMS reads it.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { allSaved, numberOf, padOf } from './checklist.ts'
import { assertFitsAnyhow } from './fit.ts'
import {
  findingsOf,
  groupOf,
  offersOf,
  openSays,
  ownerFrameOf,
  recordSaid,
  saidOf,
  totalOf,
  workOf,
} from './quotes.ts'
import type { Trusted } from './trust.ts'
import type { Service } from './visit.ts'
import { goOffline, goOnline, until } from './workshop.ts'
import { makeSurvey, openBoard } from './workshop-survey.ts'

type Act = (context: BrowserContext, service: Service, trusted: Trusted) => Promise<void>

interface Quote {
  id: string
  category: string
  questionId: string
  packageId?: string
  approvalStatus?: string
  currency?: string
  contents?: {
    quantity?: number
    unitOfMeasure?: string
    amountExVat?: number
    amountIncVat?: number
    fullAmountExVat?: number
  }[]
}

const saved = (page: Page) => allSaved(page)
const quotesOf = async ({ asDms }: Trusted, surveyId: string) =>
  (await asDms<Quote[]>(`/system-clients/demo/surveys/${surveyId}/quotes`)).body

/** Pads that are too thin on both sides of the front axle. */
async function findWornPads(page: Page, service: Service, surveyId: string): Promise<void> {
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  const key = (name: string) => padOf(page).getByRole('button', { name, exact: true })
  await numberOf(page, 'vc.padFL').click()
  // The pad goes on to the other wheel by itself; both numbers could go on, so somebody has to say that they are whole.
  for (const digits of ['20', '25']) {
    for (const digit of digits) await key(digit).click()
    await key('Next').click()
  }
  await saved(page)
}

export const offerOnce: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'axle')
  const page = await openBoard(context, service)
  await findWornPads(page, service, surveyId)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/quotes`)
  const brakes = groupOf(page, 'Brakes, front')
  await brakes.getByText('left 2.0 mm, right 2.5 mm').waitFor()
  const set = workOf(page, /^Front brake discs and pads/)
  const pads = workOf(page, /^Front brake pads/)
  assert.equal(await set.count(), 1, 'both wheels have one line for the work of their axle')
  await goOffline(page)
  await set.click()
  const offer = offersOf(page, 'Front brake discs and pads')
  const price = await offer.locator('dt:text-is("Total") + dd').textContent()
  assert.equal(
    (await totalOf(page).textContent())?.trim(),
    price?.trim(),
    'counted once, without a network too',
  )
  await brakes
    .getByText(/€[\d.,]+ less/)
    .first()
    .waitFor()
  await goOnline(page)
  await until(async () => (await quotesOf(trusted, surveyId)).length === 1)
  const owner = ownerFrameOf(page)
  await owner.getByText('Included in the offer “Front brake discs and pads').waitFor()
  // Of alternatives one is offered: the pads take the place of the set.
  await pads.click()
  await until(async () => {
    const quotes = await quotesOf(trusted, surveyId)
    return quotes.length === 1 && quotes[0]?.packageId === 'open!brk-pads-f'
  })
  await brakes.getByRole('radio', { name: 'None of these' }).click()
  await until(async () => (await quotesOf(trusted, surveyId)).length === 0)
}

/** A decision recorded by mistake becomes undecided after one question; a decision by phone names the person staff spoke with. */
export const takeDecisionBack: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'take-back')
  const page = await openBoard(context, service)
  await findWornPads(page, service, surveyId)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/quotes`)
  await workOf(page, /^Front brake discs and pads/).click()
  const offer = offersOf(page, 'Front brake discs and pads')
  const sheet = await openSays(page)
  const name = sheet.getByLabel('Spoke with')
  assert.equal(await name.inputValue(), '', 'a company without a contact person tells nothing by itself')
  await sheet.getByRole('button', { name: 'Read it back' }).click()
  await sheet.getByText('Choose yes, later or no').waitFor()
  await saidOf(sheet, /^Front brake discs and pads/)
    .getByRole('radio', { name: 'Approve' })
    .check()
  await sheet.getByText('Say with whom').waitFor()
  await name.fill('Ada Example')
  await sheet.getByLabel('Note for colleagues').fill('Please call before fitting')
  await assertFitsAnyhow(page, 'what the customer says')
  await recordSaid(page, 'Ada Example, By phone:')
  await offer.getByText('By phone · Ada Example').waitFor()
  await offer.getByText('Please call before fitting').waitFor()
  await until(async () => (await quotesOf(trusted, surveyId))[0]?.approvalStatus === 'approved')
  const owner = ownerFrameOf(page)
  await owner.getByText(/Decided by phone on .* by Ada Example/).waitFor()
  const undecide = offer.getByRole('button', { name: 'Undecided again' })
  const asking = page.getByRole('dialog', { name: 'Take this decision back?' })
  await undecide.click()
  await asking.getByRole('button', { name: 'Leave it' }).click()
  await asking.waitFor({ state: 'hidden' })
  await undecide.click()
  await asking.getByRole('button', { name: 'Undecided again' }).click()
  await asking.getByText('Say why').waitFor()
  await asking.getByLabel('Why?').fill('Tapped the wrong line')
  await asking.getByRole('button', { name: 'Undecided again' }).click()
  await asking.waitFor({ state: 'hidden' })
  await offer.getByText(/Undecided again Tapped the wrong line/).waitFor()
  assert.equal(await undecide.count(), 0)
  await until(async () => {
    const [quote, ...others] = await quotesOf(trusted, surveyId)
    return quote !== undefined && others.length === 0 && !('approvalStatus' in quote)
  })
}

/** An own line is quantity times price with unit and discount, in a currency that is chosen and not typed. */
export const writeOwnLine: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'own-line')
  const page = await openBoard(context, service)
  await findWornPads(page, service, surveyId)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/quotes`)
  await findingsOf(page).first().getByRole('button', { name: 'Own line' }).click()
  const sheet = page.getByRole('dialog')
  const currency = sheet.getByLabel('Currency')
  await currency.waitFor()
  assert.deepEqual(
    await currency.locator('option').allTextContents(),
    ['EUR'],
    'the currency of the dealership',
  )
  await sheet.getByLabel('Text').fill('Bleed the brakes')
  await sheet.getByRole('radio', { name: 'Part' }).check()
  await sheet.getByLabel('Quantity').fill('2')
  await sheet.getByLabel('Unit').selectOption({ label: 'l' })
  await sheet.getByLabel('VAT rate').fill('19')
  await sheet.getByLabel('Price without VAT').fill('100')
  await sheet.getByText('2 l × €100.00 = €200.00 €238.00 with VAT').waitFor()
  await sheet.getByLabel('Discount', { exact: true }).fill('10')
  await sheet.getByText('2 l × €100.00 − 10 % = €180.00 €214.20 with VAT').waitFor()
  await sheet.getByLabel('Discount in').selectOption({ label: 'EUR' })
  await sheet.getByText('2 l × €100.00 − €10.00 = €190.00 €226.10 with VAT').waitFor()
  await sheet.getByLabel('Discount on everything', { exact: true }).fill('10')
  await sheet.getByText('€203.49').waitFor()
  await sheet.getByRole('button', { name: 'Add to the offer' }).click()
  const offer = offersOf(page, 'Bleed the brakes')
  await offer.getByText('Bleed the brakes: 2 l × €100.00 − €29.00 = €171.00').waitFor()
  const owner = ownerFrameOf(page)
  await owner.getByText('Discount: €34.51').waitFor()
  await until(async () => (await quotesOf(trusted, surveyId)).length === 1)
  const [quote] = await quotesOf(trusted, surveyId)
  const { quantity, unitOfMeasure, amountExVat, amountIncVat, fullAmountExVat } = quote?.contents?.[0] ?? {}
  assert.deepEqual(
    [quote?.currency, quantity, unitOfMeasure, amountExVat, amountIncVat, fullAmountExVat],
    ['EUR', 2, 'l', 171, 203.49, 200],
  )
}
