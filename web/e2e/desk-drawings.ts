// Every drawing of the desk and a long table, with made-up figures: read without colour and by a screen reader, in both schemes, from a
// phone to a wide window.
import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { assertAccessible, assertFits, type Check, type Desk, inContext, schemes, still } from './visit.ts'

const root = resolve(import.meta.dirname, '../..')
const sizes = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'landscape', width: 1180, height: 820 },
  { name: 'wide', width: 1440, height: 900 },
] as const

async function buildPage(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(import.meta.dirname, 'desk-drawings.tsx')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: ['es2022', 'safari16'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
  })
  return outputFiles[0]!.text
}

/** The desk's own page, styles and policy; only its script is another. */
async function openDrawings(page: Page, desk: Desk, script: string): Promise<void> {
  await page.route(/\/desk\/assets\/main-\w+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.goto(`${desk.service.plain}/desk/numbers`)
  await page.getByRole('heading', { level: 1, name: 'Drawings' }).waitFor()
}

async function readAsTable(page: Page): Promise<void> {
  const figure = page.getByRole('figure').filter({ hasText: 'From found to sold' })
  const drawing = figure.getByRole('img')
  assert.match((await drawing.getAttribute('aria-label')) ?? '', /Offered: 260 · 63%, €118,300 · 72%/)
  await figure.getByRole('button', { name: 'As a table' }).click()
  const row = figure.getByRole('row', { name: /Offered/ })
  assert.match((await row.textContent()) ?? '', /260.*63%.*€118,300.*72%/)
  const download = page.waitForEvent('download')
  await figure.getByRole('button', { name: 'CSV' }).click()
  assert.equal((await download).suggestedFilename(), 'funnel.csv')
}

async function sortByKeyboard(page: Page): Promise<void> {
  const table = page.getByRole('table', { name: 'Technicians' })
  await table.getByRole('button', { name: 'Sold' }).focus()
  await page.keyboard.press('Enter')
  await table
    .getByRole('columnheader', { name: 'Sold' })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor()
  assert.match(page.url(), /sort=-sold/)
  assert.match((await table.getByRole('row').nth(1).textContent()) ?? '', /€49,/)
  await page.keyboard.press('Enter')
  await table.getByRole('columnheader', { name: 'Sold' }).and(page.locator('[aria-sort=ascending]')).waitFor()
  await page.goBack()
  await table
    .getByRole('columnheader', { name: 'Sold' })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor()
}

export async function checkDeskDrawings(check: Check, desk: Desk): Promise<void> {
  const script = await buildPage()
  for (const [schemeIndex, colorScheme] of schemes.entries())
    for (const [sizeIndex, { name, ...viewport }] of sizes.entries())
      await check(
        `desk: drawings, ${colorScheme}, ${name}`,
        () =>
          inContext(desk, 'plain', { ...still, viewport, colorScheme }, async (context) => {
            const page = await context.newPage()
            await openDrawings(page, desk, script)
            await assertFits(page)
            await assertAccessible(page)
            await page.screenshot({ path: desk.pictureOf(`desk-drawings-${colorScheme}-${name}`) })
            await readAsTable(page)
            await assertFits(page)
            await assertAccessible(page)
          }),
        schemeIndex === sizeIndex % 2,
      )
  await check('desk: a table of a thousand rows is sorted by keyboard, and back undoes it', () =>
    inContext(desk, 'plain', { ...still, viewport: sizes[2] }, async (context) => {
      const page = await context.newPage()
      await openDrawings(page, desk, script)
      await sortByKeyboard(page)
    }),
  )
}
