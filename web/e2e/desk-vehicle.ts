// The page of a vehicle: found by its plate, with open work before everything else, a finding that is closed by hand and opened again,
// and a history for its owner on paper.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { makeCar, putOff } from './desk-cars.ts'
import { look, openDesk, partOf, searchOf, titleOf } from './desk-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, still } from './visit.ts'

async function read(page: Page, { service, trusted, pictureOf }: Desk): Promise<void> {
  const car = await makeCar(page, service, trusted, 'history')
  await putOff(trusted, car, 'Renew the wipers')
  await searchOf(page).fill(car.plate)
  await page.keyboard.press('Enter')
  await titleOf(page, `Vehicle ${car.plate}`).waitFor()
  assert.match(page.url(), /\/desk\/vehicles\/plate\//)

  const work = partOf(page, 'Open work').getByRole('listitem').filter({ hasText: 'Renew the wipers' })
  await work.getByText('€23.80').waitFor()
  const parts = await page.getByRole('main').getByRole('region').getByRole('heading', { level: 2 }).all()
  assert.equal(await parts[0]?.textContent(), 'Open work', 'open work comes first')
  const findings = partOf(page, 'Findings')
  await findings.getByText('Wiper blades').waitFor()
  await look(page, pictureOf('desk-vehicle'))

  const close = findings.getByRole('button', { name: 'Close: Wiper blades' })
  await close.click()
  const sheet = page.getByRole('dialog', { name: 'Wiper blades' })
  await sheet.getByRole('radio', { name: 'The car was sold' }).check()
  await assertAccessible(page)
  await look(page, pictureOf('desk-close-finding'))
  await sheet.getByRole('button', { name: 'Close by hand' }).click()
  await findings.getByText('No finding is open.').waitFor()
  await findings.getByText('1 closed finding').click()
  await findings.getByText(/^closed by hand on .+ · The car was sold$/).waitFor()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await close.waitFor()

  const print = await page.getByRole('link', { name: 'Print for the owner' }).getAttribute('href')
  const paper = await page.request.get(print ?? '')
  assert.equal(paper.status(), 200)
  assert.equal(paper.headers()['content-type'], 'application/pdf')
  assert.equal((await paper.body()).subarray(0, 5).toString(), '%PDF-')

  await work.getByRole('link').click()
  await page.waitForURL(new RegExp(`/workshop/surveys/${car.surveyId}/quotes$`))
}

export const checkDeskVehicle = (check: Check, desk: Desk): Promise<void> =>
  check('desk: a plate leads to a vehicle, its open work and its history on paper', () =>
    inContext(desk, 'plain', { ...still, ...landscape, colorScheme: 'dark' }, async (context) =>
      read(await openDesk(context, desk.service, 'find?lang=en'), desk),
    ),
  )
