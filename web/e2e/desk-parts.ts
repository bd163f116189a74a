// The parts step as three people take it: asked for beside the car without a network, priced at the desk without a mouse, offered by the
// advisor.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { allSaved, answerOf, closeOf, noteOf, sheetOf } from './checklist.ts'
import { write } from './desk-cars.ts'
import { look, openDesk, pressAt, railOf, requestOf, tabTo, titleOf } from './desk-pages.ts'
import { assertHit, leastPx } from './fit.ts'
import { findingsOf, offersOf } from './quotes.ts'
import {
  assertAccessible,
  type Check,
  type Desk,
  inContext,
  landscape,
  phone,
  portrait,
  type Service,
  still,
} from './visit.ts'
import { advisor, goOffline, goOnline, openApp, technician, until, waitUntilOffline } from './workshop.ts'
import { makeSurvey } from './workshop-survey.ts'

const partsDesk = 'demo-parts'

interface Quote {
  contents?: { itemCategory: string; itemCode?: string; quantity?: number; amountExVat?: number }[]
}

const partsIn = (place: Locator): Locator => place.getByRole('region', { name: 'Parts', exact: true })

/** Asked for, kept over a reload, taken back and asked for again, all without a network. */
async function askBesideTheCar(page: Page, surveyId: string): Promise<void> {
  await answerOf(page, 'vc.wipers', 'amber').click()
  await answerOf(page, 'vc.lamps', 'red').click()
  await allSaved(page)
  await waitUntilOffline(page)
  await noteOf(page, 'vc.wipers').click()
  const parts = partsIn(sheetOf(page))
  await parts.getByRole('button', { name: 'Ask for parts' }).waitFor()
  await assertHit(page, 'finding with parts', leastPx.inspection)
  await goOffline(page)
  await parts.getByLabel('What is needed (optional)').fill('Blades 650 and 400')
  await parts.getByRole('button', { name: 'Ask for parts' }).click()
  await parts.getByText('Asked just now').waitFor()
  await parts.getByText('Only on this device so far').waitFor()
  await page.reload()
  assert.match(page.url(), new RegExp(`${surveyId}/questions/vc.wipers`))
  await parts.getByText('Blades 650 and 400').waitFor()
  await parts.getByRole('button', { name: 'Take it back' }).click()
  assert.equal(await parts.getByLabel('What is needed (optional)').inputValue(), 'Blades 650 and 400')
  await parts.getByRole('button', { name: 'Ask for parts' }).click()
  await parts.getByText(/^Asked/).waitFor()
  await assertAccessible(page)
  await goOnline(page)
  await parts.getByText('Only on this device so far').waitFor({ state: 'detached' })
  // Of another finding, in one tap without words.
  await closeOf(sheetOf(page)).click()
  await noteOf(page, 'vc.lamps').click()
  await parts.getByRole('button', { name: 'Ask for parts' }).click()
  await parts.getByText(/^Asked/).waitFor()
}

const typeInto = async (page: Page, field: Locator, words: string) => {
  await tabTo(page, field)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(words)
}

/** By keyboard; meanwhile the workshop asks for something else. */
async function answerAtTheDesk(
  page: Page,
  { pictureOf }: Desk,
  plate: string,
  askOtherwise: () => Promise<void>,
): Promise<void> {
  await titleOf(page, 'Parts').waitFor()
  for (const name of ['Today', 'Put off'])
    assert.equal(await railOf(page).getByRole('link', { name }).count(), 0)
  const row = requestOf(page, plate).filter({ hasText: 'Wipers' })
  await row.getByText('Blades 650 and 400').waitFor()
  await look(page, pictureOf('desk-parts'))
  await pressAt(page, row.getByRole('button', { name: 'Answer' }))
  const sheet = page.getByRole('dialog', { name: `Answer: ${plate}` })
  await pressAt(page, sheet.getByRole('button', { name: 'Save the price' }))
  await sheet.getByText('The answer is not complete').waitFor()
  await assertAccessible(page)
  await typeInto(page, sheet.getByLabel('What it is'), 'Wiper blades, pair')
  await typeInto(page, sheet.getByLabel('Part number'), 'W 650-400')
  await typeInto(page, sheet.getByLabel('Quantity'), '2')
  await typeInto(page, sheet.getByLabel('Unit price without VAT'), '17.50')
  await sheet.getByText('€35.00').waitFor()
  await askOtherwise()
  await pressAt(page, sheet.getByRole('button', { name: 'Save the price' }))
  await sheet.getByText('The request has changed meanwhile').waitFor()
  await sheet.getByText(/asks: Blades 600 and 400\./).waitFor()
  assert.equal(await sheet.getByLabel('Part number').inputValue(), 'W 650-400')
  await pressAt(page, sheet.getByRole('button', { name: 'Save the price' }))
  await sheet.waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: /^Priced/ }).check()
  await row.getByText('€35.00 without VAT, in stock').waitFor()
  await page.getByRole('radio', { name: /^To answer/ }).check()
  const lamps = requestOf(page, plate).filter({ hasText: 'All lamps' })
  await lamps.getByRole('button', { name: 'Answer' }).waitFor()
}

