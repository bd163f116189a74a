// What the people of the new dealership do: they choose passwords, set PINs on the paired tablet, and inspect the first car that the DMS
// sends. Holds no check of its own.
import assert from 'node:assert/strict'
import type { Session } from '@walkaround/contract/app/session.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { boardShown, carOf, menuLink } from './board.ts'
import { ask, readAuthority } from './trust.ts'
import type { EmptyDesk } from './twenty-minutes-first-start.ts'
import type { Made } from './twenty-minutes-set-up.ts'
import { assertAccessible, inContext, landscape, still } from './visit.ts'
import { createWalk, type Walk } from './walk.ts'
import { fillSignIn, mainMenuOf } from './workshop.ts'

const password = 'forty lanterns by the harbour'
const pins = ['4713', '80421'] as const
const plate = 'HH WA 1'

const namesShown = (page: Page) => page.getByRole('heading', { name: 'Who are you?' }).waitFor()

/** On the device itself: two people choose a password by their mail, then set a PIN each. */
export async function joinTablet(
  walk: Walk,
  context: BrowserContext,
  desk: EmptyDesk,
  { pairing, invited }: Made,
  links: readonly [string, string],
): Promise<void> {
  for (const link of links) await choosePassword(walk, context, link)
  const page = await context.newPage()
  await page.goto(pairing)
  await page.getByRole('button', { name: 'Pair this device' }).waitFor()
  walk.read()
  await assertAccessible(page)
  await walk.tap(page.getByRole('button', { name: 'Pair this device' }))
  await namesShown(page)
  await page.screenshot({ path: desk.pictureOf('twenty-minutes-tablet-nobody'), fullPage: true })
  for (const [at, pin] of pins.entries()) await setPin(walk, page, invited[at]?.email ?? '', pin)
  await assertAccessible(page)
  await page.screenshot({ path: desk.pictureOf('twenty-minutes-tablet-names'), fullPage: true })
  await page.close()
}

async function choosePassword(walk: Walk, context: BrowserContext, link: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(link)
  walk.read()
  await walk.type(page.getByLabel('Password', { exact: true }), password)
  await walk.type(page.getByLabel('Password again', { exact: true }), password)
  await walk.tap(page.getByRole('button', { name: 'Set password' }))
  await page.getByRole('heading', { level: 1, name: 'You can begin' }).waitFor()
  await page.close()
}

async function setPin(walk: Walk, page: Page, login: string, pin: string): Promise<void> {
  await walk.tap(page.getByRole('button', { name: 'Sign in with a password' }))
  await fillSignIn(page, login, password)
  await mainMenuOf(page).waitFor()
  await walk.tap(menuLink(page, 'settings'))
  const panel = page.getByRole('region', { name: 'PIN for shared tablets' })
  await walk.tap(panel.getByRole('button', { name: 'Set a PIN' }))
  await walk.type(panel.getByLabel('New PIN', { exact: true }), pin)
  await walk.type(panel.getByLabel('The same again', { exact: true }), pin)
  await walk.tap(panel.getByRole('button', { name: 'Save PIN' }))
  await panel.getByText('Your PIN is set').waitFor()
  await walk.tap(page.getByRole('button', { name: 'Sign out', exact: true }).first())
  await namesShown(page)
}

/** An order of the DMS, with the key of the dealership. */
async function sendOrder(
  service: EmptyDesk['service'],
  { clientId, key }: Made,
  id: string,
  more: { externalBranchId: string; numberPlate: string },
): Promise<void> {
  const ca = await readAuthority(service)
  const path = `${service.base}/v1/system-clients/${clientId}/service-orders/${id}`
  const body = {
    externalBranchId: more.externalBranchId,
    technicianSurveyRelease: true,
    customer: { category: 'legalEntity', name: 'First customer' },
    vehicle: { make: 'Norvik', model: 'Sund', fuelType: 'hybrid', numberPlate: more.numberPlate },
  }
  const put = await ask(path, { method: 'PUT', ca, headers: { 'x-api-key': key }, body })
  assert.equal(put.status, 201)
}

/**
 * Everybody who has no password yet chooses one by their own mail, each in a browser of their own, and signs in. They see the cars of
 * their branch and no others. It is their time and not the admin's.
 */
export async function joinOthers(
  desk: EmptyDesk,
  made: Made,
  linkOf: (email: string) => string | undefined,
  joined: number,
): Promise<void> {
  const { service } = desk
  const second = 'HH WA 2'
  await sendOrder(service, made, 'second', { externalBranchId: '4712', numberPlate: second })
  const cars = [
    ['4711', plate],
    ['4712', second],
  ] as const
  for (const [at, { name, email, code }] of made.invited.entries()) {
    await inContext(desk, 'trusting', { ...still, ...landscape }, async (context) => {
      if (at >= joined) {
        const link = linkOf(email)
        assert.ok(link, `a mail to ${email}`)
        await choosePassword(createWalk(), context, link)
      }
      const page = await context.newPage()
      await page.goto(`${service.base}/workshop/?lang=en`)
      await fillSignIn(page, email, password)
      await mainMenuOf(page).waitFor()
      // What the service gives to this browser, whatever the screen of the role makes of it.
      const read = (path: string) =>
        page.evaluate(async (from) => (await fetch(from)).text(), `${service.base}/app/${path}`)
      const session = JSON.parse(await read('session')) as Session
      assert.equal(session.name, name)
      assert.deepEqual(
        session.clients.map(({ id, branches }) => [id, branches.map((branch) => branch.id).sort()]),
        [[made.clientId, code === '' ? ['4711', '4712'] : [code]]],
        name,
      )
      const board = await read(`system-clients/${made.clientId}/board`)
      for (const [branch, shown] of cars)
        assert.equal(board.includes(shown), code === '' || code === branch, `${name}: ${shown}`)
    })
  }
}

/** The DMS sends its first order with the key; on the tablet somebody unlocks, and opens the inspection. */
export async function inspectFirstCar(
  walk: Walk,
  context: BrowserContext,
  { service, pictureOf }: EmptyDesk,
  made: Made,
): Promise<void> {
  await sendOrder(service, made, 'first', { externalBranchId: '4711', numberPlate: plate })
  const { invited } = made
  const page = await context.newPage()
  await page.goto(`${service.base}/workshop/?lang=en`)
  await namesShown(page)
  const { name } = invited[0] as { name: string }
  await walk.tap(page.getByRole('list', { name: 'People of this tablet' }).getByRole('button', { name }))
  for (const digit of pins[0]) await walk.tap(page.getByRole('button', { name: digit, exact: true }))
  await walk.tap(page.getByRole('button', { name: 'Unlock', exact: true }))
  await boardShown(page)
  await page.screenshot({ path: pictureOf('twenty-minutes-board'), fullPage: true })
  await walk.tap(carOf(page, plate).getByRole('link').first())
  await page.getByRole('main').getByText('Norvik').first().waitFor()
  await page.screenshot({ path: pictureOf('twenty-minutes-survey'), fullPage: true })
}
