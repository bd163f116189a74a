// What stays on a shared tablet: nothing that was read for somebody who is not signed in, and all that is not sent yet.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { type Trusted, trustService } from './trust.ts'
import { assertAccessible, assertFits, type Check, inContext, type Service } from './visit.ts'
import { fillSignIn, type Language, until, waitUntilOffline } from './workshop.ts'
import { makeSurvey, questionsOf, readSelected, type Survey } from './workshop-survey.ts'

const question = 'vc.shocks'
const landscape = { viewport: { width: 1180, height: 820 } }
const deadlineMs = 30_000
const hour = 3_600_000
const password = 'three wheels in a puddle'

interface Tablet {
  context: BrowserContext
  page: Page
  service: Service
  trusted: Trusted
  /** Of the car that is worked on. */
  surveyId: string
  plate: string
}

let count = 0
/** A person of their own, so that nobody else is signed out or disabled. */
async function makePerson(service: Service, client = 'demo'): Promise<string> {
  const login = `left-${Date.now() % 1_000_000}-${++count}`
  const words = ['login', 'add', login, '--client', client, '--role', 'advisor', '--password-stdin']
  await service.run(words, `${password}\n`)
  return login
}

/** The device's clock, as far ahead as a check says: hours pass without anybody waiting for them. */
async function letHoursPass(
  { context, page }: Pick<Tablet, 'context' | 'page'>,
  hours: number,
): Promise<void> {
  await context.addInitScript(`{
    const real = Date.now
    Date.now = () => real.call(Date) + ${hours * hour}
  }`)
  await page.reload()
}

/** How many things of a kind lie in the device's database. */
const countOf = (page: Page, table: string) =>
  page.evaluate<number>(`new Promise((done, fail) => {
    const ask = indexedDB.open('walkaround-workshop')
    ask.onerror = () => fail(ask.error)
    ask.onsuccess = () => {
      const counted = ask.result.transaction('${table}').objectStore('${table}').count()
      counted.onsuccess = () => { ask.result.close(); done(counted.result) }
    }
  })`)
const statusOf = (page: Page, path: string) =>
  page.evaluate<number>(`fetch('${path}').then(({ status }) => status)`)

async function openTablet(context: BrowserContext, service: Service, login: string): Promise<Tablet> {
  context.setDefaultTimeout(deadlineMs)
  const trusted = await trustService(service)
  const { surveyId, plate } = await makeSurvey(trusted, 'left')
  const page = await context.newPage()
  await page.goto(`${service.plain}/workshop/?lang=en`)
  await fillSignIn(page, login, password)
  await page.locator('.car').first().waitFor()
  await waitUntilOffline(page)
  await page.goto(`${service.plain}/workshop/surveys/${surveyId}`)
  await page.locator(`[id="q-${question}"]`).waitFor()
  return { context, page, service, trusted, surveyId, plate }
}

/** An answer that is only on the tablet. */
async function answerOffline({ context, page }: Tablet): Promise<void> {
  await context.setOffline(true)
  await page.getByText('No network', { exact: true }).waitFor()
  await page.locator(`[id="q-${question}"] .cl-answer.amber`).click()
  await page.locator(`[id="q-${question}"] .cl-answer.amber[aria-pressed="true"]`).waitFor()
}
const hasArrived = async ({ trusted, surveyId }: Tablet) =>
  (await readSelected(trusted, surveyId, question)).map(({ status }) => status).join() === 'amber'

async function assertNothingShown({ page, plate }: Tablet): Promise<void> {
  assert.equal(await page.locator('.rail').count(), 0)
  assert.equal(await page.locator('.car').count(), 0)
  assert.ok(!(await page.locator('body').innerText()).includes(plate))
}
/** Of all that was read only the survey is left that somebody still has work for. */
async function assertOnlyUnsentLeft(page: Page): Promise<void> {
  await until(async () => (await countOf(page, 'boards')) === 0)
  await until(async () => (await countOf(page, 'pages')) === 1)
  assert.equal(await countOf(page, 'outbox'), 1)
}

