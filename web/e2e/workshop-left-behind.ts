// What stays on a shared tablet: nothing that was read for somebody who is not signed in, and all that is not sent yet.

import assert from 'node:assert/strict'
import { problems } from '@walkaround/contract/problems.ts'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { boardShown } from './board.ts'
import { cardOf } from './checklist.ts'
import {
  answerOffline,
  assertNothingShown,
  assertOnlyUnsentLeft,
  countOf,
  hasArrived,
  letHoursPass,
  makePerson,
  openTablet,
  password,
  question,
  signOut,
  statusOf,
  takePhoto,
} from './shared-tablet.ts'
import {
  assertAccessible,
  assertFits,
  type Check,
  type Desk,
  inContext,
  landscape,
  phone,
  portrait,
  type Service,
  still,
} from './visit.ts'
import { anyOf } from './words.ts'
import { fillSignIn, goOffline, goOnline, mainMenuOf, technician, until } from './workshop.ts'

async function leaveNoPhoto(context: BrowserContext, service: Service): Promise<void> {
  const tablet = await openTablet(context, service, await makePerson(service))
  const { page } = tablet
  const photo = await takePhoto(tablet)
  await until(async () => (await statusOf(page, photo)) === 200)
  await goOffline(page)
  assert.equal(await statusOf(page, photo), 200, 'kept for work without a network')
  await goOnline(page)
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
  await goOnline(page)
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
  await cardOf(page, question).waitFor()
  await goOnline(page)
  await page.getByText('This login was disabled').waitFor()
  await assertNothingShown(tablet)
  await assertOnlyUnsentLeft(page)
  await assertAccessible(page)
  await service.run(['login', 'enable', login])
  await fillSignIn(page, login, password)
  await cardOf(page, question).waitFor()
  await until(() => hasArrived(tablet))
}

async function lieAbout(context: BrowserContext, service: Service): Promise<void> {
  const login = await makePerson(service)
  const tablet = await openTablet(context, service, login)
  const { page } = tablet
  await answerOffline(tablet)
  await letHoursPass(tablet, 3)
  await cardOf(page, question).waitFor()
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
  await goOnline(page)
  // The session at the service may still hold; this device asks for the password all the same.
  const answerLate = await holdSession(page)
  await page.reload()
  await page.getByText('Please sign in again').waitFor()
  await fillSignIn(page, login, password)
  await cardOf(page, question).waitFor()
  await answerLate()
  await until(() => hasArrived(tablet))
  assert.ok(await cardOf(page, question).isVisible())
}

/** A slow network: what the page asks of the former session is answered after that session has ended. */
async function holdSession(page: Page): Promise<() => Promise<void>> {
  const { status, ...body } = problems.notAuthorized
  const held: Route[] = []
  const first = Promise.withResolvers<void>()
  let isLate = false
  await page.route('**/app/session', async (route) => {
    if (isLate || route.request().method() !== 'GET') return route.continue()
    held.push(route)
    first.resolve()
  })
  return async () => {
    await first.promise
    isLate = true
    // Some were sent by the page before it was loaded again: nobody waits for them.
    await Promise.allSettled(held.map((route) => route.fulfill({ status, json: body })))
    assert.equal(await statusOf(page, '/app/session'), 200)
  }
}

async function endShift(context: BrowserContext, service: Service): Promise<void> {
  const login = await makePerson(service)
  const tablet = await openTablet(context, service, login)
  await answerOffline(tablet)
  await letHoursPass(tablet, 13)
  await tablet.page.getByText('Please sign in again').waitFor()
  await assertNothingShown(tablet)
  await assertOnlyUnsentLeft(tablet.page)
  await goOnline(tablet.page)
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
  await goOnline(page)
  await fillSignIn(page, second, password)
  await mainMenuOf(page).waitFor()
  await assertOnlyUnsentLeft(page)
  // Not by the address either.
  for (const path of ['', `surveys/${surveyId}`, 'sync']) {
    await page.goto(`${service.plain}/workshop/${path}`)
    await mainMenuOf(page).waitFor()
    await page.getByRole('main').getByRole('heading').first().waitFor()
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
  await fillSignIn(page, technician, service.passwords.get(technician) ?? '', language)
  await boardShown(page)
  await letHoursPass({ context, page }, 5)
  await page.getByText(anyOf('presence.ended')).waitFor()
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

export async function checkWorkshopLeftBehind(check: Check, desk: Desk): Promise<void> {
  for (const [name, act] of acts)
    await check(`left behind: ${name}`, () =>
      inContext(desk, 'plain', landscape, (context) => act(context, desk.service)),
    )
  for (const language of languages)
    for (const [size, options] of Object.entries({ tablet: portrait, phone }))
      await check(
        `left behind: the wall, ${language}, ${size}`,
        () =>
          inContext(desk, 'plain', { ...still, ...options }, (context) =>
            lookAtWall(context, desk.service, language, desk.pictureOf(`wall-${language}-${size}`)),
          ),
        language !== 'ru' || size !== 'phone',
      )
}
