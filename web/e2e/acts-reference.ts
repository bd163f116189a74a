// What people do on the reference, each as one act on a fresh page: filter, follow the contents, read the code, read it without
// script, print it.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { type Act, panelOf } from './acts-try.ts'
import { focusedOf } from './board.ts'
import { until } from './workshop.ts'

/** Operations and webhooks, as far as they can be seen. */
const countShown = (page: Page): Promise<number> => page.getByRole('main').getByRole('article').count()
const contentsOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Contents', exact: true })
const tableOf = (page: Page, column: string): Locator =>
  page
    .getByRole('main')
    .getByRole('table')
    .filter({ has: page.getByRole('columnheader', { name: column, exact: true }) })

export const filterOperations: Act = async (page, service) => {
  await page.goto(`${service.base}/reference?lang=en`)
  const all = await countShown(page)
  assert.ok(all >= 10)
  await page.keyboard.press('/')
  const box = page.getByLabel('Filter')
  await focusedOf(page, box).waitFor()
  await box.fill('delete DEAL')
  assert.equal(await countShown(page), 1)
  assert.equal(
    await contentsOf(page)
      .getByRole('link', { name: /^[A-Z]{3,6} / })
      .count(),
    1,
  )
  await page.getByText(/^1 of \d+$/).waitFor()
  await box.fill('no such thing')
  assert.equal(await countShown(page), 0)
  await page.getByRole('button', { name: 'Show all' }).click()
  assert.equal(await countShown(page), all)
  await box.fill('vehicle')
  await box.press('Escape')
  assert.equal(await countShown(page), all)
}

export const foldRail: Act = async (page, service) => {
  await page.goto(`${service.base}/reference?lang=en`)
  const link = page.getByRole('link', { name: 'PUT Create or change a lead' })
  assert.equal(await link.isVisible(), false)
  await page.getByText('Contents', { exact: true }).click()
  await link.click()
  assert.equal(await link.isVisible(), false)
  const part = page.getByRole('article', { name: 'Create or change a lead' })
  await until(async () => {
    const top = (await part.boundingBox())?.y ?? -1
    return top >= 0 && top < 200
  })
}