async function takePhoto({ page, trusted, surveyId }: Tablet): Promise<string> {
  const photosOf = async () => {
    const { body } = await trusted.asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)
    return (questionsOf(body.contents).find(({ id }) => id === question)?.photos ?? []) as { id: string }[]
  }
  const picture = { width: 800, height: 600, channels: 3 as const, background: '#808890' }
  const buffer = await sharp({ create: picture }).jpeg().toBuffer()
  await page
    .locator(`[id="q-${question}"]`)
    .getByRole('button', { name: /^(Take a photo|Photo expected)/ })
    .click()
  // This browser has no camera. Until the screen says so, the field for pictures may be replaced.
  await page.getByRole('heading', { name: /camera/i }).waitFor()
  await page
    .locator('dialog.camera input[type=file]')
    .setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
  await page.locator('.camera-roll .thumb').first().waitFor()
  await page.locator('.camera-done').click()
  await until(async () => (await photosOf()).length === 1)
  return `/app/system-clients/demo/surveys/${surveyId}/photos/${(await photosOf())[0]?.id}/small`
}

const signOut = async (page: Page, service: Service) => {
  await page.goto(`${service.plain}/workshop/settings`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

async function leaveNoPhoto(context: BrowserContext, service: Service): Promise<void> {
  const tablet = await openTablet(context, service, await makePerson(service))
  const { page } = tablet
  const photo = await takePhoto(tablet)
  await until(async () => (await statusOf(page, photo)) === 200)
  await context.setOffline(true)
  assert.equal(await statusOf(page, photo), 200, 'kept for work without a network')
  await context.setOffline(false)
  await signOut(page, service)
  // The tablet does not wait for the service to hear of it; until then the cookie would still open the photo.
  await until(async () => (await statusOf(page, '/app/session')) === 401)
  assert.equal(await statusOf(page, photo), 401)
  await assertNothingShown(tablet)
  for (const table of ['boards', 'pages', 'outbox', 'media'])
    assert.equal(await countOf(page, table), 0, table)
}

async function signOutOffline(context: BrowserContext, service: Service): Promise<void> {
  const tablet = await openTablet(context, service, await makePerson(service))
  const { page } = tablet
  await answerOffline(tablet)
  await signOut(page, service)
  await assertOnlyUnsentLeft(page)
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await assertNothingShown(tablet)
  // The service hears of it when there is a network, and nobody is signed in by the cookie that is left.
  await context.setOffline(false)
  await until(async () => (await statusOf(page, '/app/session')) === 401)
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await assertNothingShown(tablet)
}

async function disable(context: BrowserContext, service: Service): Promise<void> {
  const login = await makePerson(service)
  const tablet = await openTablet(context, service, login)
  const { page } = tablet
  await answerOffline(tablet)
  await service.run(['login', 'disable', login])
  // Without contact it cannot know.
  await page.reload()
  await page.locator(`[id="q-${question}"]`).waitFor()
  await context.setOffline(false)
  await page.getByText('This login was disabled').waitFor()
  await assertNothingShown(tablet)
  await assertOnlyUnsentLeft(page)
  await assertAccessible(page)
  await service.run(['login', 'enable', login])
  await fillSignIn(page, login, password)
  await page.locator(`[id="q-${question}"]`).waitFor()
  await until(() => hasArrived(tablet))
}

async function lieAbout(context: BrowserContext, service: Service): Promise<void> {
  const login = await makePerson(service)
  const tablet = await openTablet(context, service, login)
  const { page } = tablet
  await answerOffline(tablet)
  await letHoursPass(tablet, 3)
  await page.locator(`[id="q-${question}"]`).waitFor()
  await page.mouse.click(5, 5)
  await letHoursPass(tablet, 5)
  await page.getByText('Please sign in again').waitFor()
  await assertNothingShown(tablet)
  await page.goto(`${service.plain}/workshop/`)
  await page.getByText('Please sign in again').waitFor()
  await assertNothingShown(tablet)
  assert.equal(await page.getByLabel('Login', { exact: true }).inputValue(), login)
  await fillSignIn(page, login, password)
  await page.getByText('The service cannot be reached').waitFor()
  await page.goto(`${service.plain}/workshop/surveys/${tablet.surveyId}`)
  await context.setOffline(false)
  // The session at the service may still hold; this device asks for the password all the same.
  await page.reload()
  await page.getByText('Please sign in again').waitFor()
  await fillSignIn(page, login, password)
  await page.locator(`[id="q-${question}"]`).waitFor()
  await until(() => hasArrived(tablet))
}

async function endShift(context: BrowserContext, service: Service): Promise<void> {
  const login = await makePerson(service)
  const tablet = await openTablet(context, service, login)
  await answerOffline(tablet)
  await letHoursPass(tablet, 13)
  await tablet.page.getByText('Please sign in again').waitFor()
  await assertNothingShown(tablet)
  await assertOnlyUnsentLeft(tablet.page)
  await context.setOffline(false)
  await fillSignIn(tablet.page, login, password)
  await until(() => hasArrived(tablet))
}

async function handOver(context: BrowserContext, service: Service): Promise<void> {
  const client = `left-${Date.now() % 1_000_000}`
  await service.run(['client', 'add', client, '--name', 'Another house'])
  const [first, second] = [await makePerson(service), await makePerson(service, client)]
  const tablet = await openTablet(context, service, first)
  const { page, surveyId } = tablet
  await answerOffline(tablet)
  await letHoursPass(tablet, 5)
  await page.getByText('Please sign in again').waitFor()
  await context.setOffline(false)
  await fillSignIn(page, second, password)
  await page.locator('.rail').waitFor()
  await assertOnlyUnsentLeft(page)
  // Not by the address either.
  for (const path of ['', `surveys/${surveyId}`, 'sync']) {
    await page.goto(`${service.plain}/workshop/${path}`)
    await page.locator('.rail').waitFor()
    await page.locator('#main').getByRole('heading').first().waitFor()
    assert.ok(!(await page.locator('body').innerText()).includes(tablet.plate), path)
  }
  await page.getByText(`Left by ${first}`).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Send in my name' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Save rescue file' }).count(), 0)
  await signOut(page, service)
  assert.equal(await hasArrived(tablet), false)
  await fillSignIn(page, first, password)
  await until(() => hasArrived(tablet))
}

