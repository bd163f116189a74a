// What people do on the pages, each as one act on a fresh page, by roles and labels.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Check, inContext, paths, type Service } from './visit.ts'
import { fillSignIn } from './workshop.ts'

const run = promisify(execFile)
/** For one click or wait; generous, because a failing page should say so and a slow machine should not. */
const actionDeadlineMs = 30_000

type Act = (page: Page, service: Service) => Promise<void>
const landscape = { viewport: { width: 1180, height: 820 } }
const phone = { viewport: { width: 390, height: 844 } }

function countShown(page: Page): Promise<number> {
  return page.locator('.op:visible').count()
}

const filterOperations: Act = async (page, service) => {
  await page.goto(`${service.base}/reference?lang=en`)
  const all = await countShown(page)
  assert.ok(all >= 10)
  await page.keyboard.press('/')
  const box = page.getByLabel('Filter')
  assert.equal(await page.evaluate('document.activeElement.id'), await box.getAttribute('id'))
  await box.fill('delete DEAL')
  assert.equal(await countShown(page), 1)
  assert.equal(await page.locator('.rail .method:visible').count(), 1)
  await page.getByText(/^1 of \d+$/).waitFor()
  await box.fill('no such thing')
  assert.equal(await countShown(page), 0)
  await page.getByRole('button', { name: 'Show all' }).click()
  assert.equal(await countShown(page), all)
  await box.fill('vehicle')
  await box.press('Escape')
  assert.equal(await countShown(page), all)
}

const foldRail: Act = async (page, service) => {
  await page.goto(`${service.base}/reference?lang=en`)
  const link = page.getByRole('link', { name: 'PUT Create or change a lead' })
  assert.equal(await link.isVisible(), false)
  await page.getByText('Contents', { exact: true }).click()
  await link.click()
  assert.equal(await link.isVisible(), false)
  await page.waitForFunction(
    '(() => { const top = document.querySelector(location.hash)?.getBoundingClientRect().top; return top >= 0 && top < 200 })()',
  )
}

async function sendForm(
  page: Page,
  operation: string,
  fields: Readonly<Record<string, string>>,
  body?: object,
): Promise<{ status: string; body: string }> {
  const article = page.getByRole('article', { name: operation })
  const panel = article.locator('.try')
  if ((await panel.getAttribute('open')) === null) await panel.locator('summary').first().click()
  for (const [label, value] of Object.entries(fields))
    await panel.getByLabel(label, { exact: true }).fill(value)
  if (body !== undefined) await panel.getByLabel('Body (JSON)').fill(JSON.stringify(body))
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/v1/system-clients/')),
    panel.getByRole('button', { name: 'Send' }).click(),
  ])
  await panel.locator('.try-answer .status', { hasText: String(answer.status()) }).waitFor()
  return {
    status: (await panel.locator('.try-answer .status').textContent()) ?? '',
    body: (await panel.locator('.try-answer pre code').textContent()) ?? '',
  }
}

