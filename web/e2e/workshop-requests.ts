// The log of requests as a manager reads it: repeats as one row, why a write was refused, filters; what happened to a car, and from
// there to one request or callback; and how they look.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { assertFitsAnyhow } from './fit.ts'
import { rowsOf } from './messages.ts'
import { assertAccessible, type Check, type Desk, inContext, phone } from './visit.ts'
import { said } from './words.ts'
import { openApp } from './workshop.ts'

const desktop = { viewport: { width: 1280, height: 800 } }

const dialogOf = (page: Page) => page.getByRole('dialog')
const entriesOf = (page: Page) => page.getByRole('main').getByRole('article')

async function findCar(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await page.keyboard.press('Enter')
}

/** Runs in the page: whether the keyboard is where one reads. */
const isFocusInDialog = `document.querySelector('dialog[open]')?.contains(document.activeElement) ?? false`

async function look(page: Page, path: string): Promise<void> {
  await assertFitsAnyhow(page, path)
  await page.screenshot({ path, fullPage: true })
  await assertAccessible(page)
}

export async function checkWorkshopRequests(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf: picture } = desk

  await check('the log of requests tells why a write was refused, and finds it by its order', () =>
    inContext(desk, 'plain', desktop, async (context) => {
      const { page } = await openApp(context, service, { login: 'demo-admin' })
      await page.goto(`${service.plain}/workshop/requests`)
      const refused = rowsOf(page).filter({ hasText: 'putServiceOrder' }).filter({ hasText: '400' })
      // Other checks call the same service: the newest requests may be theirs.
      await rowsOf(page).first().waitFor()
      await look(page, picture('requests'))
      await page.getByLabel('Id of the order, lead or survey').fill('SO-1006')
      await page.keyboard.press('Tab')
      await refused.getByText(/^3 times since /).waitFor()
      await page.getByLabel('Refused', { exact: true }).check()
      await rowsOf(page).filter({ hasText: '204' }).waitFor({ state: 'detached' })
      await refused.waitFor()
      assert.equal(await rowsOf(page).count(), 1)
      await refused.click()
      const sheet = dialogOf(page)
      await sheet.getByText('"18.03.2026 08:30" is not an ISO 8601 date').first().waitFor()
      await sheet.getByRole('link', { name: 'Error 40000 in the catalogue' }).waitFor()
      await sheet.getByRole('heading', { name: 'Different from what is stored' }).waitFor()
      await sheet.getByText('(6 letters)').first().waitFor()
      await look(page, picture('request'))
    }),
  )

  await check('what happened to a car is found by its order and by the id of a message', () =>
    inContext(desk, 'plain', desktop, async (context) => {
      const { page } = await openApp(context, service, { login: 'demo-admin' })
      await page.goto(`${service.plain}/workshop/history`)
      const box = page.getByRole('searchbox')
      const find = async (text: string) => {
        await box.fill(text)
        await page.getByRole('button', { name: 'Find', exact: true }).click()
      }
      await find('SO-1006')
      const entries = page.getByRole('main').getByRole('article')
      await entries.filter({ hasText: 'Order arrived' }).waitFor()
      await entries.filter({ hasText: 'putServiceOrder' }).filter({ hasText: '400' }).first().waitFor()
      await look(page, picture('history'))
      await find('no such car anywhere')
      await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
    }),
  )

  await check('what happened to a car leads to the one request, and back', () =>
    inContext(desk, 'plain', desktop, async (context) => {
      const { page, faults } = await openApp(context, service, { login: 'demo-admin', path: 'history' })
      await findCar(page, 'SO-1006')
      const refused = entriesOf(page).filter({ hasText: 'putServiceOrder' }).filter({ hasText: '400' })
      const toRequest = refused.last().getByRole('link', { name: said('en', 'history.toRequest') })
      await toRequest.click()
      const title = dialogOf(page).getByRole('heading', { name: 'putServiceOrder', exact: true })
      const isOpen = async () => {
        await title.waitFor()
        assert.match(new URL(page.url()).pathname, /\/workshop\/requests\/\d+-\d+$/)
        assert.equal(await page.evaluate(isFocusInDialog), true)
      }
      await isOpen()
      const address = page.url()
      await page.reload()
      await isOpen()
      await page.goBack()
      await refused.first().waitFor()
      assert.equal(await page.getByRole('searchbox').inputValue(), 'SO-1006', 'the car is still there')
      assert.ok(!page.url().includes('SO-1006'), 'what is sought may be a name')
      await page.goForward()
      await isOpen()
      assert.equal(page.url(), address)
      await dialogOf(page)
        .getByRole('button', { name: said('en', 'app.close') })
        .last()
        .click()
      await refused.first().waitFor()
      await toRequest.click()
      await isOpen()
      await dialogOf(page)
        .getByRole('button', { name: said('en', 'requests.clear') })
        .click()
      await dialogOf(page).waitFor({ state: 'detached' })
      await rowsOf(page).first().waitFor()
      assert.match(page.url(), /\/workshop\/requests$/)
      // The page was opened one folder deeper.
      const icon = await page.locator('link[rel="icon"]').getAttribute('href')
      assert.equal(icon, `${service.plain}/workshop/icons/icon.svg`)
      assert.deepEqual(faults(), [])
    }),
  )

  await check('what happened to a car leads to the one callback', () =>
    inContext(desk, 'plain', desktop, async (context) => {
      const { page } = await openApp(context, service, { login: 'demo-admin', path: 'callbacks' })
      await rowsOf(page).filter({ hasText: 'Order ' }).filter({ hasText: 'Attempt' }).first().click()
      await dialogOf(page).getByText(said('en', 'callbacks.attempts')).waitFor()
      const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
      await page.goto(`${service.plain}/workshop/history`)
      await findCar(page, id)
      await page
        .getByRole('link', { name: said('en', 'history.toCallback') })
        .first()
        .click()
      await dialogOf(page).getByRole('heading', { level: 3 }).first().waitFor()
      assert.match(page.url(), /\/workshop\/callbacks\/[^/]+$/)
      assert.equal(await page.evaluate(isFocusInDialog), true)
      await look(page, picture('callback-linked'))
    }),
  )

  await check('a request or a callback that is no longer kept says so, and leads to all', () =>
    inContext(desk, 'plain', { ...phone, colorScheme: 'dark' }, async (context) => {
      const { page } = await openApp(context, service, { login: 'demo-admin', language: 'fr' })
      for (const screen of ['requests', 'callbacks'] as const) {
        await page.goto(`${service.plain}/workshop/${screen}/1-1`)
        await dialogOf(page)
          .getByRole('alert')
          .getByText(said('fr', `${screen}.gone`))
          .waitFor()
        await look(page, picture(`${screen}-gone-phone`))
        await dialogOf(page)
          .getByRole('button', { name: said('fr', `${screen}.clear`) })
          .click()
        await rowsOf(page).first().waitFor()
        assert.ok(page.url().endsWith(`/workshop/${screen}`))
      }
    }),
  )

  await check('what happened to a car fits a phone', () =>
    inContext(desk, 'plain', { ...phone, colorScheme: 'dark' }, async (context) => {
      const { page } = await openApp(context, service, { login: 'demo-admin', language: 'de' })
      await page.goto(`${service.plain}/workshop/history`)
      await page.getByRole('searchbox').fill('SO-1001')
      await page.keyboard.press('Enter')
      await page.getByRole('main').getByRole('article').filter({ hasText: 'Auftrag eingegangen' }).waitFor()
      await look(page, picture('history-phone'))
    }),
  )

  await check('the log of requests fits a phone', () =>
    inContext(desk, 'plain', { ...phone, colorScheme: 'dark' }, async (context) => {
      const { page } = await openApp(context, service, { login: 'demo-admin', language: 'de' })
      await page.goto(`${service.plain}/workshop/requests`)
      await page.getByLabel(said('de', 'requests.object')).fill('SO-1006')
      await page.keyboard.press('Tab')
      await rowsOf(page).filter({ hasText: '400' }).first().waitFor()
      await look(page, picture('requests-phone'))
      await rowsOf(page).filter({ hasText: '400' }).first().click()
      await dialogOf(page).getByText('(6 Buchstaben)').first().waitFor()
      assert.doesNotMatch((await dialogOf(page).locator('pre').textContent()) ?? '', /<\w+:\d+>/)
      await look(page, picture('request-phone'))
    }),
  )
}
