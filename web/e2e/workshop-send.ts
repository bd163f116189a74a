// Sending results and the outbox, as an advisor and an administrator use them; with the owner's page
// behind the link.

import assert from 'node:assert/strict'
import type { BrowserContext } from 'playwright-core'
import { boardShown } from './board.ts'
import { countSent, isDressed, mailOf, openSend, rowsOf, sentOf, willArriveOf } from './messages.ts'
import { type Check, type Desk, inContext, landscape, type Service } from './visit.ts'
import { advisor, goOffline, goOnline, openApp, until, waitUntilOffline } from './workshop.ts'
import { callbackActs } from './workshop-callbacks.ts'
import { checkSendLooks } from './workshop-send-looks.ts'
import { checkSendTap } from './workshop-send-tap.ts'

type Act = (context: BrowserContext, service: Service) => Promise<void>

const sendResult: Act = async (context, service) => {
  const { page, faults } = await openApp(context, service, { login: advisor })
  await openSend(page)
  await until(() => isDressed(page))
  const before = await countSent(page)
  await page.getByLabel('Link valid for (days)').fill('0')
  await page.getByText('A whole number from 1 to 365').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled())
  await page.getByLabel('Link valid for (days)').fill('7')
  await page.getByLabel('A few words of your own').fill('Drive carefully')
  await mailOf(page).getByText('Drive carefully').waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await until(async () => (await sentOf(page).count()) === before + 1)
  const sent = sentOf(page).first()
  await sent.getByText('Kept in the outbox').waitFor()
  const receiver = (await sent.locator('strong').textContent()) ?? ''
  await sent.getByRole('link', { name: 'To the outbox' }).click()
  // Mails to colleagues about other cars may have come in between.
  await rowsOf(page).filter({ hasText: receiver }).first().click()
  const [owner] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: "Open the owner's page" }).click(),
  ])
  // With its script, which tells of the first touch.
  await owner.waitForLoadState()
  assert.match(owner.url(), /\/o\//)
  await owner.locator('main').click({ position: { x: 2, y: 2 } })
  // A result that somebody has seen is not sent again by a tap by mistake.
  await page.getByRole('link', { name: 'To the inspection' }).click()
  const first = sentOf(page).first()
  await first.getByText(/Opened \d/).waitFor()
  await owner.close()
  await first.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByText('The owner has opened it', { exact: false }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await sentOf(page).count(), before + 1)
  await first.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await until(async () => (await sentOf(page).count()) === before + 2)
  assert.deepEqual(faults(), [])
}

/** A video check of the demo that has no video. */
async function findVideoCheck({ request }: BrowserContext, service: Service): Promise<string> {
  const path = '/v1/system-clients/demo/service-orders/SO-1007/surveys'
  const response = await request.get(service.base + path, { headers: { 'x-api-key': service.key } })
  const surveys = (await response.json()) as { id: string; surveyType: string }[]
  const survey = surveys.find(({ surveyType }) => surveyType === 'VC')
  assert.ok(survey)
  return survey.id
}

const beginLetter: Act = async (context, service) => {
  await service.run(['owner-link', 'days', 'demo', '14'])
  try {
    const path = `surveys/${await findVideoCheck(context, service)}/send`
    const { page, faults } = await openApp(context, service, { login: advisor, path })
    const days = page.getByLabel('Link valid for (days)')
    await until(async () => (await days.inputValue()) === '14')
    await page.getByText('Not set up here: there is no bot').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Make a link that starts the bot' }).count(), 0)
    await page.getByText('There is no video to be seen yet').waitFor()
    const body = mailOf(page).locator('body')
    await body.getByText('See the result').waitFor()
    assert.doesNotMatch((await body.textContent()) ?? '', /video/i)

    // Of somebody who has a telephone, too.
    await page.goto(`${service.plain}/workshop/`)
    await openSend(page)
    const note = page.getByLabel('A few words of your own')
    await note.fill('x'.repeat(301))
    await page.getByLabel('SMS', { exact: true }).check({ force: true })
    await page.getByText('An SMS takes at most 300 characters', { exact: false }).waitFor()
    assert.ok(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled())
    await note.fill('See you tomorrow')
    await willArriveOf(page).getByText('See you tomorrow').waitFor()
    await page.getByText(/^Goes out as/).waitFor()
    assert.deepEqual(faults(), [])
  } finally {
    await service.run(['owner-link', 'days', 'demo', '30'])
  }
}

