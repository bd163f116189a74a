// The workshop app's first screens: sign-in, board, leads, new inspection, sync centre, settings; online, offline, with
// the session gone.

import assert from 'node:assert/strict'
import type { BrowserContext } from 'playwright-core'
import { boardShown, carsOf, findCar, focusedOf, menuLink, plateOf, platesOf } from './board.ts'
import { type Check, type Desk, inContext, landscape, type Service, watch } from './visit.ts'
import {
  enter,
  fillSignIn,
  goOffline,
  goOnline,
  isExpected,
  openApp,
  technician,
  until,
  waitForTemplates,
  waitUntilOffline,
} from './workshop.ts'
import { checkScreens } from './workshop-board-looks.ts'
import { readClocks } from './workshop-clocks.ts'
import { checkNotLoaded } from './workshop-not-loaded.ts'

type Act = (context: BrowserContext, service: Service) => Promise<void>

const signIn: Act = async (context, service) => {
  const page = await context.newPage()
  await page.goto(`${service.plain}/workshop/?lang=en`)
  await fillSignIn(page, technician, 'not the password')
  await page.getByRole('alert').getByText('Login or password is not right').waitFor()
  assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), '')
  await focusedOf(page, page.getByLabel('Password', { exact: true })).waitFor()
  await fillSignIn(page, technician, service.passwords.get(technician) ?? '')
  await page.getByRole('heading', { name: 'Cars today' }).waitFor()
  await page.getByText('Your next car').waitFor()
  await until(async () => (await carsOf(page).count()) > 5)
  assert.equal(await page.evaluate('document.cookie'), '')
}

const findByPlate: Act = async (context, service) => {
  const { page, faults } = await openApp(context, service)
  const cars = carsOf(page)
  await boardShown(page)
  // Other checks make several orders of one car; this one of the demo has been here once.
  const plate = 'XD KM 331'
  await page.getByRole('searchbox').fill(plate.toLowerCase().replaceAll(' ', ''))
  await until(async () => (await cars.count()) === 1)
  assert.equal(await platesOf(page).textContent(), plate)
  await page.getByRole('searchbox').fill('no such car')
  await page.getByText('Nothing found for “no such car”').waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await until(async () => (await cars.count()) > 5)
  const all = await cars.count()
  await page.getByLabel('Branch').selectOption({ label: 'South' })
  await until(async () => (await cars.count()) < all)
  await page.reload()
  await boardShown(page)
  assert.equal(await page.getByLabel('Branch').locator('option:checked').textContent(), 'South')
  assert.deepEqual(faults(), [])
}

const openOffline: Act = async (context, service) => {
  const { page } = await openApp(context, service)
  const cars = carsOf(page)
  await boardShown(page)
  await waitUntilOffline(page)
  const plates = await platesOf(page).allTextContents()
  await goOffline(page)
  await page.reload()
  await boardShown(page)
  assert.deepEqual(await platesOf(page).allTextContents(), plates)
  await page.getByText('No network', { exact: true }).waitFor()
  await page.getByRole('searchbox').fill(plates[1] ?? '')
  await until(async () => (await cars.count()) === 1)
  // A screen that was never opened is there too, at an address of its own.
  await page.goto(`${service.plain}/workshop/settings`)
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await goOnline(page)
  await menuLink(page, 'board').click()
  await page.getByText('No network', { exact: true }).waitFor({ state: 'detached' })
}

/** Two tabs: the worker starts for the first while the second is still waiting for its page. */
const openWhileLoading: Act = async (context, service) => {
  const [late, page] = [await context.newPage(), await context.newPage()]
  await enter(context, service, service.plain, technician)
  let letThrough = () => {}
  const isReady = new Promise<void>((done) => {
    letThrough = done
  })
  await late.route(`${service.plain}/workshop/settings`, async (route) => {
    const response = await route.fetch()
    await isReady
    await route.fulfill({ response })
  })
  const opened = late.goto(`${service.plain}/workshop/settings`)
  await page.goto(`${service.plain}/workshop/?lang=en`)
  await waitUntilOffline(page)
  letThrough()
  await opened
  await waitUntilOffline(late)
}

const keepWorkOffline: Act = async (context, service) => {
  const { page } = await openApp(context, service)
  await boardShown(page)
  await waitUntilOffline(page)
  await waitForTemplates(page)
  await goOffline(page)
  const plate = `E2E ${Date.now() % 100_000}`
  await page.getByRole('link', { name: 'New inspection' }).click()
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByText('Enter the plate or the VIN.').waitFor()
  await page.getByLabel('Number plate').fill(plate)
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.waitForURL(/\/workshop\/surveys\/./)
  await page.reload()
  await menuLink(page, 'sync').click()
  // The inspection, and that it was begun.
  await page.getByText('2 things are only on this device').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save rescue file' }).click(),
  ])
  assert.match(file.suggestedFilename(), /\.rescue$/)
  // Pressed in vain, and in no need to be pressed again: it goes by itself.
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByText('2 things are only on this device').waitFor()
  await goOnline(page)
  await page.getByText('Everything is on the server').waitFor()
  await menuLink(page, 'board').click()
  await findCar(page, plate)
}

