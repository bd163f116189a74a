// What people do in the guides: search by keyboard, follow a decision of the reference, read on a phone and on a wide screen.
import assert from 'node:assert/strict'
import type { Act } from './acts-try.ts'
import { focusedOf } from './board.ts'
import { assertAccessible, assertFits, watch } from './visit.ts'

export const searchGuides: Act = async (page, service) => {
  const faults = watch(page, service)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const isLoaded = () => loaded.includes('/docs/search-index.json')
  await page.goto(`${service.base}/?lang=en`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Guides' }).click()
  await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor()
  assert.equal(isLoaded(), false, 'the index is loaded before somebody searches')
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search' })
  await focusedOf(page, field).waitFor()
  await page.keyboard.type('40012')
  const error = page.getByRole('group', { name: 'Errors' }).getByRole('option', { name: /^40012/ })
  await error.waitFor()
  assert.equal(isLoaded(), true)
  await assertAccessible(page)
  await page.keyboard.press('ArrowDown')
  assert.equal(await error.getAttribute('aria-selected'), 'true')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/error-catalogue?lang=en#40012')
  // A word typed wrong finds the page, and Escape closes the list.
  await page.getByRole('combobox', { name: 'Search' }).fill('calbacks')
  await page
    .getByRole('option', { name: /^Callbacks/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.getByRole('option').count(), 0)
  // Enter without a choice leads to the page of results.
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Callbacks', exact: true }).first().waitFor()
  assert.deepEqual(faults, [])
}

export const readGuides: Act = async (page, service) => {
  const faults = watch(page, service)
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    for (const path of ['decisions-of-the-interface', 'settings', 'workshop', 'search?q=dealer+code']) {
      await page.goto(`${service.base}/docs/${path}`)
      await assertFits(page)
      await assertAccessible(page)
    }
  }
  // On the phone contents are folded, and lead to their part.
  await page.goto(`${service.base}/docs/callbacks?lang=de`)
  const contents = page.getByRole('navigation', { name: 'Auf dieser Seite' })
  assert.equal(await contents.isVisible(), false)
  await page.getByText('Auf dieser Seite').click()
  await contents.getByRole('link', { name: 'Set it up' }).click()
  assert.match(page.url(), /#set-it-up$/)
  assert.equal(await contents.isVisible(), false)
  await page.goto(`${service.base}/reference?lang=en`)
  await page.getByRole('link', { name: 'A1', exact: true }).first().click()
  await page.getByRole('heading', { level: 3, name: 'A1. PUT replaces' }).waitFor()
  assert.match(page.url(), /#a1$/)
  assert.deepEqual(faults, [])
}
