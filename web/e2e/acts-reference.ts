// What people do on the reference, each as one act on a fresh page: filter, follow the contents, try an operation, read it
// without script, print it.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { focusedOf } from './board.ts'
import type { Service } from './visit.ts'
import { until } from './workshop.ts'

export type Act = (page: Page, service: Service) => Promise<void>

/** Operations and webhooks, as far as they can be seen. */
const countShown = (page: Page): Promise<number> => page.getByRole('main').getByRole('article').count()
const contentsOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Contents', exact: true })
/** The form for trying an operation. */
const panelOf = (page: Page, place: Locator | Page): Locator =>
  place.getByRole('group').filter({ has: page.getByText('Try it', { exact: true }) })
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

async function sendForm(
  page: Page,
  operation: string,
  fields: Readonly<Record<string, string>>,
  body?: object,
): Promise<{ status: string; body: string }> {
  const article = page.getByRole('article', { name: operation })
  const panel = panelOf(page, article)
  if ((await panel.getAttribute('open')) === null) await panel.locator('summary').first().click()
  for (const [label, value] of Object.entries(fields))
    await panel.getByLabel(label, { exact: true }).fill(value)
  if (body !== undefined) await panel.getByLabel('Body (JSON)').fill(JSON.stringify(body))
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/v1/system-clients/')),
    panel.getByRole('button', { name: 'Send' }).click(),
  ])
  const shown = panel.getByRole('region', { name: 'Answer', exact: true })
  await shown.getByRole('heading').getByText(String(answer.status()), { exact: true }).waitFor()
  return {
    status:
      (await shown
        .getByRole('heading')
        .getByText(/^\d{3}$/)
        .textContent()) ?? '',
    body: (await shown.locator('pre').textContent()) ?? '',
  }
}

export const tryOperations: Act = async (page, service) => {
  await page.goto(`${service.base}/reference?lang=en`)
  const at = { system_client_id: 'demo', id: 'try it/1' }
  const order = { externalBranchId: 'TRY-1', description: 'Sent from the reference' }
  const created = await sendForm(page, 'Create or change an order', { 'API key': service.key, ...at }, order)
  assert.equal(created.status, '201')
  assert.equal((await sendForm(page, 'Create or change an order', {}, order)).status, '204')
  // Client and order are remembered from the form before.
  const read = await sendForm(page, 'Read an order', {})
  assert.equal(read.status, '200')
  assert.equal((JSON.parse(read.body) as { description: string }).description, order.description)
  const refused = await sendForm(page, 'Read an order', { 'API key': 'wa_not-a-key' })
  assert.equal(refused.status, '401')
  assert.match(refused.body, /"errorCode": 401/)
}

export const refuseToSend: Act = async (page, service) => {
  await page.goto(`${service.base}/reference?lang=en`)
  const panel = panelOf(page, page.getByRole('article', { name: 'Create or change a lead' }))
  await panel.locator('summary').first().click()
  await panel.getByRole('button', { name: 'Send' }).click()
  await panel.getByText('Fill in: API key, system_client_id, id').waitFor()
  for (const label of ['API key', 'system_client_id', 'id'])
    await panel.getByLabel(label, { exact: true }).fill('x')
  await panel.getByLabel('Body (JSON)').fill('{')
  await panel.getByRole('button', { name: 'Send' }).click()
  await panel.getByText(/The body is not valid JSON: ./).waitFor()
}

export const keepKey: Act = async (page, service) => {
  await page.goto(`${service.base}/reference?lang=en`)
  const key = page.getByRole('article', { name: 'Read a lead' }).getByLabel('API key')
  const open = () =>
    page.getByRole('article', { name: 'Read a lead' }).getByText('Try it', { exact: true }).click()
  await open()
  await key.fill('wa_remember')
  await page.reload()
  await open()
  assert.equal(await key.inputValue(), 'wa_remember')
  await page.getByRole('button', { name: 'Forget key' }).first().click()
  assert.equal(await key.inputValue(), '')
  assert.equal(await page.evaluate('sessionStorage.length + localStorage.length + document.cookie.length'), 0)
}

export const pointToHttps: Act = async (page, service) => {
  await page.goto(`${service.plain}/reference?lang=en`)
  const article = page.getByRole('article', { name: 'Read a survey', exact: true })
  await article.getByText('Try it', { exact: true }).click()
  const href = await article.getByRole('link', { name: service.base }).getAttribute('href')
  assert.equal(href, `${service.base}/reference?lang=en#${await article.getAttribute('id')}`)
  assert.equal(await article.getByRole('button', { name: 'Send' }).count(), 0)
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
