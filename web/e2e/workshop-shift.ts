// A whole shift at one tablet: cars of the DMS and cars begun while it was away, every question tapped, photos, videos; the network is
// cut and the tablet killed at places drawn by lot. At the end everything is compared with what was tapped and taken.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { boardShown, openCar } from './board.ts'
import { cardOf, checklistShown } from './checklist.ts'
import { compare } from './shift-arrived.ts'
import { type Car, type Lots, lotsFrom, sendOrder } from './shift-cars.ts'
import { listenToRecorder, stepsOf } from './shift-steps.ts'
import type { Tablet } from './tablet.ts'
import type { Taps } from './taps.ts'
import { type Check, type Desk, landscape } from './visit.ts'
import {
  enter,
  goOffline,
  goOnline,
  technician,
  until,
  waitForTemplates,
  waitUntilOffline,
} from './workshop.ts'

interface Shift {
  readonly cars: number
  readonly photos: number
  readonly cuts: number
  readonly kills: number
}

/** So many places, one in each part of the way: when it begins, and how many steps it lasts. */
function drawLots(lots: Lots, steps: number, count: number): Map<number, number> {
  const part = steps / count
  return new Map(
    Array.from({ length: count }, (_, index) => [
      Math.floor(index * part) + lots.below(Math.max(1, Math.floor(part / 2))),
      1 + lots.below(Math.max(1, Math.floor(part / 2))),
    ]),
  )
}

/** Seen from the tablet: the network is there, or not; it runs, or was killed. */
class Workplace {
  readonly #desk: Desk
  readonly #folder: string
  #tablet: Tablet | undefined
  #isCut = false
  #taps = 0
  readonly taps: Taps = {
    count: () => this.#taps,
    tap: async (target) => {
      await target.click()
      this.#taps += 1
    },
    list: async () => [],
    times: async () => '',
  }

  constructor(desk: Desk, folder: string) {
    this.#desk = desk
    this.#folder = folder
  }

  get page(): Page {
    assert.ok(this.#tablet, 'the tablet is off')
    return this.#tablet.page
  }

  async start(path: string): Promise<void> {
    const { service } = this.#desk
    this.#tablet = await this.#desk.startTablet(this.#folder, landscape.viewport)
    const { context, page } = this.#tablet
    await enter(context, service, service.plain, technician)
    await page.addInitScript(listenToRecorder)
    if (this.#isCut) await context.setOffline(true)
    await page.goto(`${service.plain}/workshop/${path}`)
  }

  async cut(): Promise<void> {
    this.#isCut = true
    await goOffline(this.page)
  }

  async connect(): Promise<void> {
    if (!this.#isCut) return
    this.#isCut = false
    await goOnline(this.page)
  }

  async kill(): Promise<void> {
    await this.#tablet?.kill()
    this.#tablet = undefined
  }
}

/** Gives how it went, in words. */
async function workShift(desk: Desk, shift: Shift, folder: string): Promise<string> {
  const { service, trusted } = desk
  const lots = lotsFrom(20_261_118)
  const number = Date.now() % 100_000
  const cars = Array.from({ length: shift.cars }, (_, index): Car => {
    const isByHand = index % 2 === 1
    const plate = `SH ${number}${String(index).padStart(2, '0')}`
    return {
      plate,
      orderId: `${isByHand ? 'later' : 'shift'}-${number}-${index}`,
      isByHand,
      fuelType: isByHand ? 'petrol' : 'hybrid',
      surveyId: '',
      given: new Map(),
      photos: new Map(),
      video: Buffer.alloc(0),
    }
  })
  for (const car of cars) if (!car.isByHand) await sendOrder(trusted, car)
  const work = cars.map((car, index) => {
    const [from, to] = [index, index + 1].map((part) => Math.round((part * shift.photos) / shift.cars))
    const numbers = Array.from({ length: (to ?? 0) - (from ?? 0) }, (_, one) => (from ?? 0) + one)
    return { car, steps: stepsOf(car, lots, numbers) }
  })
  const total = work.reduce((sum, { steps }) => sum + steps.length, 0)
  const [cuts, kills] = [drawLots(lots, total, shift.cuts), drawLots(lots, total, shift.kills)]
  const tablet = new Workplace(desk, folder)
  const began = performance.now()
  let [step, cutFor, again] = [0, 0, 0]
  await tablet.start('')
  await boardShown(tablet.page)
  await waitUntilOffline(tablet.page)
  await waitForTemplates(tablet.page)
  for (const { car, steps } of work) {
    await tablet.page.goto(`${service.plain}/workshop/`)
    await (car.isByHand ? beginByHand : openFromBoard)(tablet.page, car)
    const returns = lots.below(steps.length)
    for (const [index, { act, isDone, isKept }] of steps.entries()) {
      // The DMS is back, in the middle of the work, and has given the car a number of its own.
      if (car.isByHand && index === returns) await sendOrder(trusted, car)
      if (cutFor > 0 && --cutFor === 0) await tablet.connect()
      const length = cuts.get(step)
      if (length !== undefined) {
        await tablet.connect()
        await tablet.cut()
        cutFor = length
      }
      await act(tablet.page, tablet.taps)
      if (kills.has(step)) {
        await tablet.kill()
        await tablet.start(`surveys/${car.surveyId}`)
        await checklistShown(tablet.page)
        await until(() => cardIsThere(tablet.page))
        if (!(await isDone(tablet.page))) {
          assert.ok(!isKept, `step ${step} was said to be kept`)
          again += 1
          await act(tablet.page, tablet.taps)
        }
      }
      step += 1
    }
  }
  await tablet.connect()
  const worked = (performance.now() - began) / 60_000
  await tablet.page.goto(`${service.plain}/workshop/sync`)
  await until(async () => (await tablet.page.getByText('Everything is on the server').count()) > 0, 600_000)
  for (const car of cars) await compare(desk, car)
  await tablet.kill()
  return (
    `${cars.length} cars, ${tablet.taps.count()} taps, ${shift.photos} photos, ${cars.length} videos, ${cuts.size} cuts of the ` +
    `network, ${kills.size} kills of the tablet in ${worked.toFixed(1)} min: 0 lost, 0 doubled; ${again} taps within the kill were ` +
    'given again'
  )
}

const cardIsThere = async (page: Page) => (await cardOf(page, 'vc.testDrive').count()) > 0

async function openFromBoard(page: Page, car: Car): Promise<void> {
  await boardShown(page)
  await (await openCar(page, car.plate)).getByRole('link', { name: /^Video check/ }).click()
  await checklistShown(page)
  car.surveyId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function beginByHand(page: Page, car: Car): Promise<void> {
  await page.getByRole('link', { name: 'New inspection' }).click()
  await page.getByLabel('Number plate').fill(car.plate)
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await checklistShown(page)
  car.surveyId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

export async function checkWorkshopShift(check: Check, desk: Desk): Promise<void> {
  const run = async (shift: Shift) => {
    const folder = await mkdtemp(join(tmpdir(), 'walkaround-tablet-'))
    try {
      console.log(`  ${await workShift(desk, shift, folder)}`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  await check('shift: two cars, cut off and killed', () => run({ cars: 2, photos: 8, cuts: 4, kills: 2 }))
  await check(
    'shift: twelve cars, cut off thirty times and killed ten times',
    () => run({ cars: 12, photos: 90, cuts: 30, kills: 10 }),
    true,
  )
}