/** The browser of these checks ignores the certificate for pages, but not for service workers. */
const sayWhyNotOffline: Act = async (context, service) => {
  const page = await context.newPage()
  await page.goto(`${service.base}/workshop/?lang=en`)
  await page.getByText('Offline does not work here').waitFor()
  await page.getByRole('link', { name: 'How to trust it' }).click()
  await page.waitForURL(`${service.base}/trust?lang=en`)
}

const signInAgain: Act = async (context, service) => {
  const { page } = await openApp(context, service)
  await boardShown(page)
  await context.clearCookies()
  // The app may notice by itself before this is pressed; then there is nothing left to press.
  const isToldSo = page.getByText('Please sign in again').waitFor()
  await Promise.any([page.getByRole('button', { name: 'Refresh' }).click(), isToldSo])
  await isToldSo
  // Nothing of customers is in sight until somebody signs in; then all of it is where it was.
  assert.equal(await carsOf(page).count(), 0)
  await fillSignIn(page, technician, service.passwords.get(technician) ?? '')
  await boardShown(page)
  assert.equal(await page.getByText('Please sign in again').count(), 0)
}

const rememberSettings: Act = async (context, service) => {
  const page = await context.newPage()
  const faults = watch(page, service)
  await page.goto(`${service.plain}/workshop/?lang=en`)
  await fillSignIn(page, technician, service.passwords.get(technician) ?? '')
  await menuLink(page, 'settings').click()
  await page.getByRole('radio', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
  await page.getByRole('radio', { name: 'Dunkel' }).click()
  // Shown from what the device has stored, so that it is stored by now.
  await page.locator('html[data-theme="dark"]').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  assert.equal(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'dark')
  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  // Names of customers have left the device with the person.
  const kept = `new Promise((done) => { const ask = indexedDB.open('walkaround-workshop')
    ask.onsuccess = () => { const count = ask.result.transaction('boards').objectStore('boards').count()
      count.onsuccess = () => done(count.result) } })`
  await until(async () => (await page.evaluate(kept)) === 0)
  assert.deepEqual(
    faults.filter((fault) => !isExpected(fault)),
    [],
  )
}

const followLive: Act = async (context, service) => {
  const { page } = await openApp(context, service)
  await boardShown(page)
  const plate = `LIVE ${Date.now() % 100_000}`
  const answer = await page.request.put(
    `${service.base}/v1/system-clients/demo/service-orders/live-${plate.slice(5)}`,
    {
      headers: { 'x-api-key': service.key },
      data: {
        externalBranchId: 'DE1001',
        description: 'Came while one looked',
        plannedStartTimestamp: new Date().toISOString(),
        vehicle: { numberPlate: plate },
      },
    },
  )
  assert.equal(answer.status(), 201)
  await plateOf(page, plate).waitFor()
}

const walkByKeyboard: Act = async (context, service) => {
  const { page } = await openApp(context, service)
  await boardShown(page)
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('Tab')
  await focusedOf(page, page.getByRole('link', { name: 'Skip to content' })).waitFor()
  for (let turn = 0; turn < 40; turn++) {
    await page.keyboard.press('Tab')
    if ((await focusedOf(page, carsOf(page).getByRole('link')).count()) > 0) break
  }
  assert.equal(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'solid')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/workshop\/surveys\/./)
}

const acts: readonly (readonly [string, Act])[] = [
  ['sign-in tells a wrong password and takes the right one', signIn],
  ['a car is found by its plate and by its branch', findByPlate],
  ['times of a car are those of its site, with the zone, without a network too', readClocks],
  ['an order of the DMS appears by itself', followLive],
  ['the app opens without a network, board and all', openOffline],
  ['a page that was loading when the app became ready for offline use is ready, too', openWhileLoading],
  ['an inspection begun without a network arrives when it is back', keepWorkOffline],
  ['the app says why it cannot work offline', sayWhyNotOffline],
  ['a session that ended takes nothing away', signInAgain],
  ['language and colours are remembered, and signing out forgets the board', rememberSettings],
  ['the board is walked by keyboard', walkByKeyboard],
]

export async function checkWorkshopBoard(check: Check, desk: Desk): Promise<void> {
  for (const [name, act] of acts)
    await check(`workshop: ${name}`, () =>
      inContext(desk, 'plain', landscape, (context) => act(context, desk.service)),
    )
  await checkNotLoaded(check, desk)
  await checkScreens(check, desk)
}
