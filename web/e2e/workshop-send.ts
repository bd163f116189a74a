// Sending results, the outbox and the callback inspector, as an advisor and an administrator use them; with the owner's page
// behind the link.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { assertAccessible, assertFits, type Check, inContext, type Service } from './visit.ts'
import { advisor, type Language, openApp, until, waitUntilOffline } from './workshop.ts'

const admin = 'demo-admin'
const landscape = { viewport: { width: 1180, height: 820 } }
const phone = { viewport: { width: 390, height: 844 } }

type Act = (context: BrowserContext, service: Service) => Promise<void>

/** The first car whose result can be sent. */
async function openSend(page: Page): Promise<void> {
  await page.locator('.car-send').first().click()
  await page.locator('.mail-frame').waitFor()
}

/** What a browser has; the checks are typed without one. */
type Styles = { getComputedStyle(element: unknown): { paddingTop: string } }

async function isDressed(page: Page): Promise<boolean> {
  const body = page.frameLocator('.mail-frame').locator('body')
  const padding = await body.evaluate(
    (element) => (globalThis as unknown as Styles).getComputedStyle(element).paddingTop,
  )
  return padding === '24px'
}

const sendResult: Act = async (context, service) => {
  const { page, faults } = await openApp(context, service, { login: advisor })
  await openSend(page)
  await until(() => isDressed(page))
  const before = await page.locator('.messages > li').count()
  await page.getByLabel('Link valid for (days)').fill('0')
  await page.getByText('A whole number from 1 to 365').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled())
  await page.getByLabel('Link valid for (days)').fill('7')
  await page.getByLabel('A few words of your own').fill('Drive carefully')
  await page.frameLocator('.mail-frame').getByText('Drive carefully').waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await until(async () => (await page.locator('.messages > li').count()) === before + 1)
  const sent = page.locator('.messages > li').first()
  await sent.getByText('Kept in the outbox').waitFor()
  const receiver = (await sent.locator('strong').textContent()) ?? ''
  await sent.getByRole('link', { name: 'To the outbox' }).click()
  // Mails to colleagues about other cars may have come in between.
  await page.locator('.row-button', { hasText: receiver }).first().click()
  const [owner] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: "Open the owner's page" }).click(),
  ])
  // With its script, which tells of the first touch.
  await owner.waitForLoadState()
  assert.match(owner.url(), /\/o\//)
  await owner.locator('main').click({ position: { x: 2, y: 2 } })
  // What somebody has seen is not sent again by a slip of the finger.
  await page.getByRole('link', { name: 'To the inspection' }).click()
  const first = page.locator('.messages > li').first()
  await first.getByText(/Opened \d/).waitFor()
  await owner.close()
  await first.getByRole('button', { name: 'Send again' }).click()
  await page.locator('.sheet').getByText('The owner has opened it', { exact: false }).waitFor()
  await page.locator('.sheet').getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await page.locator('.messages > li').count(), before + 1)
  await first.getByRole('button', { name: 'Send again' }).click()
  await page.locator('.sheet').getByRole('button', { name: 'Send again' }).click()
  await until(async () => (await page.locator('.messages > li').count()) === before + 2)
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
    const body = page.frameLocator('.mail-frame').locator('body')
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
    await page.locator('.message-text').getByText('See you tomorrow').waitFor()
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
  const sheet = page.locator('.sheet')
  await sheet.getByLabel('E-mail').fill('no address')
  await sheet.getByRole('button', { name: 'Keep' }).click()
  await sheet.getByText('This is no e-mail address').waitFor()
  const address = `right-${Date.now()}@example.org`
  await sheet.getByLabel('E-mail').fill(address)
  await sheet.getByRole('button', { name: 'Keep' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.locator('.preview .facts').getByText(address).waitFor()
  const mail = page.frameLocator('.mail-frame')
  await mail.getByText('Bis morgen').waitFor()
  await mail.getByText('Guten Tag', { exact: false }).waitFor()
  assert.equal(await page.getByLabel('Link valid for (days)').inputValue(), '9')
  const path = `${service.base}/v1/system-clients/demo/surveys/${surveyId}`
  await until(async () => {
    const survey = await page.request.get(path, { headers: { 'x-api-key': service.key } })
    return (await survey.text()).includes(`"modifiedEmail":"${address}"`)
  })
  assert.deepEqual(faults(), [])
}

/** An owner whose link is over presses the one button there is, and the advisor presses one, too. */
const askForLink: Act = async (context, service) => {
  const { page } = await openApp(context, service, { login: advisor })
  await openSend(page)
  const first = page.locator('.messages > li').first()
  const before = await page.locator('.messages > li').count()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await until(async () => (await page.locator('.messages > li').count()) === before + 1)
  await first.getByRole('link', { name: 'To the outbox' }).click()
  await page.locator('.row-button').first().click()
  const url = await page.getByRole('link', { name: "Open the owner's page" }).getAttribute('href')
  assert.ok(url)
  await page.getByRole('link', { name: 'To the inspection' }).click()
  await first.getByRole('button', { name: 'Withdraw the link' }).click()
  await page.locator('.sheet').getByRole('button', { name: 'Withdraw the link' }).click()
  await first.getByText('Link withdrawn').waitFor()

  const owner = await context.newPage()
  await owner.goto(`${url}?lang=en`)
  await owner.getByRole('button', { name: 'Ask for a new link' }).click()
  await owner.getByRole('heading', { name: 'Your dealership has been told' }).waitFor()
  await owner.close()

  // Without a reload: the screen hears of it.
  const note = page.locator('.note').filter({ hasText: 'asks for a new link' })
  await note.getByText('It goes to the address that is stored', { exact: false }).waitFor()
  const sent = await page.locator('.messages > li').count()
  await note.getByRole('button', { name: 'Send a new link' }).click()
  await note.waitFor({ state: 'detached' })
  await until(async () => (await page.locator('.messages > li').count()) > sent)
  await first.getByText('Not opened yet').waitFor()
}

const needNetwork: Act = async (context, service) => {
  const { page } = await openApp(context, service, { login: advisor })
  await page.locator('.car').first().waitFor()
  await waitUntilOffline(page)
  await openSend(page)
  await context.setOffline(true)
  await page.getByText('Sending needs the network', { exact: false }).waitFor()
  assert.ok(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled())
  await context.setOffline(false)
}

const inspectCallbacks: Act = async (context, service) => {
  const { page, faults } = await openApp(context, service, { login: admin, path: 'callbacks' })
  const first = page.locator('.row-button').first()
  await page.getByLabel('500, fails').click()
  await until(async () => (await page.locator('.facts').first().textContent())?.includes('/500') ?? false)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await first.getByText('Given up').waitFor()
  await first.getByText('Test', { exact: false }).first().waitFor()
  await page.getByLabel('204, takes it').click()
  await until(async () => (await page.locator('.facts').first().textContent())?.includes('/204') ?? false)
  await first.click()
  await page.getByText('Answered with 500').waitFor()
  await page.getByRole('button', { name: 'Send once more' }).click()
  await page.getByText('Answered with 204').waitFor()
  await page.locator('.sheet-foot').getByRole('button', { name: 'Close' }).click()
  await first.getByText('Delivered').waitFor()
  await page.locator('.received').getByText('204, takes it').first().waitFor()
  assert.deepEqual(faults(), [])
}

/** Each screen with everything it shows, and the sheets over it. */
async function look(page: Page, path: string): Promise<void> {
  await assertFits(page)
  await page.screenshot({ path, fullPage: true })
  // A frame that runs no scripts cannot be asked for its faults, and asking never ends.
  await page.evaluate('for (const frame of document.querySelectorAll("iframe")) frame.remove()')
  await assertAccessible(page)
}

async function checkScreens(
  context: BrowserContext,
  service: Service,
  to: (name: string) => string,
  language: Language,
) {
  const { page } = await openApp(context, service, { login: admin, language })
  await openSend(page)
  await until(() => isDressed(page))
  await look(page, to('send'))
  await page.goto(`${service.plain}/workshop/outbox`)
  await page.locator('.row-button').first().click()
  await page.locator('.mail-frame').waitFor()
  await look(page, to('outbox'))
  await page.goto(`${service.plain}/workshop/callbacks`)
  await page.locator('.row-button').first().waitFor()
  await look(page, to('callbacks'))
  await page.locator('.row-button').first().click()
  await page.locator('.delivery .facts').waitFor()
  for (const unfold of await page.locator('.delivery summary').all()) await unfold.click()
  await look(page, to('callback'))
}

export async function checkWorkshopSend(
  check: Check,
  browser: Browser,
  service: Service,
  screenshots: string,
): Promise<void> {
  const inLandscape = (act: Act) => () => inContext(browser, landscape, (context) => act(context, service))
  await check(
    'workshop: a result is seen before it is sent, and opened from the outbox',
    inLandscape(sendResult),
  )
  await check(
    "workshop: a letter begins with the client's days, and says what is not there",
    inLandscape(beginLetter),
  )
  await check(
    'workshop: an address is corrected before sending, and nothing is lost',
    inLandscape(correctAddress),
  )
  await check('workshop: an owner asks for a new link and gets it by one tap', inLandscape(askForLink))
  await check('workshop: sending says that it needs the network', inLandscape(needNetwork))
  await check('workshop: a callback fails, is explained and sent once more', inLandscape(inspectCallbacks))
  const looks = [
    ['en', 'light', landscape],
    ['ru', 'dark', landscape],
    ['de', 'light', phone],
    ['en', 'dark', phone],
  ] as const
  for (const [language, colorScheme, size] of looks) {
    const { width } = size.viewport
    await check(`workshop: send, outbox and callbacks in ${language}, ${colorScheme}, ${width}`, () =>
      inContext(browser, { ...size, colorScheme }, (context) =>
        checkScreens(
          context,
          service,
          (name) => join(screenshots, `${name}-${language}-${colorScheme}-${width}.png`),
          language,
        ),
      ),
    )
  }
}
