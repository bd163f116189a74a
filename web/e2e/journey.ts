// The demo in two minutes, as one person plays it: open the car, write down the worn pad that a photo shows, send, decide as
// the owner on a phone, see the callback arrive, read it all back as the DMS.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { findCar, openCar } from './board.ts'
import { allSaved, closeOf, keyOf, numberOf, padOf } from './checklist.ts'
import { rowsOf, sentOf } from './messages.ts'
import { choose, decisionsOf, fingerprintOf } from './owner-page.ts'
import { assertFits, type Check, type Desk, inContext, landscape, phone, type Service } from './visit.ts'
import { openApp, until } from './workshop.ts'

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
  await (await openCar(page, 'XD EN 418')).getByRole('link', { name: /^Video check/ }).click()
  const field = numberOf(page, 'vc.padFR')
  await field.getByText('last 4.1').waitFor()
  assert.match((await field.textContent()) ?? '', /–/, 'nothing yet today')
  await field.click()
  for (const key of ['1', '9', 'Next']) await keyOf(page, key).click()
  await numberOf(page, 'vc.padFR', 'red').getByText('1.9').waitFor()
  await closeOf(padOf(page)).click()
  await allSaved(page)
}

async function completeAndSend(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Finish', exact: true }).click()
  await page.getByRole('button', { name: 'Complete the inspection' }).click()
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await until(() => send.isEnabled())
  await send.click()
  await sentResult(page).getByText('Kept in the outbox').waitFor()
}

/** Not the word to the advisor that a video was recorded, which goes out at the same time. */
const sentResult = (page: Page) => sentOf(page).filter({ hasText: 'Result of the video check' }).first()

/** As the owner finds it: by the link in the message. */
async function findLink(page: Page): Promise<string> {
  await sentResult(page).getByRole('link', { name: 'To the outbox' }).click()
  await rowsOf(page).filter({ hasText: 'A video of' }).first().click()
  const link = await page.getByRole('link', { name: "Open the owner's page" }).getAttribute('href')
  assert.ok(link)
  return new URL(link, page.url()).href
}

async function decide(page: Page, link: string, picture: (name: string) => string): Promise<void> {
  await page.goto(`${link}?lang=en`)
  await assertFits(page)
  const pad = page.getByRole('article', { name: 'Brake pads front right' })
  await pad.getByText('Measured: 1.9 mm').waitFor()
  assert.equal(await pad.getByRole('img', { name: /^Photo 1/ }).count(), 1, 'the gauge beside the value')
  await page.screenshot({ path: picture('journey-owner') })
  await choose(decisionsOf(page).nth(0), 'approve')
  await choose(decisionsOf(page).nth(1), 'later')
  await page.getByRole('button', { name: 'Check my choices' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await fingerprintOf(page).waitFor()
}

async function play(desk: Desk, context: BrowserContext): Promise<void> {
  const { service, pictureOf: picture } = desk
  const begun = new Date()
  const { page, faults } = await openApp(context, service, { login })
  await writeDownThePad(page)
  await page.screenshot({ path: picture('journey-checklist') })
  await completeAndSend(page)
  const link = await findLink(page)
  await inContext(desk, 'plain', phone, async (owner) => decide(await owner.newPage(), link, picture))

  await page.goto(`${service.plain}/workshop/callbacks`)
  for (const type of ['The owner has decided', 'Result of the video check']) {
    const row = rowsOf(page).filter({ hasText: type }).first()
    await row.getByText('Delivered').waitFor()
  }
  await page.screenshot({ path: picture('journey-callbacks') })
  await page.goto(`${service.plain}/workshop/`)
  await (await findCar(page, 'XD EN 418')).getByRole('link', { name: /yes, .* later/ }).waitFor()

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
  // Replies that say "not yet" are not faults: nobody has started the Telegram bot.
  assert.deepEqual(
    faults().filter((fault) => !fault.includes('status of 400')),
    [],
  )
}

export async function checkJourney(check: Check, desk: Desk): Promise<void> {
  await check('one person plays technician, advisor, owner and DMS', () =>
    inContext(desk, 'plain', landscape, (context) => play(desk, context)),
  )
}
