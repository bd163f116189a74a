// A tablet that several people share: somebody signs in, works on a car, without a network too, and leaves; hours pass. Tells
// what is left on it. Holds no check of its own.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { boardShown, carsOf } from './board.ts'
import { answerOf, cardOf, givenOf, photoButtonOf } from './checklist.ts'
import { takeFromDevice } from './photos.ts'
import { type Trusted, trustService } from './trust.ts'
import type { Service } from './visit.ts'
import { fillSignIn, goOffline, mainMenuOf, until, waitUntilOffline } from './workshop.ts'
import { makeSurvey, questionsOf, readSelected, type Survey } from './workshop-survey.ts'

export const question = 'vc.shocks'
const hour = 3_600_000
export const password = 'three wheels in a puddle'

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
export async function makePerson(service: Service, client = 'demo'): Promise<string> {
  const login = `left-${Date.now() % 1_000_000}-${++count}`
  const words = ['login', 'add', login, '--client', client, '--role', 'advisor', '--password-stdin']
  await service.run(words, `${password}\n`)
  return login
}

/** The device's clock, as far ahead as a check says: hours pass without anybody waiting for them. */
export async function letHoursPass(
  { context, page }: Pick<Tablet, 'context' | 'page'>,
  hours: number,
): Promise<void> {
  await context.addInitScript(`{
    const real = Date.now
    Date.now = () => real.call(Date) + ${hours * hour}
  }`)
  await page.reload()
}

/** How many things of a kind are in the device's database. */
export const countOf = (page: Page, table: string) =>
  page.evaluate<number>(`new Promise((done, fail) => {
    const ask = indexedDB.open('walkaround-workshop')
    ask.onerror = () => fail(ask.error)
    ask.onsuccess = () => {
      const counted = ask.result.transaction('${table}').objectStore('${table}').count()
      counted.onsuccess = () => { ask.result.close(); done(counted.result) }
    }
  })`)
export const statusOf = (page: Page, path: string) =>
  page.evaluate<number>(`fetch('${path}').then(({ status }) => status)`)

export async function openTablet(context: BrowserContext, service: Service, login: string): Promise<Tablet> {
  const trusted = await trustService(service)
  const { surveyId, plate } = await makeSurvey(trusted, 'left')
  const page = await context.newPage()
  await page.goto(`${service.plain}/workshop/?lang=en`)
  await fillSignIn(page, login, password)
  await boardShown(page)
  await waitUntilOffline(page)
  await page.goto(`${service.plain}/workshop/surveys/${surveyId}`)
  await cardOf(page, question).waitFor()
  return { context, page, service, trusted, surveyId, plate }
}

/** An answer that is only on the tablet. */
export async function answerOffline({ page }: Tablet): Promise<void> {
  await goOffline(page)
  await page.getByText('No network', { exact: true }).waitFor()
  await answerOf(page, question, 'amber').click()
  await givenOf(page, question, 'amber').waitFor()
}
export const hasArrived = async ({ trusted, surveyId }: Tablet) =>
  (await readSelected(trusted, surveyId, question)).map(({ status }) => status).join() === 'amber'

export async function assertNothingShown({ page, plate }: Tablet): Promise<void> {
  assert.equal(await mainMenuOf(page).count(), 0)
  assert.equal(await carsOf(page).count(), 0)
  assert.ok(!(await page.locator('body').innerText()).includes(plate))
}
/** Of all that was read only the survey is left that somebody still has work for. */
export async function assertOnlyUnsentLeft(page: Page): Promise<void> {
  await until(async () => (await countOf(page, 'boards')) === 0)
  await until(async () => (await countOf(page, 'pages')) === 1)
  assert.equal(await countOf(page, 'outbox'), 1)
}

export async function takePhoto({ page, trusted, surveyId }: Tablet): Promise<string> {
  const photosOf = async () => {
    const { body } = await trusted.asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)
    return (questionsOf(body.contents).find(({ id }) => id === question)?.photos ?? []) as { id: string }[]
  }
  const picture = { width: 800, height: 600, channels: 3 as const, background: '#808890' }
  const buffer = await sharp({ create: picture }).jpeg().toBuffer()
  await photoButtonOf(page, question).click()
  await takeFromDevice(page, buffer)
  await until(async () => (await photosOf()).length === 1)
  return `/app/system-clients/demo/surveys/${surveyId}/photos/${(await photosOf())[0]?.id}/small`
}

export const signOut = async (page: Page, service: Service) => {
  await page.goto(`${service.plain}/workshop/settings`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}