/** The wall in every language, in the hands of somebody on a phone and on a tablet. */
async function lookAtWall(
  context: BrowserContext,
  service: Service,
  language: Language,
  picture: string,
): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${service.plain}/workshop/?lang=${language}`)
  await fillSignIn(page, await makePerson(service), password, language)
  await page.locator('.car').first().waitFor()
  await letHoursPass({ context, page }, 5)
  await page.locator('.sign-in .note').first().waitFor()
  await assertAccessible(page)
  await assertFits(page)
  await page.screenshot({ path: picture })
}

const acts: readonly (readonly [string, (context: BrowserContext, service: Service) => Promise<void>])[] = [
  ['no photo and no car after signing out', leaveNoPhoto],
  ['signing out without a network', signOutOffline],
  ['a disabled login, told from a session that ended', disable],
  ['a tablet that lay about, without a network too', lieAbout],
  ['a shift that is over', endShift],
  ['another person of another house', handOver],
]

export async function checkWorkshopLeftBehind(
  check: Check,
  browser: Browser,
  service: Service,
  screenshots: string,
): Promise<void> {
  for (const [name, act] of acts)
    await check(`left behind: ${name}`, () =>
      inContext(browser, landscape, (context) => act(context, service)),
    )
  for (const language of ['en', 'de', 'ru'] as const)
    for (const [size, viewport] of [
      ['tablet', { width: 820, height: 1180 }],
      ['phone', { width: 390, height: 844 }],
    ] as const)
      await check(`left behind: the wall, ${language}, ${size}`, () =>
        inContext(browser, { viewport }, (context) =>
          lookAtWall(context, service, language, join(screenshots, `wall-${language}-${size}.png`)),
        ),
      )
}
