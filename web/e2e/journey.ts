// The demo in two minutes, as one person plays it: open the car, write down the worn pad that a photo shows, send, decide as
// the owner on a phone, see the callback arrive, read it all back as the DMS.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { assertFits, type Check, inContext, type Service } from './visit.ts'
import { openApp, until } from './workshop.ts'

const landscape = { viewport: { width: 1180, height: 820 } }
const phone = { viewport: { width: 390, height: 844 } }
const orderPath = '/v1/system-clients/demo/service-orders/SO-1001'
/** Plays all the parts in the app. */
const login = 'demo-admin'

interface Quote {
  approvalStatus?: string
  approvalMedium?: string
  approvalDate?: string
  deferralDate?: string
}

async function asDms<Body>({ request }: BrowserContext, service: Service, path: string): Promise<Body> {
  const response = await request.get(service.base + path, { headers: { 'x-api-key': service.key } })
  assert.equal(response.status(), 200, path)
  return (await response.json()) as Body
}

async function writeDownThePad(page: Page): Promise<void> {
  await page.locator('.car', { hasText: 'XD EN 418' }).getByText('Video check').first().click()
  const card = page.locator('[id="q-vc.padFR"]')
  await card.getByText('last 4.1').waitFor()
  assert.match((await card.textContent()) ?? '', /–/, 'nothing yet today')
  await card.locator('.cl-number').click()
  for (const digit of ['1', '9'])
    await page.locator('.cl-pad-keys').getByRole('button', { name: digit, exact: true }).click()
  await page.locator('.cl-pad').getByRole('button', { name: 'Next', exact: true }).click()
  await card.getByText('1.9').waitFor()
  assert.match((await card.textContent()) ?? '', /Urgent/)
  await page.locator('.cl-pad').getByRole('button', { name: 'Close', exact: true }).click()
  await page.locator('.survey-head, header').getByText('All saved').first().waitFor()
}

async function completeAndSend(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Finish', exact: true }).click()
  await page.getByRole('button', { name: 'Complete the inspection' }).click()
  await page.getByRole('link', { name: 'Send the result' }).click()
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await until(() => send.isEnabled())
  await send.click()
  await sentResult(page).getByText('Kept in the outbox').waitFor()
}

/** Not the word to the advisor that a video was recorded, which goes out at the same time. */
const sentResult = (page: Page) =>
  page.locator('.messages > li', { hasText: 'Result of the vehicle check' }).first()

/** As the owner finds it: by the link in the message. */
async function findLink(page: Page): Promise<string> {
  await sentResult(page).getByRole('link', { name: 'To the outbox' }).click()
  await page.locator('.row-button', { hasText: 'A video of' }).first().click()
  const link = await page.getByRole('link', { name: "Open the owner's page" }).getAttribute('href')
  assert.ok(link)
  return new URL(link, page.url()).href
}

async function decide(page: Page, link: string, picture: (name: string) => string): Promise<void> {
  await page.goto(`${link}?lang=en`)
  await assertFits(page)
  const pad = page.getByRole('article', { name: 'Pad thickness front right' })
  await pad.getByText('Measured: 1.9 mm').waitFor()
  assert.equal(await pad.getByRole('img', { name: /^Photo 1/ }).count(), 1, 'the gauge beside the value')
  await page.screenshot({ path: picture('journey-owner') })
  const lines = page.locator('.line')
  await lines.nth(0).getByRole('radio').nth(0).check()
  await lines.nth(1).getByRole('radio').nth(1).check()
  await page.getByRole('button', { name: 'Check my choices' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.locator('.hash .code').waitFor()
}

async function play(
  browser: Browser,
  context: BrowserContext,
  service: Service,
  picture: (name: string) => string,
): Promise<void> {
  const begun = new Date()
  const { page, faults } = await openApp(context, service, { login })
  await writeDownThePad(page)
  await page.screenshot({ path: picture('journey-checklist') })
  await completeAndSend(page)
  const link = await findLink(page)
  await inContext(browser, phone, async (owner) => decide(await owner.newPage(), link, picture))

  await page.goto(`${service.plain}/workshop/callbacks`)
  for (const type of ['The owner has decided', 'Result of the vehicle check']) {
    const row = page.locator('.row-button', { hasText: type }).first()
    await row.getByText('Delivered').waitFor()
  }
  await page.screenshot({ path: picture('journey-callbacks') })
  await page.goto(`${service.plain}/workshop/`)
  await page.locator('.car', { hasText: 'XD EN 418' }).getByText('Owner has decided').waitFor()

  const surveys = await asDms<{ id: string; surveyType: string; completed?: boolean }[]>(
    context,
    service,
    `${orderPath}/surveys?survey-type=VC`,
  )
  const survey = surveys.find(({ surveyType }) => surveyType === 'VC')
  assert.equal(survey?.completed, true)
  const quotes = await asDms<Quote[]>(
    context,
    service,
    `/v1/system-clients/demo/surveys/${survey?.id}/quotes`,
  )
  const decided = quotes.filter(({ approvalDate }) => approvalDate && new Date(approvalDate) >= begun)
  assert.deepEqual(
    decided.map(({ approvalStatus, approvalMedium }) => [approvalStatus, approvalMedium]).sort(),
    [
      ['approved', 'internet'],
      ['deferred', 'internet'],
    ],
  )
  // Answers that say "not yet" are no faults: nobody has started the bot of Telegram.
  assert.deepEqual(
    faults().filter((fault) => !fault.includes('status of 400')),
    [],
  )
}

export async function checkJourney(
  check: Check,
  launch: (flags: readonly string[]) => Promise<Browser>,
  service: Service,
  screenshots: string,
): Promise<void> {
  await check('one person plays technician, advisor, owner and DMS', async () => {
    const browser = await launch([])
    try {
      await inContext(browser, landscape, async (context) => {
        context.setDefaultTimeout(30_000)
        await play(browser, context, service, (name) => join(screenshots, `${name}.png`))
      })
    } finally {
      await browser.close()
    }
  })
}
