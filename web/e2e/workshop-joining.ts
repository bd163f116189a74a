// Two cards of one car, one made by hand and one of the DMS: asked about on both, joined and taken apart by a tap (I5). Looked
// at on a tablet in every language.

import assert from 'node:assert/strict'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { boardShown, carsOf, moreOf, platesOf, sheetOf } from './board.ts'
import { closeOf } from './checklist.ts'
import type { Trusted } from './trust.ts'
import { assertAccessible, assertFits, type Check, type Desk, inContext, landscape, sizes } from './visit.ts'
import { said } from './words.ts'
import { advisor, openApp, technician, until } from './workshop.ts'

const wordsIn = (language: Language) => ({
  ask: new RegExp(`^${said(language, 'joining.ask').replace('?', '\\?')}`),
  undo: said(language, 'joining.undo'),
  fact: said(language, 'joining.fact'),
  done: said(language, 'joining.done'),
  undone: said(language, 'joining.undone'),
})

const tablets = sizes.filter(({ name }) => name !== 'phone')
let count = 0

interface Pair {
  plate: string
  orderId: string
  /** Of the inspection made by hand. */
  surveyId: string
}

/** One plate with two VINs, one of them mistyped: only a person can say whether it is one car. */
async function makePair(page: Page, { asDms }: Trusted): Promise<Pair> {
  const number = `${Date.now() % 1_000_000}${++count}`
  const [plate, orderId] = [`ONE ${number}`, `one-${number}`]
  const vinOf = (end: string) => `ZZZ1A2B35PX00000${end}`
  const surveyId = await page.evaluate<string>(`(async () => {
    const ask = async (path, more) => (await fetch('/app' + path, more)).json()
    const { csrf } = await ask('/session')
    const { branches } = await ask('/system-clients/demo/blank-surveys')
    const { branchId } = branches.find(({ code }) => code === 'DE1001')
    const card = await ask('/system-clients/demo/inspections/hand-${number}', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-walkaround-csrf': csrf },
      body: JSON.stringify({
        branchId, surveyTypes: ['VC'], numberPlate: '${plate}', vin: '${vinOf('1')}', customerName: 'Ada Example',
      }),
    })
    return card.surveys[0].id
  })()`)
  const { status } = await asDms(`/system-clients/demo/service-orders/${orderId}`, {
    method: 'PUT',
    body: {
      externalBranchId: 'DE1001',
      technicianSurveyRelease: true,
      customer: { category: 'legalEntity', name: 'Example Transport' },
      vehicle: { numberPlate: plate, vin: vinOf('2'), make: 'Norvik', model: 'Sund' },
    },
  })
  assert.equal(status, 201)
  return { plate, orderId, surveyId }
}

const find = async (page: Page, plate: string, cards: number): Promise<Locator> => {
  await page.getByRole('searchbox').fill(plate)
  await until(async () => {
    const plates = await platesOf(page).allTextContents()
    return plates.length === cards && plates.every((one) => one === plate)
  })
  return carsOf(page)
}

/** Opens the card that asks whether it is the same car as that of this customer. */
async function openNaming(page: Page, cards: Locator, customer: string): Promise<void> {
  await moreOf(cards.first()).click()
  await carsOf(sheetOf(page)).waitFor()
  if ((await sheetOf(page).getByRole('button').getByText(customer).count()) > 0) return
  await closeOf(sheetOf(page)).click()
  await moreOf(cards.last()).click()
}

const surveysOf = async ({ asDms }: Trusted, { orderId }: Pair) =>
  (
    await asDms<{ id: string }[]>(`/system-clients/demo/service-orders/${orderId}/surveys?survey-type=VC`)
  ).body.map(({ id }) => id)

async function look(page: Page, { pictureOf }: Desk, name: string): Promise<void> {
  for (const { name: size, width, height } of tablets) {
    await page.setViewportSize({ width, height })
    await assertFits(page)
    await page.screenshot({ path: pictureOf(`${name}-${size}`) })
  }
  await assertAccessible(page)
}

async function joinAndUndo(context: BrowserContext, desk: Desk, language: Language): Promise<void> {
  const { service, trusted } = desk
  const words = wordsIn(language)
  const { page } = await openApp(context, service, { login: advisor, language })
  await boardShown(page)
  const pair = await makePair(page, trusted)
  const cards = await find(page, pair.plate, 2)
  // Each names the other.
  const sheet = sheetOf(page)
  const ask = sheet.getByRole('button', { name: words.ask })
  const asked =
    language === 'de' ? ['Example Transport', 'Ada Example'] : ['Ada Example', 'Example Transport']
  for (const [at, name] of asked.entries()) {
    // The order of the hits is the service's: whichever card opens, it names the other one.
    if (at > 0) await closeOf(sheet).click()
    await openNaming(page, cards, name)
    await ask.getByText(name).waitFor()
  }
  await look(page, desk, `same-car-asked-${language}`)
  await ask.click()
  await page.getByText(words.done).waitFor()
  if ((await sheet.count()) > 0) await closeOf(sheet).click()
  const joined = await find(page, pair.plate, 1)
  await moreOf(joined).click()
  await sheet.getByText(words.fact).waitFor()
  assert.equal(await ask.count(), 0)
  // The inspection made by hand is the one that stays.
  assert.deepEqual(await surveysOf(trusted, pair), [pair.surveyId])
  await look(page, desk, `same-car-joined-${language}`)
  await sheet.getByRole('button', { name: words.undo, exact: true }).click()
  await page.getByText(words.undone).waitFor()
  await closeOf(sheet).click()
  const apart = await find(page, pair.plate, 2)
  assert.ok(!(await surveysOf(trusted, pair)).includes(pair.surveyId))
  // Somebody has said that they are two: nobody is asked again.
  for (const at of [0, 1]) {
    await moreOf(apart.nth(at)).click()
    await carsOf(sheet).waitFor()
    assert.equal(await ask.count(), 0)
    await closeOf(sheet).click()
  }
}

/** Orders are not a technician's to change. */
async function onlyForAdvisors(context: BrowserContext, { service, trusted }: Desk): Promise<void> {
  const { page } = await openApp(context, service, { login: technician })
  await boardShown(page)
  const { plate } = await makePair(page, trusted)
  const cards = await find(page, plate, 2)
  for (const at of [0, 1]) {
    await moreOf(cards.nth(at)).click()
    await carsOf(sheetOf(page)).waitFor()
    assert.equal(await page.getByRole('button', { name: wordsIn('en').ask }).count(), 0)
    await closeOf(sheetOf(page)).click()
  }
}

export async function checkWorkshopJoining(check: Check, desk: Desk): Promise<void> {
  for (const language of languages)
    await check(
      `joining: two cards of one car become one and two again, ${language}`,
      () => inContext(desk, 'plain', landscape, (context) => joinAndUndo(context, desk, language)),
      language !== 'en',
    )
  await check('joining: a technician is not asked', () =>
    inContext(desk, 'plain', landscape, (context) => onlyForAdvisors(context, desk)),
  )
}
