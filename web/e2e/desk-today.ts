// Today, with a car that goes through all four lists: each tap leads to where it is solved, and what is solved has left the list.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { sheetOf as findingSheetOf, packagesOf } from './checklist.ts'
import { type Car, completeReception, edit, makeCar, putLine } from './desk-cars.ts'
import {
  entriesOf,
  entryOf,
  listOf,
  look,
  openDesk,
  showDesk,
  titleOf,
  type Waiting,
  waiting,
} from './desk-pages.ts'
import { offersOf } from './quotes.ts'
import { type Check, type Desk, inContext, landscape, still } from './visit.ts'
import { until } from './workshop.ts'

interface Quote {
  id: string
  questionId: string
  packageId?: string
  variantId?: string
}

/** Each has its head, and under it as many cars as the head says. */
async function readHeads(page: Page): Promise<void> {
  for (const name of waiting) {
    const list = listOf(page, name)
    const told = await list.getByText(/^\d+ cars?$/).textContent()
    assert.equal(await entriesOf(list).count(), Number.parseInt(told ?? '', 10), name)
  }
}

/** It waits in this list and in no other. */
async function waitsIn(page: Page, { service }: Desk, { plate }: Car, name: Waiting | undefined) {
  await showDesk(page, service, 'today')
  await page.getByText(/As of \d/).waitFor()
  for (const one of waiting)
    assert.equal(await entryOf(page, one, plate).count(), one === name ? 1 : 0, `${plate}: ${one}`)
}

async function offerThere(page: Page, { trusted }: Desk, { surveyId }: Car): Promise<Quote> {
  const sheet = findingSheetOf(page)
  await sheet.getByRole('heading', { name: 'Wiper blades' }).waitFor()
  assert.match(page.url(), new RegExp(`/workshop/surveys/${surveyId}/`))
  await packagesOf(page).getByRole('button').first().click()
  let quote: Quote | undefined
  await until(async () => {
    const { body } = await trusted.asDms<Quote[]>(`/system-clients/demo/surveys/${surveyId}/quotes`)
    quote = body.find(({ questionId }) => questionId === 'h.wipers')
    return quote !== undefined
  })
  return quote!
}

async function solve(page: Page, desk: Desk): Promise<void> {
  const { service, trusted, pictureOf } = desk
  await page.getByText(/As of \d/).waitFor()
  await readHeads(page)
  const car = await makeCar(page, service, trusted, 'today')
  await completeReception(page, service, car)

  await waitsIn(page, desk, car, 'Found, nothing offered')
  const found = entryOf(page, 'Found, nothing offered', car.plate)
  assert.match(await found.innerText(), /Soon\s+Wiper blades\s+€[\d.]+/)
  await look(page, pictureOf('desk-today'))
  await found.click()
  const { id, packageId, variantId } = await offerThere(page, desk, car)

  await waitsIn(page, desk, car, 'Offered, not decided')
  const offered = entryOf(page, 'Offered, not decided', car.plate)
  await offered.getByText('not sent').waitFor()
  await offered.click()
  await titleOf(page, 'Send the result').waitFor()
  await page.getByRole('main').getByText(car.plate).first().waitFor()
  await edit(page, service, car.surveyId, {
    kind: 'decision',
    quoteId: id,
    approvalStatus: 'approved',
    approvalMedium: 'phone',
    spokeWith: 'Ada Example',
  })

  await waitsIn(page, desk, car, 'Approved, not on the order')
  await entryOf(page, 'Approved, not on the order', car.plate).click()
  await offersOf(page).getByText('By phone · Ada Example').waitFor()
  assert.match(page.url(), new RegExp(`/workshop/surveys/${car.surveyId}/quotes`))
  await putLine(trusted, car, { healthPackageId: packageId, healthPackageVariantId: variantId })

  await waitsIn(page, desk, car, undefined)
  await putLine(trusted, car, {
    healthPackageId: 'nobody-offered-it',
    soldQuantity: 1,
    soldAmountIncVat: 23.8,
  })
  await showDesk(page, service, 'today')
  await entryOf(page, 'Invoiced without approval', car.plate).getByText('€23.80').first().waitFor()
  await readHeads(page)
}

export const checkDeskToday = (check: Check, desk: Desk): Promise<void> =>
  check('desk: a car goes through the lists of today, each solved where a tap leads', () =>
    inContext(desk, 'plain', { ...still, ...landscape }, async (context) =>
      solve(await openDesk(context, desk.service, 'today?lang=en'), desk),
    ),
  )
