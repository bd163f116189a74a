// The board of a busy day: 314 cars, of which only those in sight are drawn. Any of them is found by two taps. Tells how long a
// reload takes, never judges that.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { boardShown, carOf, carsOf, sheetOf } from './board.ts'
import { firstCardsAt, watchFirstCards } from './first-cards.ts'
import type { Trusted } from './trust.ts'
import { assertAccessible, type Service } from './visit.ts'
import { goOffline, goOnline, until, waitUntilOffline } from './workshop.ts'
import { openBoard } from './workshop-survey.ts'

export const cars = 314
/** Requests of the DMS at a time. */
const lanes = 4

/** Of this run alone, however often it is run against one service. */
const stamp = Date.now()
const fleet = `Fleet ${stamp}`
const orderOf = (index: number) => `many-cars-${stamp}-${index}`

/** Nobody has begun with it: all of them are to be received. */
const bodyOf = (index: number) => ({
  externalBranchId: 'DE1001',
  technicianSurveyRelease: true,
  customer: { category: 'legalEntity', name: fleet },
  vehicle: { numberPlate: `MC ${1000 + index}`, make: 'Norvik', model: 'Sund', fuelType: 'hybrid' },
})

export async function putOrders({ asDms }: Trusted, status: number, more: object): Promise<void> {
  const all = Array.from({ length: cars }, (_, index) => index)
  const put = async (lane: number) => {
    for (const index of all.filter((one) => one % lanes === lane)) {
      const answer = await asDms(`/system-clients/demo/service-orders/${orderOf(index)}`, {
        method: 'PUT',
        body: { ...bodyOf(index), ...more },
      })
      assert.equal(answer.status, status)
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => put(lane)))
}

/** From the wish for the page to the first cards, by the clock of the page. */
async function timeReload(page: Page): Promise<number> {
  await page.reload({ waitUntil: 'commit' })
  return firstCardsAt(page)
}

/** A few rows more than a tablet shows in six lanes. */
const mostDrawn = 80
const plateOfLast = `MC ${1000 + cars - 1}`

/** Any car, by two taps besides what is typed; and any that waits for somebody, by its chip. */
async function findAny(page: Page): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.type(plateOfLast)
  const hit = carOf(page, plateOfLast)
  await until(async () => (await carsOf(page).count()) === 1 && (await hit.count()) === 1)
  assert.equal(await page.getByText('Your next car').count(), 0, 'a hit is no advice')
  await hit.getByRole('link').first().click()
  await page.waitForURL(/\/workshop\/surveys\/./)
  await page.goBack()
  await boardShown(page)
  const chip = page.getByRole('button', { name: /^Waits for me/ })
  await chip.click()
  await carsOf(page).first().getByRole('link').first().click()
  await page.waitForURL(/\/workshop\/surveys\/./)
  await page.goBack()
  await boardShown(page)
  // Remembered on this device, until it is tapped again.
  await page.getByRole('button', { name: /^Waits for me/, pressed: true }).click()
}

/** The end of a long lane is drawn when it is scrolled to, and what was above it is not drawn any more. */
async function scrollToTheEnd(page: Page): Promise<void> {
  const lane = page.getByRole('region', { name: /^To receive/ })
  const length = Number(/\d+/.exec((await lane.getByRole('heading', { level: 2 }).textContent()) ?? '')?.[0])
  assert.ok(length >= cars, `${length} cars in the lane`)
  const first = lane.getByRole('listitem').and(page.locator('[aria-posinset="1"]'))
  const last = lane.getByRole('listitem').and(page.locator(`[aria-posinset="${length}"]`))
  assert.deepEqual([await first.count(), await last.count()], [1, 0])
  assert.equal(await first.getAttribute('aria-setsize'), String(length))
  await first.hover()
  await page.mouse.wheel(0, 1_000_000)
  await last.waitFor()
  await until(async () => (await first.count()) === 0)
  assert.ok((await carsOf(page).count()) < mostDrawn)
}

/** What the DMS changed is told by the mark that says so, from what to what. */
async function readChange(page: Page, { asDms }: Trusted): Promise<void> {
  const index = 0
  const { status } = await asDms(`/system-clients/demo/service-orders/${orderOf(index)}`, {
    method: 'PUT',
    body: { ...bodyOf(index), description: 'Brakes squeal' },
  })
  assert.equal(status, 204)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Refresh' }).click()
  const car = carOf(page, `MC ${1000 + index}`)
  await car.getByRole('button', { name: 'DMS changed it' }).click()
  await sheetOf(page).getByText('nothing → Brakes squeal').waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await until(async () => (await car.getByRole('button', { name: 'DMS changed it' }).count()) === 0)
}

export async function openManyCars(
  context: BrowserContext,
  service: Service,
  trusted: Trusted,
): Promise<void> {
  await putOrders(trusted, 201, {})
  try {
    const page = await openBoard(context, service)
    await page
      .getByRole('region', { name: /^To receive/ })
      .getByText(/^3\d\d$/)
      .waitFor()
    assert.ok((await carsOf(page).count()) < mostDrawn, `${await carsOf(page).count()} cards are drawn`)
    await readChange(page, trusted)
    await scrollToTheEnd(page)
    await findAny(page)
    await assertAccessible(page)
    await waitUntilOffline(page)
    await watchFirstCards(page)
    const times = [await timeReload(page), await timeReload(page), await timeReload(page)]
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const slow = await timeReload(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await goOffline(page)
    const offline = await timeReload(page)
    await goOnline(page)
    const told = (ms: number) => `${Math.round(ms)} ms`
    console.log(
      `  the first cards of ${cars} after a reload: ${told(Math.min(...times))} to ${told(Math.max(...times))}, ` +
        `at a quarter of the speed ${told(slow)}, offline ${told(offline)}`,
    )
    await page.setViewportSize({ width: 320, height: 800 })
    await page.evaluate("document.documentElement.style.fontSize = '200%'")
    await page.getByRole('button', { name: /^To receive/ }).click()
    await boardShown(page)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
    await assertAccessible(page)
  } finally {
    await putOrders(trusted, 204, { closed: true })
  }
}
