// A tablet that several people share: paired by a link, opened with PINs, used without a network, handed over and locked; every
// answer bears the name of whoever gave it.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { boardShown } from './board.ts'
import { answerOf, cardOf, givenOf } from './checklist.ts'
import { makePerson, password, statusOf } from './shared-tablet.ts'
import { trustService } from './trust.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, type Service } from './visit.ts'
import { fillSignIn, goOffline, goOnline, mainMenuOf, until, waitUntilOffline } from './workshop.ts'
import { authorsOf, makeSurvey, readSelected } from './workshop-survey.ts'

const [first, second] = ['vc.shocks', 'vc.tyreWear'] as const
const pins = { one: '4711', other: '80421' }

async function setPin(page: Page, service: Service, login: string, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with a password' }).click()
  await fillSignIn(page, login, password)
  await mainMenuOf(page).waitFor()
  await page.goto(`${service.plain}/workshop/settings`)
  const panel = page.getByRole('region', { name: 'PIN for shared tablets' })
  await panel.getByRole('button', { name: 'Set a PIN' }).click()
  await panel.getByLabel('New PIN', { exact: true }).fill('1234')
  await panel.getByLabel('The same again', { exact: true }).fill('1234')
  await panel.getByRole('button', { name: 'Save PIN' }).click()
  await panel.getByText('Not digits in a row.').waitFor()
  await assertAccessible(page)
  await panel.getByLabel('New PIN', { exact: true }).fill(pin)
  await panel.getByLabel('The same again', { exact: true }).fill(pin)
  await panel.getByRole('button', { name: 'Save PIN' }).click()
  await panel.getByText('Your PIN is set').waitFor()
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await namesShown(page)
  // Shown at once; the device and the service follow.
  await until(async () => (await statusOf(page, '/app/session')) === 401)
}

const namesShown = (page: Page) => page.getByRole('heading', { name: 'Who are you?' }).waitFor()

async function type(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
}

async function unlock(page: Page, name: string, pin: string): Promise<void> {
  await page.getByRole('list', { name: 'People of this tablet' }).getByRole('button', { name }).click()
  await page.getByRole('heading', { name: `PIN of ${name}` }).waitFor()
  await type(page, pin)
}

const lock = async (page: Page) => {
  await page.getByRole('button', { name: 'Lock, or somebody else' }).click()
  await namesShown(page)
}

/** How many people the device may let in without a network. It takes a moment after somebody was let in. */
const sealedOn = (page: Page) =>
  page.evaluate<number>(`new Promise((done, fail) => {
    const ask = indexedDB.open('walkaround-workshop')
    ask.onerror = () => fail(ask.error)
    ask.onsuccess = () => {
      const read = ask.result.transaction('settings').objectStore('settings').get('pinSeals')
      read.onsuccess = () => { ask.result.close(); done(Object.keys(read.result?.value ?? {}).length) }
    }
  })`)

async function shareTablet(context: BrowserContext, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  const trusted = await trustService(service)
  const [one, other] = [await makePerson(service), await makePerson(service)]
  const { surveyId } = await makeSurvey(trusted, 'shared')
  const made = await service.run(['tablet', 'pair', 'demo', `Bay of ${one}`, '--json'])
  const { link } = JSON.parse(made) as { link: string }
  const page = await context.newPage()

  // Pairing: looking changes nothing, agreeing does; a second time the code is over.
  await page.goto(`${service.plain}/workshop/pair?lang=en#${link.split('#')[1]}`)
  await page.getByRole('button', { name: 'Pair this device' }).waitFor()
  await assertAccessible(page)
  await page.screenshot({ path: pictureOf('tablet-pair'), fullPage: true })
  assert.ok(!(await service.run(['tablet', 'list', 'demo', '--json'])).includes('pairedAt":"'))
  await page.getByRole('button', { name: 'Pair this device' }).click()
  await namesShown(page)
  await waitUntilOffline(page)
  await setPin(page, service, one, pins.one)
  await setPin(page, service, other, pins.other)
  await page.goto(`${service.plain}/workshop/`)
  await namesShown(page)
  await assertAccessible(page)
  await page.screenshot({ path: pictureOf('tablet-names'), fullPage: true })

  // A wrong PIN, then the right one.
  await unlock(page, one, '9999')
  await page.getByText('This PIN is wrong').waitFor()
  await assertAccessible(page)
  await page.screenshot({ path: pictureOf('tablet-pin'), fullPage: true })
  await type(page, pins.one)
  await boardShown(page)
  await until(async () => (await sealedOn(page)) === 1)
  await page.goto(`${service.plain}/workshop/surveys/${surveyId}`)
  await cardOf(page, first).waitFor()
  await page.screenshot({ path: pictureOf('tablet-inside'), fullPage: true })

  // Without a network: an answer of the one, a switch to the other, who was here before, and their answer.
  await page.goto(`${service.plain}/workshop/`)
  await boardShown(page)
  await lock(page)
  await unlock(page, other, pins.other)
  await boardShown(page)
  await until(async () => (await sealedOn(page)) === 2)
  await page.goto(`${service.plain}/workshop/surveys/${surveyId}`)
  await cardOf(page, second).waitFor()
  await goOffline(page)
  await page.getByText('No network', { exact: true }).waitFor()
  await answerOf(page, second, 'amber').click()
  await givenOf(page, second, 'amber').waitFor()
  await page.getByRole('link', { name: 'Board' }).first().click()
  await lock(page)
  await page.getByText(other).first().waitFor()
  await unlock(page, one, pins.one)
  await boardShown(page)
  await page.evaluate(
    `history.pushState({}, '', '/workshop/surveys/${surveyId}'); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await cardOf(page, first).waitFor()
  await answerOf(page, first, 'amber').click()
  await givenOf(page, first, 'amber').waitFor()

  // The network is back: first what the one did is sent, then, after their PIN, what the other did.
  const isGiven = async (question: string) =>
    (await readSelected(trusted, surveyId, question)).map(({ status }) => status).join() === 'amber'
  await goOnline(page)
  await until(() => isGiven(first))
  assert.equal(await isGiven(second), false, 'nothing is sent under the name of somebody else')
  await page.goto(`${service.plain}/workshop/`)
  await boardShown(page)
  await lock(page)
  await unlock(page, other, pins.other)
  await boardShown(page)
  await until(() => isGiven(second))
  const authors = [await authorsOf(service, surveyId, first), await authorsOf(service, surveyId, second)]
  assert.deepEqual(authors, [[one], [other]])

  // Revoked: signed out, and a device like any other.
  await service.run(['tablet', 'revoke', 'demo', `Bay of ${one}`])
  await page.reload()
  await page
    .getByLabel('Password', { exact: true })
    .or(page.getByRole('heading', { name: 'Who are you?' }))
    .waitFor()
  await page.getByLabel('Password', { exact: true }).waitFor()
}

export async function checkTabletPins(check: Check, desk: Desk): Promise<void> {
  await check('tablet: several people unlock one with their PINs, and every answer has the right name', () =>
    inContext(desk, 'plain', landscape, (context) => shareTablet(context, desk)),
  )
}
