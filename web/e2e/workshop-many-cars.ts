// The board of a busy day: 200 cars with their surveys, opened again with a reload. Tells how long it takes, never judges.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { carsOf } from './board.ts'
import type { Trusted } from './trust.ts'
import type { Service } from './visit.ts'
import { goOffline, goOnline, until, waitUntilOffline } from './workshop.ts'
import { openBoard } from './workshop-survey.ts'

const cars = 200
/** Requests of the DMS at a time. */
const lanes = 4

/** Of this run alone, however often it is run against one service. */
const stamp = Date.now()
const fleet = `Fleet ${stamp}`
const orderOf = (index: number) => `many-cars-${stamp}-${index}`

async function putOrders({ asDms }: Trusted, status: number, more: object): Promise<void> {
  const all = Array.from({ length: cars }, (_, index) => index)
  const put = async (lane: number) => {
    for (const index of all.filter((one) => one % lanes === lane)) {
      const answer = await asDms(`/system-clients/demo/service-orders/${orderOf(index)}`, {
        method: 'PUT',
        body: {
          externalBranchId: 'DE1001',
          technicianSurveyRelease: true,
          customer: { category: 'legalEntity', name: fleet },
          vehicle: { numberPlate: `MC ${1000 + index}`, make: 'Norvik', model: 'Sund', fuelType: 'hybrid' },
          ...more,
        },
      })
      assert.equal(answer.status, status)
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => put(lane)))
}

/** From the wish for the page to the last card, by the clock of the page. */
async function timeReload(page: Page): Promise<number> {
  await page.reload({ waitUntil: 'commit' })
  await until(async () => (await carsOf(page).filter({ hasText: fleet }).count()) === cars)
  return page.evaluate<number>('performance.now()')
}

export async function openManyCars(
  context: BrowserContext,
  service: Service,
  trusted: Trusted,
): Promise<void> {
  await putOrders(trusted, 201, {})
  try {
    const page = await openBoard(context, service)
    await until(async () => (await carsOf(page).filter({ hasText: fleet }).count()) === cars)
    await waitUntilOffline(page)
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
      `  the board of ${cars} cars after a reload: ${told(Math.min(...times))} to ${told(Math.max(...times))}, ` +
        `at a quarter of the speed ${told(slow)}, offline ${told(offline)}`,
    )
  } finally {
    await putOrders(trusted, 204, { closed: true })
  }
}