/** The code column beside the words, its language for the whole page, answers by status, fields that unfold. */
export const readCode: Act = async (page, service) => {
  await page.goto(`${service.base}/reference?lang=en`)
  const article = page.getByRole('article', { name: 'Create or change an order', exact: true })
  const other = page.getByRole('article', { name: 'Read a lead', exact: true })
  const isWide = (page.viewportSize()?.width ?? 0) >= 1200
  const words = await article.getByRole('heading', { name: 'Request body' }).boundingBox()
  const code = await article.getByRole('heading', { name: 'Request', exact: true }).boundingBox()
  assert.equal((code?.x ?? 0) > (words?.x ?? 0) + 100, isWide)
  await article.getByRole('button', { name: 'Python', exact: true }).click()
  await other.getByText('import json, os').waitFor()
  await page.reload()
  await other.getByText('import json, os').waitFor()
  assert.equal(await other.getByText(/^curl --cacert/).isVisible(), false)
  const status = other.getByLabel('Status', { exact: true })
  const offered = await status.locator('option').count()
  assert.ok(offered > 5)
  await status.selectOption({ label: '40401 Not found' })
  await other.getByText('"errorCode": 40401').waitFor()
  await status.selectOption({ label: 'Response 304' })
  assert.equal(await other.getByText('"errorCode": 40401').isVisible(), false)
  // A field within a field within a field, each opened in place.
  const within = async (place: Locator, field: string, type: string) => {
    const row = place.getByRole('row').filter({ has: page.getByRole('link', { name: field, exact: true }) })
    const fold = row.first().locator('xpath=following-sibling::tr[1]')
    await fold.getByText(`Fields: ${type}`, { exact: true }).first().click()
    return fold
  }
  const customer = await within(article, 'customer', 'BusinessPartnerInput')
  await customer.getByText('Fields: CompanyPartner', { exact: true }).click()
  await customer.getByRole('link', { name: 'name', exact: true }).first().waitFor()
  // What the service sets is not offered for sending, and its place has an address.
  const link = article.getByRole('link', { name: 'externalBranchId', exact: true })
  await link.click()
  assert.match(page.url(), /#op-put-service-order\.externalBranchId$/)
}

export const readWithoutScript: Act = async (page, service) => {
  const { paths: described } = (await (await page.request.get(`${service.base}/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { summary: string }>>
  }
  const summaries = Object.values(described).flatMap((item) =>
    Object.values(item).map(({ summary }) => summary),
  )
  await page.goto(`${service.base}/reference?lang=en`)
  for (const summary of summaries)
    assert.ok(await page.getByRole('heading', { name: summary, exact: true }).isVisible(), summary)
  assert.ok((await tableOf(page, 'Field').count()) >= summaries.length)
  assert.ok(await contentsOf(page).isVisible())
  // Nothing is there that would need the script.
  const needy = [panelOf(page, page), page.getByRole('button', { name: 'Copy' }), page.getByLabel('Filter')]
  for (const part of needy) assert.equal(await part.filter({ visible: true }).count(), 0)
  for (const path of ['/', '/trust']) {
    await page.goto(`${service.base}${path}?lang=ru`)
    assert.ok(await page.getByRole('heading', { level: 1 }).isVisible())
    assert.ok((await page.locator('pre:visible').count()) >= 4)
  }
}

export const print: Act = async (page, service) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto(`${service.base}/reference?lang=en`)
  const copy = page.getByRole('button', { name: 'Copy' })
  for (const part of [page.getByRole('banner'), page.getByRole('complementary'), copy, panelOf(page, page)])
    assert.equal(await part.count(), 0)
  const errors = page.getByRole('article').getByRole('table').and(tableOf(page, 'errorCode'))
  assert.ok(await errors.first().isVisible())
}

/** Where the page comes to rest: the same place in ten frames running. */
async function rest(page: Page): Promise<number> {
  await page.evaluate(`new Promise((rested) => {
    let [last, still] = [scrollY, 0]
    const look = () => {
      still = scrollY === last ? still + 1 : 0
      last = scrollY
      if (still < 10) requestAnimationFrame(look)
      else rested()
    }
    requestAnimationFrame(look)
  })`)
  return page.evaluate('Math.round(document.querySelector(location.hash).getBoundingClientRect().top)')
}

/**
 * With motion: a smooth scroll over thousands of pixels must come to its end, and the link that was clicked stays under the
 * pointer and is marked, whatever the page passes on its way.
 */
export const arriveAtOperation: Act = async (page, service) => {
  for (const hash of ['op-put-deal', 'op-get-survey']) {
    await page.goto(`${service.base}/reference?lang=en#${hash}`)
    const top = await rest(page)
    assert.ok(top >= 0 && top < 200, `#${hash} by address rests at ${top}`)
  }
  const contents = contentsOf(page)
  const browser = await page.context().newCDPSession(page)
  // To and fro, so that the page always has a long way to go; first on a processor so slow that frames come far apart.
  for (const [name, rate] of [
    ['WebhookOutputInfo', 8],
    ['Authentication', 8],
    ['PUT Set the prices of items', 1],
    ['Errors', 1],
    ['GET Read an order', 1],
  ] as const) {
    await browser.send('Emulation.setCPUThrottlingRate', { rate })
    const link = contents.getByRole('link', { name, exact: true })
    await link.scrollIntoViewIfNeeded()
    const before = await link.boundingBox()
    await link.click()
    const top = await rest(page)
    assert.ok(top >= 0 && top < 200, `${name} rests at ${top}`)
    await until(async () => (await link.getAttribute('aria-current')) === 'location')
    assert.deepEqual(await link.boundingBox(), before, `${name} stays where it was clicked`)
  }
}
