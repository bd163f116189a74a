// Put off, worked through without a mouse: taken, called, moved to another day, done, and that undone.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { makeCar, putOff } from './desk-cars.ts'
import { followUpOf, followUpsShown, look, openDesk, pressAt, showDesk, tabTo } from './desk-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, still } from './visit.ts'

const sheetOf = (page: Page): Locator => page.getByRole('dialog', { name: 'What came of it?' })

/** Chooses by the arrows what came of a call; the first of the list is chosen already. */
async function outcome(page: Page, row: Locator, name: string): Promise<Locator> {
  await pressAt(page, row.getByRole('button', { name: 'What came of it?' }))
  const sheet = sheetOf(page)
  const wanted = sheet.getByRole('radio', { name })
  await tabTo(page, sheet.getByRole('radio', { name: 'Call again on …' }))
  for (const _ of await sheet.getByRole('radio').all()) {
    if (await wanted.isChecked()) break
    await page.keyboard.press('ArrowDown')
  }
  assert.ok(await wanted.isChecked(), name)
  return sheet
}

const save = (page: Page) => pressAt(page, sheetOf(page).getByRole('button', { name: 'Save' }))

async function workThrough(page: Page, { service, trusted, pictureOf }: Desk): Promise<void> {
  const car = await makeCar(page, service, trusted, 'later')
  await putOff(trusted, car, 'Renew the wipers')
  await showDesk(page, service, 'later?show=overdue')
  const row = followUpOf(page, car.plate)
  await row.getByText(/ days overdue$/).waitFor()
  await row.getByText('then €23.80').waitFor()
  await look(page, pictureOf('desk-put-off'))

  const call = row.getByRole('link', { name: 'Call +49 170 000001' })
  await tabTo(page, call)
  assert.equal(await call.getAttribute('href'), 'tel:+49170000001')
  await pressAt(page, row.getByRole('button', { name: 'Reached', exact: true }))
  await row.getByText('called once · reached last time').waitFor()
  await pressAt(page, row.getByRole('button', { name: 'What came of it?' }))
  await assertAccessible(page)
  await pressAt(page, sheetOf(page).getByRole('button', { name: 'Take it' }))
  await row.getByText('You take care of it').waitFor()

  // Day and month are the same, because their order differs from browser to browser.
  const year = new Date().getFullYear() + 1
  const sheet = await outcome(page, row, 'Put off to …')
  await tabTo(page, sheet.getByLabel('Day'))
  await page.keyboard.type(`0505${year}`)
  await save(page)
  await row.getByText(`due 5 May ${year}`).waitFor()
  assert.equal(await row.getByText(/ overdue$/).count(), 0)

  // Read again, it is no longer late, and stands among the person's own.
  await page.reload()
  await followUpsShown(page)
  assert.equal(await row.count(), 0)
  await showDesk(page, service, 'later?claimed=me')
  await row.getByText(`due 5 May ${year}`).waitFor()
  await outcome(page, row, 'Done …')
  await save(page)
  await row.waitFor({ state: 'detached' })
  await pressAt(page, page.getByRole('status').getByRole('button', { name: 'Undo' }))
  await row.getByText(`due 5 May ${year}`).waitFor()
  await page.reload()
  await row.getByText('You take care of it · called once · reached last time').waitFor()
  await row.getByText(`due 5 May ${year}`).waitFor()
}

export const checkDeskLater = (check: Check, desk: Desk): Promise<void> =>
  check('desk: work that was put off is followed up by keyboard, and undone', () =>
    inContext(desk, 'plain', { ...still, ...landscape, colorScheme: 'dark' }, async (context) =>
      workThrough(await openDesk(context, desk.service, 'later?lang=en'), desk),
    ),
  )