/** A line of labour is there already; without a word it says what is missing. */
async function offerThem(page: Page, service: Service, surveyId: string): Promise<void> {
  await page.goto(`${service.plain}/workshop/surveys/${surveyId}/quotes`)
  const finding = findingsOf(page, /^Wipers/)
  await finding.getByText('Priced: €35.00 without VAT, in stock').waitFor()
  await assertAccessible(page)
  await finding.getByRole('button', { name: 'Use these parts' }).click()
  const sheet = page.getByRole('dialog', { name: 'Own line' })
  const second = sheet.getByRole('group', { name: 'Line 2' })
  assert.equal(await second.getByLabel('Text').inputValue(), 'Wiper blades, pair')
  assert.equal(await second.getByLabel('Quantity').inputValue(), '2')
  assert.equal(await second.getByLabel('Price without VAT').inputValue(), '17.50')
  await sheet.getByRole('group', { name: 'Line 1' }).getByLabel('Text').fill('Fit the blades')
  if ((await sheet.getByLabel('VAT rate').inputValue()) === '') await sheet.getByLabel('VAT rate').fill('19')
  await sheet.getByRole('button', { name: 'Add to the offer' }).click()
  await offersOf(page, 'Fit the blades').waitFor()
  await finding.getByText('These parts are in the offer').waitFor()
}

async function fromFindingToOffer(tablet: Page, office: Page, desk: Desk, plate: string, surveyId: string) {
  const { service, trusted } = desk
  await askBesideTheCar(tablet, surveyId)
  const path = `surveys/${surveyId}/part-requests/vc.wipers`
  await office.reload()
  await answerAtTheDesk(office, desk, plate, async () => {
    await write(tablet, service, 'put', path, { tap: crypto.randomUUID(), text: 'Blades 600 and 400' })
  })
  const offer = async () =>
    (await trusted.asDms<Quote[]>(`/system-clients/demo/surveys/${surveyId}/quotes`)).body[0]?.contents ?? []
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const { page } = await openApp(context, service, { login: advisor })
    await offerThem(page, service, surveyId)
    await until(async () => (await offer()).length === 2)
    const part = (await offer()).find(({ itemCategory }) => itemCategory === 'material')
    assert.deepEqual([part?.itemCode, part?.quantity, part?.amountExVat], ['W 650-400', 2, 35])
    await page.goto(`${service.plain}/workshop/surveys/${surveyId}/send`)
    const warning = page.getByRole('region', { name: 'Parts for 1 finding are not priced yet' })
    await warning.getByRole('link').click()
    await sheetOf(page)
      .getByRole('heading', { name: /^All lamps/ })
      .waitFor()
  })
}

export async function checkDeskParts(check: Check, desk: Desk): Promise<void> {
  const { service, trusted } = desk
  await check('desk: parts are asked for on the tablet, priced at the desk and offered on the tablet', () =>
    inContext(desk, 'plain', { ...still, ...portrait, hasTouch: true }, (tablets) =>
      inContext(desk, 'plain', { ...still, ...landscape }, async (offices) => {
        const { surveyId, plate } = await makeSurvey(trusted, 'parts')
        const { page } = await openApp(tablets, service, { login: technician })
        await page.goto(`${service.plain}/workshop/surveys/${surveyId}`)
        const office = await openDesk(offices, service, '?lang=en', partsDesk)
        await titleOf(office, 'Parts').waitFor()
        assert.ok(office.url().endsWith('/desk/parts'), office.url())
        await fromFindingToOffer(page, office, desk, plate, surveyId)
      }),
    ),
  )
  await check(
    'desk: the queue of parts fits a phone in the dark',
    () =>
      inContext(desk, 'plain', { ...still, ...phone, colorScheme: 'dark' }, async (context) => {
        const page = await openDesk(context, service, '?lang=ru', partsDesk)
        await titleOf(page, 'Запчасти').waitFor()
        await look(page, desk.pictureOf('desk-parts-phone-dark'))
      }),
    true,
  )
}
