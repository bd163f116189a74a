// Advisor and technician tell each other about a car: a plan, notes with their mark, and the inbox that leads to them.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { boardShown, findCar, menuLink, openCar } from './board.ts'
import { assertFitsAnyhow } from './fit.ts'
import { assertAccessible, assertFits, type Check, type Desk, inContext, landscape, sizes } from './visit.ts'
import { advisor, openApp, technician, until } from './workshop.ts'

async function look(page: Page, { pictureOf }: Desk, name: string): Promise<void> {
  for (const { name: size, width, height } of sizes) {
    await page.setViewportSize({ width, height })
    await assertFits(page)
    await page.screenshot({ path: pictureOf(`teamwork-${name}-${size}`) })
  }
  await page.setViewportSize(landscape.viewport)
  await assertFitsAnyhow(page, name)
  await assertAccessible(page)
}

async function makeCar({ trusted: { asDms } }: Desk): Promise<string> {
  const number = `${Date.now() % 1_000_000}`
  const plate = `TEAM ${number}`
  const { status } = await asDms(`/system-clients/demo/service-orders/team-${number}`, {
    method: 'PUT',
    body: {
      externalBranchId: 'DE1001',
      technicianSurveyRelease: true,
      customer: { category: 'person', firstName: 'Ada', lastName: 'Example' },
      vehicle: { numberPlate: plate, make: 'Norvik', model: 'Sund' },
    },
  })
  assert.equal(status, 201)
  return plate
}

const notesOf = (page: Page) => page.getByRole('dialog', { name: 'Notes' })

async function write(page: Page, text: string, audience: string): Promise<void> {
  const sheet = notesOf(page)
  await sheet.getByLabel('Your note').fill(text)
  await sheet.getByRole('radio', { name: audience }).check({ force: true })
  await sheet.getByRole('button', { name: 'Send note' }).click()
  await sheet.getByText(text).waitFor()
}

async function tellEachOther(context: BrowserContext, other: BrowserContext, desk: Desk): Promise<void> {
  const { service } = desk
  const plate = await makeCar(desk)
  const { page: desktop } = await openApp(context, service, { login: advisor, language: 'en' })
  const { page: tablet } = await openApp(other, service, { login: technician, language: 'en' })
  await boardShown(desktop)
  await boardShown(tablet)

  const atDesk = await openCar(desktop, plate)
  await assertFitsAnyhow(desktop, 'the sheet of a car')
  await atDesk.getByRole('button', { name: /Promise and technician/ }).click()
  await desktop.getByLabel('Promised for').fill('2026-12-01T16:30')
  await desktop.getByLabel('Who works on it').selectOption({ label: 'Mehmet Aydın' })
  await look(desktop, desk, 'plan')
  await desktop.getByRole('button', { name: 'Save' }).click()
  await atDesk.getByRole('button', { name: /Mehmet Aydın/ }).waitFor()
  await atDesk.getByRole('button', { name: 'Notes', exact: true }).click()
  await write(desktop, 'The customer waits here', 'Technician')
  await notesOf(desktop).getByRole('button', { name: 'Close' }).click()
  await atDesk.getByRole('button', { name: 'Close' }).click()

  // The mark is there until the technician has read it.
  const atCar = await findCar(tablet, plate)
  await atCar.getByRole('button', { name: '1 new note' }).click()
  await notesOf(tablet).getByText('The customer waits here').waitFor()
  await look(tablet, desk, 'notes')
  await write(tablet, 'A drive belt is needed', 'Parts')
  await notesOf(tablet).getByRole('button', { name: 'Close' }).click()
  await atCar.getByRole('button', { name: /new note/ }).waitFor({ state: 'detached' })

  // The advisor's inbox leads to the answer.
  const inbox = menuLink(desktop, 'inbox')
  await until(async () => /new entr/.test((await inbox.textContent()) ?? ''))
  await inbox.click()
  const entry = desktop.getByRole('button', { name: /A drive belt is needed/ })
  await entry.waitFor()
  await look(desktop, desk, 'inbox')
  await entry.click()
  await desktop.getByRole('dialog').getByText('A drive belt is needed').waitFor()
  await desktop.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await desktop.getByRole('button', { name: 'Mark all as read' }).click()
  await until(async () => !/new entr/.test((await inbox.textContent()) ?? ''))
}

export async function checkWorkshopTeamwork(check: Check, desk: Desk): Promise<void> {
  await check('teamwork: a plan, notes until they are read, and the inbox that leads to them', () =>
    inContext(desk, 'plain', landscape, (context) =>
      inContext(desk, 'plain', landscape, (other) => tellEachOther(context, other, desk)),
    ),
  )
}