/** What was chosen and written before stays, and what was sent already has nothing to do with it. */
const correctAddress: Act = async (context, service) => {
  const { page, faults } = await openApp(context, service, { login: advisor })
  await openSend(page)
  const surveyId = /surveys\/([^/]+)\/send/.exec(page.url())?.[1]
  await page.getByLabel('Link valid for (days)').fill('9')
  await page.getByLabel('Deutsch').check({ force: true })
  await page.getByLabel('A few words of your own').fill('Bis morgen')
  await page.getByRole('button', { name: 'Correct the address' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('E-mail').fill('no address')
  await sheet.getByRole('button', { name: 'Keep' }).click()
  await sheet.getByText('This is no e-mail address').waitFor()
  const address = `right-${Date.now()}@example.org`
  await sheet.getByLabel('E-mail').fill(address)
  await sheet.getByRole('button', { name: 'Keep' }).click()
  await sheet.waitFor({ state: 'detached' })
  await willArriveOf(page).getByText(address).waitFor()
  const mail = mailOf(page)
  await mail.getByText('Bis morgen').waitFor()
  await mail.getByText('Guten Tag', { exact: false }).waitFor()
  assert.equal(await page.getByLabel('Link valid for (days)').inputValue(), '9')
  const path = `${service.base}/v1/system-clients/demo/surveys/${surveyId}`
  await until(async () => {
    const survey = await page.request.get(path, { headers: { 'x-api-key': service.key } })
    return (await survey.text()).includes(`"modifiedEmail":"${address}"`)
  })
  // The language is kept for the car.
  await page.reload()
  const german = page.getByLabel('Deutsch')
  await german.waitFor({ state: 'attached' })
  await until(() => german.isChecked())
  await page.getByLabel('English').check({ force: true })
  await mailOf(page).getByText('Hello', { exact: false }).waitFor()
  assert.deepEqual(faults(), [])
}

/** An owner whose link is over presses the one button there is, and the advisor presses one, too. */
const askForLink: Act = async (context, service) => {
  const { page } = await openApp(context, service, { login: advisor })
  await openSend(page)
  const first = sentOf(page).first()
  const before = await countSent(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await until(async () => (await sentOf(page).count()) === before + 1)
  const receiver = (await first.locator('strong').textContent()) ?? ''
  await first.getByRole('link', { name: 'To the outbox' }).click()
  // Mails to colleagues about other cars may have come in between.
  await rowsOf(page).filter({ hasText: receiver }).first().click()
  const url = await page.getByRole('link', { name: "Open the owner's page" }).getAttribute('href')
  assert.ok(url)
  await page.getByRole('link', { name: 'To the inspection' }).click()
  await first.getByRole('button', { name: 'Withdraw the link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the link' }).click()
  await first.getByText('Link withdrawn').waitFor()

  const owner = await context.newPage()
  await owner.goto(`${url}?lang=en`)
  await owner.getByRole('button', { name: 'Ask for a new link' }).click()
  await owner.getByRole('heading', { name: 'Your dealership has been told' }).waitFor()
  await owner.close()

  // Without a reload: the screen hears of it.
  const again = page.getByRole('button', { name: 'Send a new link', exact: true })
  await again.waitFor()
  await page.getByText('It goes to the address that is stored').waitFor()
  const sent = await sentOf(page).count()
  await again.click()
  await again.waitFor({ state: 'detached' })
  await until(async () => (await sentOf(page).count()) > sent)
  await first.getByText('Not opened yet').waitFor()
}

const needNetwork: Act = async (context, service) => {
  const { page } = await openApp(context, service, { login: advisor })
  await boardShown(page)
  await waitUntilOffline(page)
  await openSend(page)
  await goOffline(page)
  await page.getByText('Sending needs the network', { exact: false }).waitFor()
  assert.ok(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled())
  await goOnline(page)
}

const acts: readonly (readonly [string, Act])[] = [
  ['a result is seen before it is sent, and opened from the outbox', sendResult],
  ["a letter begins with the client's days, and says what is not there", beginLetter],
  ['an address is corrected before sending, and nothing is lost', correctAddress],
  ['an owner asks for a new link and gets it by one tap', askForLink],
  ['sending says that it needs the network', needNetwork],
  ...callbackActs,
]

export async function checkWorkshopSend(check: Check, desk: Desk): Promise<void> {
  const { service } = desk
  for (const [name, act] of acts)
    await check(`workshop: ${name}`, () =>
      inContext(desk, 'plain', landscape, (context) => act(context, service)),
    )
  await checkSendTap(check, desk)
  await checkSendLooks(check, desk)
}