const tryOperations: Act = async (page, service) => {
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

const refuseToSend: Act = async (page, service) => {
  await page.goto(`${service.base}/reference?lang=en`)
  const panel = page.getByRole('article', { name: 'Create or change a lead' }).locator('.try')
  await panel.locator('summary').first().click()
  await panel.getByRole('button', { name: 'Send' }).click()
  await panel.getByText('Fill in: API key, system_client_id, id').waitFor()
  for (const label of ['API key', 'system_client_id', 'id'])
    await panel.getByLabel(label, { exact: true }).fill('x')
  await panel.getByLabel('Body (JSON)').fill('{')
  await panel.getByRole('button', { name: 'Send' }).click()
  await panel.getByText(/The body is not valid JSON: ./).waitFor()
}

const keepKey: Act = async (page, service) => {
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

const pointToHttps: Act = async (page, service) => {
  await page.goto(`${service.plain}/reference?lang=en`)
  const article = page.getByRole('article', { name: 'Read a survey', exact: true })
  await article.getByText('Try it', { exact: true }).click()
  const href = await article.locator('.try-elsewhere a').getAttribute('href')
  assert.equal(href, `${service.base}/reference?lang=en#${await article.getAttribute('id')}`)
  assert.equal(await article.getByRole('button', { name: 'Send' }).count(), 0)
}

const readWithoutScript: Act = async (page, service) => {
  const { paths: described } = (await (await page.request.get(`${service.base}/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { summary: string }>>
  }
  const summaries = Object.values(described).flatMap((item) =>
    Object.values(item).map(({ summary }) => summary),
  )
  await page.goto(`${service.base}/reference?lang=en`)
  for (const summary of summaries)
    assert.ok(await page.getByRole('heading', { name: summary, exact: true }).isVisible(), summary)
  assert.ok((await page.locator('main table.fields:visible').count()) >= summaries.length)
  assert.ok(await page.locator('.rail nav').isVisible())
  // Nothing stands there that would need the script.
  assert.equal(await page.locator('.try:visible, .copy:visible, [data-filter]:visible').count(), 0)
  for (const path of ['/', '/trust']) {
    await page.goto(`${service.base}${path}?lang=ru`)
    assert.ok(await page.getByRole('heading', { level: 1 }).isVisible())
    assert.ok((await page.locator('pre:visible').count()) >= 4)
  }
}

const walkByKeyboard: Act = async (page, service) => {
  await page.goto(`${service.base}/?lang=en`)
  await page.keyboard.press('Tab')
  await page.locator('.skip:focus').waitFor()
  const { y = -1 } = (await page.getByRole('link', { name: 'Skip to content' }).boundingBox()) ?? {}
  assert.ok(y >= 0, 'the link is outside the window')
  await page.keyboard.press('Enter')
  assert.equal(new URL(page.url()).hash, '#main')
  await page.keyboard.press('Tab')
  const outline =
    "(() => { const e = document.activeElement; return e.closest('main') ? getComputedStyle(e).outlineStyle : 'outside' })()"
  assert.equal(await page.evaluate(outline), 'solid')
}

const copyCommand: Act = async (page, service) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${service.base}/trust?lang=en`)
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  assert.equal(
    await page.evaluate('navigator.clipboard.readText()'),
    await page.locator('pre').first().textContent(),
  )
}

const switchLanguage: Act = async (page, service) => {
  await page.goto(`${service.base}/?lang=en`)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await page.getByRole('link', { name: 'Zertifikate' }).first().click()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  assert.equal(new URL(page.url()).pathname, '/trust')
}

const followLinks: Act = async (page, service) => {
  for (const origin of [service.base, service.plain])
    for (const path of Object.values(paths)) {
      await page.goto(origin + path)
      const hrefs = await page.evaluate<string[]>(
        "[...document.querySelectorAll('a')].map((link) => link.href)",
      )
      for (const href of new Set(hrefs.map((address) => address.split('#', 1)[0] ?? ''))) {
        const address = new URL(href)
        assert.ok([origin, service.base].includes(address.origin), `${origin}${path} links to ${href}`)
        const status = (await page.request.get(href)).status()
        assert.ok(status === 200 || address.pathname === paths['not-found'], `${href}: ${status}`)
      }
    }
}

const print: Act = async (page, service) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto(`${service.base}/reference?lang=en`)
  assert.equal(await page.locator('.top:visible, .rail:visible, .copy:visible, .try:visible').count(), 0)
  assert.ok(await page.locator('.op-errors table').first().isVisible())
}

const standStill: Act = async (page, service) => {
  const name = "getComputedStyle(document.querySelector('.walk-way')).animationName"
  await page.goto(`${service.base}/?lang=en`)
  assert.equal(await page.evaluate(name), 'none')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  assert.equal(await page.evaluate(name), 'walk')
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

/** With motion: a smooth scroll over thousands of pixels must come to its end. */
const arriveAtOperation: Act = async (page, service) => {
  for (const hash of ['op-put-deal', 'op-get-survey', 'op-put-package-prices']) {
    await page.goto(`${service.base}/reference?lang=en#${hash}`)
    const top = await rest(page)
    assert.ok(top >= 0 && top < 200, `#${hash} by address rests at ${top}`)
  }
  const links = page.locator('.rail').getByRole('link', { name: /^(GET|PUT|POST|DELETE) / })
  const count = await links.count()
  assert.ok(count >= 20)
  // To and fro, so that the page always has a long way to go.
  for (const index of [count - 1, 0, Math.floor(count / 2), 2, count - 3]) {
    await links.nth(index).click()
    const top = await rest(page)
    assert.ok(top >= 0 && top < 200, `${await links.nth(index).textContent()} rests at ${top}`)
    assert.ok(await links.nth(index).isVisible())
  }
}

/** The journey plays the steps themselves; here somebody begins in the middle. */
const beginSteps: Act = async (page, service) => {
  const follow = async (link: string) => {
    await page.goto(`${service.plain}/?lang=en`)
    await page.getByRole('link', { name: 'The demo in two minutes' }).click()
    await page.getByRole('link', { name: link, exact: true }).click()
  }
  await follow('Open the outbox')
  await fillSignIn(page, 'demo-admin', service.passwords.get('demo-admin') ?? '')
  await page.getByRole('heading', { level: 1, name: 'Outbox', exact: true }).waitFor()
  await follow('Open the callbacks')
  await page.getByRole('heading', { level: 1, name: 'Callbacks', exact: true }).waitFor()
  await follow('Open the board')
  await page.locator('.car', { hasText: 'XD EN 418' }).waitFor()
}

/** The commands on the landing page, pasted as they stand. */
const followWalk: Act = async (page, service) => {
  await page.goto(`${service.base}/?lang=en`)
  const commands = await page.locator('.steps pre').allTextContents()
  const [issue = '', ...calls] = commands
  assert.match(issue, /^npx walkaround key issue demo-dms/)
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-walk-'))
  const shell = (command: string) =>
    run('sh', ['-c', command], { cwd: folder, env: { ...process.env, WALKAROUND_KEY: service.key } }).then(
      ({ stdout }) => stdout,
    )
  try {
    const [authority = '', order = '', list = '', survey = ''] = calls
    await shell(authority)
    assert.match(await shell(order), /^HTTP\/[\d.]+ 201/)
    const [first] = JSON.parse(await shell(list)) as { id: string; surveyType: string }[]
    assert.equal(first?.surveyType, 'health')
    const read = JSON.parse(await shell(survey.replace('SURVEY-ID', encodeURIComponent(first.id)))) as {
      contents: unknown[]
    }
    assert.ok(read.contents.length > 0)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const acts: readonly (readonly [string, BrowserContextOptions, Act])[] = [
  ['the filter of the reference finds, counts and clears', landscape, filterOperations],
  ['the contents fold away on a phone and lead to their part', phone, foldRail],
  [
    'the contents of the reference lead to their part while the page moves',
    { ...landscape, reducedMotion: 'no-preference' },
    arriveAtOperation,
  ],
  ['an order is sent and read from the reference', landscape, tryOperations],
  ['a form that lacks something says what, and sends nothing', phone, refuseToSend],
  ['the key stays in the tab until it is forgotten', landscape, keepKey],
  ['the plain page sends people to the HTTPS address to try', landscape, pointToHttps],
  ['without script everything can be read', { ...landscape, javaScriptEnabled: false }, readWithoutScript],
  ['the keyboard skips to the content and shows where it is', landscape, walkByKeyboard],
  ['a command is copied', landscape, copyCommand],
  ['the chosen language stays without a cookie', landscape, switchLanguage],
  ['every link leads to a page of the service', landscape, followLinks],
  ['printing shows everything and leaves out the controls', landscape, print],
  ['nothing moves for people who asked for that', landscape, standStill],
  ['the steps of the demo lead to their screens', phone, beginSteps],
  ['the walk on the landing page works as it is written', landscape, followWalk],
]

export async function checkActs(check: Check, browser: Browser, service: Service): Promise<void> {
  for (const [name, options, act] of acts)
    await check(name, () =>
      inContext(browser, options, async (context) => {
        const page = await context.newPage()
        page.setDefaultTimeout(actionDeadlineMs)
        await act(page, service)
      }),
    )
}
