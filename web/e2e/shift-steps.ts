// What is done to a car in a shift, step by step: answers, readings, photos of their own, a video, and the end. Holds no check of its
// own.
import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import template from '../../server/data/templates/vc.json' with { type: 'json' }
import {
  answerOf,
  cardOf,
  givenOf,
  keyOf,
  listRests,
  type NumberId,
  numberOf,
  photoButtonOf,
  type QuestionId,
  type Status,
} from './checklist.ts'
import { cameraOf, shotsOf } from './photos.ts'
import { type Car, kindOf, type Lots, readings } from './shift-cars.ts'
import type { Taps } from './taps.ts'
import { inspectionOf } from './whole-inspection.ts'
import { until } from './workshop.ts'

/** One thing that a person does. What the tablet did not keep is done again. */
export interface Step {
  readonly act: (page: Page, taps: Taps) => Promise<void>
  readonly isDone: (page: Page) => Promise<boolean>
  /** The tablet has said that it is kept: it must be there whatever happens. */
  readonly isKept?: true
}

export const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Every picture is another one, with an edge to look at. */
async function makePicture(number: number): Promise<Buffer> {
  const background = { r: (number * 37) % 256, g: (number * 91) % 256, b: (number * 151) % 256 }
  const square = { create: { width: 80, height: 60, channels: 3 as const, background: 'white' } }
  return sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .composite([{ input: square, left: number % 200, top: (number * 7) % 150 }])
    .jpeg()
    .toBuffer()
}

/** Keeps what a recorder gives, before the app has it. */
export const listenToRecorder = `(() => {
  const Recorder = window.MediaRecorder
  window.MediaRecorder = class extends Recorder {
    constructor(...given) {
      super(...given)
      window.recorded = []
      this.addEventListener('dataavailable', ({ data }) => window.recorded.push(data))
    }
  }
})()`
async function readRecorded(page: Page): Promise<Buffer> {
  const text = await page.evaluate<string>(`new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onerror = () => fail(reader.error)
    reader.onload = () => done(reader.result)
    reader.readAsDataURL(new Blob(window.recorded))
  })`)
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64')
}

function stepOfQuestion(car: Car, id: string, lots: Lots): Step {
  const reading = readings[kindOf(id)]
  if (reading) {
    const [digits, value, status] = lots.of(reading)
    const field = (page: Page) => numberOf(page, id as NumberId)
    return {
      act: async (page, { tap }) => {
        await listRests(page)
        if ((await field(page).getAttribute('aria-expanded')) !== 'true') await tap(field(page))
        await until(async () => (await field(page).getAttribute('aria-expanded')) === 'true')
        for (const digit of digits) await tap(keyOf(page, digit))
        await numberOf(page, id as NumberId, status).waitFor()
        car.given.set(id, { status, value })
      },
      isDone: async (page) => (await numberOf(page, id as NumberId, status).count()) > 0,
    }
  }
  const status = lots.of<Status>(['green', 'green', 'green', 'green', 'amber', 'red'])
  return {
    act: async (page, { tap }) => {
      await listRests(page)
      await tap(answerOf(page, id as QuestionId, status))
      await givenOf(page, id as QuestionId, status).waitFor()
      car.given.set(id, { status })
    },
    isDone: async (page) => (await givenOf(page, id as QuestionId, status).count()) > 0,
  }
}

function stepOfPhoto(car: Car, id: QuestionId, number: number): Step {
  const taken = () => car.photos.get(id) ?? []
  return {
    act: async (page, { tap }) => {
      const buffer = await makePicture(number)
      await tap(photoButtonOf(page, id))
      const before = await shotsOf(page).count()
      await cameraOf(page)
        .getByLabel('Camera app or pictures', { exact: true })
        .setInputFiles({ name: `${number}.jpg`, mimeType: 'image/jpeg', buffer })
      await until(async () => (await shotsOf(page).count()) > before)
      car.photos.set(id, [...taken(), hash(buffer)])
      await tap(cameraOf(page).getByRole('button', { name: 'Done', exact: true }))
      await cameraOf(page).waitFor({ state: 'detached' })
    },
    isDone: async (page) =>
      (await cardOf(page, id)
        .getByText(new RegExp(`\\b${taken().length} photos?$`))
        .count()) > 0,
    isKept: true,
  }
}

const questionIds = template.contents.flatMap(({ contents }) => contents.map(({ id }): string => id))
const isAsked = (car: Car, id: string) =>
  car.fuelType === 'hybrid' || !['vc.hvSoh', 'vc.chargePort', 'vc.hvCooling'].includes(id)

/** Everything that is done to a car, in the order of the list; photos right after the question they show. */
export function stepsOf(car: Car, lots: Lots, numbers: readonly number[]): Step[] {
  const video: Step = {
    act: async (page, taps) => {
      await inspectionOf(page, taps).video()
      car.video = await readRecorded(page)
      car.given.set('vc.video', { status: 'green' })
      car.given.set('vc.testDrive', { status: 'green' })
    },
    isDone: async (page) => (await givenOf(page, 'vc.video', 'green').count()) > 0,
    isKept: true,
  }
  const ids = questionIds.filter((id) => isAsked(car, id))
  const asked = ids.filter((id) => id !== 'vc.video' && id !== 'vc.testDrive')
  const shown = asked.filter((id) => readings[kindOf(id)] === undefined)
  const photosOf = new Map<string, number[]>()
  for (const number of numbers) {
    const id = lots.of(shown)
    photosOf.set(id, [...(photosOf.get(id) ?? []), number])
  }
  return [
    video,
    ...asked.flatMap((id) => [
      stepOfQuestion(car, id, lots),
      ...(photosOf.get(id) ?? []).map((number) => stepOfPhoto(car, id as QuestionId, number)),
    ]),
    {
      act: (page, taps) => inspectionOf(page, taps).complete(),
      isDone: async (page) => {
        await page.getByRole('link', { name: /^(Finish|Result)$/ }).waitFor()
        return (await page.getByRole('link', { name: 'Result', exact: true }).count()) > 0
      },
    },
  ]
}
