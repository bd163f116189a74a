// What people do with the forms of the reference that send a call, each as one act on a fresh page.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Service } from './visit.ts'
import { until } from './workshop.ts'

export type Act = (page: Page, service: Service) => Promise<void>

/** The form for trying an operation. */
export const panelOf = (page: Page, place: Locator | Page): Locator =>
  place.getByRole('group').filter({ has: page.getByText('Try it', { exact: true }) })

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
    body: (await shown.locator('pre').first().textContent()) ?? '',
  }
}

export const tryOperations: Act = async (page, service) => {
  await page.goto(`${service.base}/reference?lang=en`)
  // The client of the demo is filled in.
  const at = { id: 'try it/1' }
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
  const panel = panelOf(page, page.getByRole('article', { name: 'Read an order', exact: true }))
  const meaning = await panel.getByRole('link', { name: /^What 401\d\d means$/ }).getAttribute('href')
  assert.equal(await page.locator(meaning ?? '').count(), 1)
  await panel.getByText('Sent as a command', { exact: true }).click()
  const command = (await panel.locator('pre').last().textContent()) ?? ''
  assert.ok(command.includes(`/service-orders/try%20it%2F1' \\\n  -H "X-API-KEY: $WALKAROUND_KEY"`), command)
  assert.ok(!(await page.content()).includes(service.key) && !page.url().includes(service.key))
}

/** With a key the form finds a survey and its photo by itself; pictures and printed forms are shown. */
export const showMedia: Act = async (page, service) => {
  await page.goto(`${service.base}/reference?lang=en`)
  const open = async (operation: string) => {
    const panel = panelOf(page, page.getByRole('article', { name: operation, exact: true }))
    await panel.locator('summary').first().click()
    return panel
  }
  const photo = await open('Read a photo')
  await photo.getByLabel('API key').fill(service.key)
  await photo.getByLabel('API key').blur()
  const found = photo.getByLabel('photo_id')
  await until(async () => (await found.getAttribute('list')) !== null)
  await photo.getByRole('button', { name: 'Send' }).click()
  const picture = photo.getByRole('img', { name: 'Picture in the answer' })
  await until(async () => ((await picture.boundingBox())?.height ?? 0) > 50)
  const form = await open('Read a printed form')
  assert.deepEqual(
    await form.getByLabel('form', { exact: true }).locator('option').first().textContent(),
    'survey-summary',
  )
  await until(async () => (await form.getByLabel('id', { exact: true }).inputValue()) !== '')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByRole('link', { name: /^Save as a file \(application\/pdf, \d+ bytes\)$/ }).waitFor()
  assert.match((await form.locator('iframe').getAttribute('src')) ?? '', /^blob:/)
}

export const refuseToSend: Act = async (page, service) => {
  await page.goto(`${service.base}/reference?lang=en`)
  const panel = panelOf(page, page.getByRole('article', { name: 'Create or change a lead' }))
  await panel.locator('summary').first().click()
  await panel.getByRole('button', { name: 'Send' }).click()
  await panel.getByText('Fill in: API key').waitFor()
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
