// Numbers where words are longest: names of days keep apart, a rail holds its words, and paper loses no column. And work that was put
// off, at one branch.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { followUpsShown, openDesk } from './desk-pages.ts'
import { type Check, type Desk, inContext, landscape, still } from './visit.ts'

/** Of drawings: the words that begin before those left of them on the same line have ended. */
const covered = `[...document.querySelectorAll('svg')].flatMap((drawing) => {
  const words = [...drawing.querySelectorAll('text')].map((word) => [word.textContent, word.getBoundingClientRect()])
  return words.filter(([, one]) => words.some(([, other]) =>
    other.left < one.left && other.right > one.left + 1 && Math.abs(other.top - one.top) < 4)).map(([word]) => word)
})`
/** Words that are wider than the navigation. */
const wide = `[...document.querySelectorAll('nav a, nav button')].filter((entry) =>
  [...entry.children].some((word) => word.scrollWidth > entry.clientWidth + 1)).map((entry) => entry.textContent)`
/** Tables that go over the edge of the sheet. */
const cut = `[...document.querySelectorAll('table')].filter((table) =>
  table.getBoundingClientRect().right > innerWidth + 1).map((table) => table.textContent.slice(0, 40))`

async function lookAtNumbers(page: Page, { pictureOf }: Desk): Promise<void> {
  await page.getByRole('heading', { level: 2, name: 'Вопросы' }).waitFor()
  await page.getByRole('table').nth(1).waitFor()
  assert.deepEqual(await page.evaluate(covered), [], 'words of drawings cover each other')
  assert.deepEqual(await page.evaluate(wide), [], 'words are wider than the rail')
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  await page.setViewportSize({ width: 718, height: 1000 })
  assert.deepEqual(await page.evaluate(cut), [], 'a table is cut on paper')
  await page.screenshot({ path: pictureOf('desk-numbers-paper'), fullPage: true })
}

async function chooseBranch(page: Page): Promise<void> {
  await followUpsShown(page)
  await page.getByLabel('Branch').selectOption({ label: 'South' })
  await page.waitForURL(/[?&]branch=DE2001\b/)
  await followUpsShown(page)
  const rows = page.getByRole('list', { name: 'Cars to follow up' }).getByRole('listitem')
  await rows.filter({ hasText: 'North, ' }).first().waitFor({ state: 'detached' })
}

export async function checkDeskWidths(check: Check, desk: Desk): Promise<void> {
  const manager = 'demo-manager'
  await check('desk: long words cover nothing, fit the rail, and paper has every column', () =>
    inContext(desk, 'plain', { ...still, ...landscape }, async (context) =>
      lookAtNumbers(await openDesk(context, desk.service, 'numbers?lang=ru&period=month', manager), desk),
    ),
  )
  await check('desk: put-off work of one branch', () =>
    inContext(desk, 'plain', { ...still, ...landscape }, async (context) =>
      chooseBranch(await openDesk(context, desk.service, 'later?lang=en', manager)),
    ),
  )
}
