// One whole video check, every tap counted, and what of it the DMS must read. Holds no check of its own.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import {
  allGoodOf,
  answerOf,
  cardOf,
  givenOf,
  keyOf,
  listRests,
  type NumberId,
  numberOf,
  padOf,
  photoButtonOf,
  type QuestionId,
  type Status,
} from './checklist.ts'
import { cameraOf, shotsOf, shutterOf } from './photos.ts'
import type { Taps } from './taps.ts'
import type { Trusted } from './trust.ts'
import { until } from './workshop.ts'
import { questionsOf, type Survey } from './workshop-survey.ts'

/** The inspection in parts, so that the network can go between any two of them. */
export function inspectionOf(page: Page, { tap }: Taps) {
  const status = async (id: QuestionId, grade: Status) => {
    await tap(answerOf(page, id, grade))
    await givenOf(page, id, grade).waitFor()
  }
  /** After its last number it goes by itself, and the list moves: nobody taps into that. */
  const padGone = () => padOf(page).waitFor({ state: 'detached' })
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const allGood = (name: string) => tap(allGoodOf(section(name)))
  const keys = async (digits: string) => {
    for (const digit of digits) await tap(keyOf(page, digit))
  }
  const isMeasuring = (id: NumberId) =>
    until(async () => (await numberOf(page, id).getAttribute('aria-expanded')) === 'true')
  const measure = async (id: NumberId) => {
    if ((await numberOf(page, id).getAttribute('aria-expanded')) !== 'true') await tap(numberOf(page, id))
    await isMeasuring(id)
  }
  const photo = async (id: QuestionId) => {
    await tap(photoButtonOf(page, id))
    await tap(shutterOf(page))
    await shotsOf(page).first().waitFor()
    await tap(cameraOf(page).getByRole('button', { name: 'Done', exact: true }))
    await cameraOf(page).waitFor({ state: 'detached' })
  }
  return {
    video: async () => {
      await tap(cardOf(page, 'vc.video').getByRole('link', { name: 'Record video' }))
      await tap(page.getByRole('button', { name: 'Start recording' }))
      await page
        .getByText(/safe on this device/)
        .first()
        .waitFor()
      await tap(page.getByRole('button', { name: 'Stop and keep' }))
      // The video is the answer.
      await givenOf(page, 'vc.video', 'green').waitFor()
      await status('vc.testDrive', 'green')
    },
    tyresAndBrakes: async () => {
      await allGood('Tyres')
      await allGood('Brakes')
      await measure('vc.treadFL')
      // A digit more belongs to the next wheel, also where the number could go on.
      await keys('65583249')
      await isMeasuring('vc.padFL')
      await keys('25806075')
      await isMeasuring('vc.brakeFluid')
      await keys('15')
      await padGone()
    },
    underneath: async () => {
      await allGood('Underneath')
      await status('vc.shocks', 'amber')
      await photo('vc.shocks')
    },
    rest: async () => {
      await allGood('Engine bay')
      await measure('vc.battery')
      await keys('95')
      await isMeasuring('vc.coolant')
      await keys('35')
      await padGone()
      await status('vc.airFilter', 'amber')
      await photo('vc.airFilter')
      await allGood('Lights and view')
      await status('vc.faults', 'green')
      await measure('vc.hvSoh')
      await keys('92')
      await padGone()
      await status('vc.chargePort', 'green')
      await status('vc.hvCooling', 'green')
    },
    complete: async () => {
      await tap(page.getByRole('link', { name: 'Finish', exact: true }))
      await tap(page.getByRole('button', { name: 'Complete the inspection' }))
      await page.getByText('This inspection is completed').waitFor()
    },
  }
}

/** A hybrid without a finding, tyres and pads alike on each axle: nothing is tapped that decides nothing. */
export async function inspectFaultless(page: Page, taps: Taps): Promise<void> {
  const { tap } = taps
  const inspection = inspectionOf(page, taps)
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const isOpen = (id: NumberId) =>
    until(async () => (await numberOf(page, id).getAttribute('aria-expanded')) === 'true')
  const keys = async (digits: string) => {
    for (const digit of digits) await tap(keyOf(page, digit))
  }
  /** The pad goes by itself after its last number, and the list moves: nobody taps into that. */
  const allGood = async (name: string) => {
    await padOf(page).waitFor({ state: 'detached' })
    await listRests(page)
    await tap(allGoodOf(section(name)))
  }
  /** Both wheels of both axles: the pad walks, and takes the other wheel of the axle in one tap. */
  const axles = async (kind: 'tread' | 'pad', front: string, rear: string) => {
    await isOpen(`vc.${kind}FL`)
    await keys(front)
    await isOpen(`vc.${kind}FR`)
    await tap(padOf(page).getByRole('button', { name: /^Same as front left/ }))
    await isOpen(`vc.${kind}RL`)
    await keys(rear)
    await isOpen(`vc.${kind}RR`)
    await tap(padOf(page).getByRole('button', { name: /^Same as rear left/ }))
  }
  await inspection.video()
  await axles('tread', '65', '58')
  await allGood('Tyres')
  await axles('pad', '95', '80')
  await allGood('Brakes')
  await isOpen('vc.brakeFluid')
  await keys('15')
  await allGood('Underneath')
  await isOpen('vc.battery')
  await keys('95')
  await allGood('Engine bay')
  await isOpen('vc.coolant')
  await keys('35')
  await allGood('Lights and view')
  await listRests(page)
  await tap(answerOf(page, 'vc.faults', 'green'))
  await isOpen('vc.hvSoh')
  await keys('92')
  await allGood('Electric and hybrid only')
  await tap(page.getByRole('button', { name: 'Complete the inspection' }))
  await page.getByText('This inspection is completed').waitFor()
}

/** As the DMS reads it: everything answered, four findings, the measured values, two photos. */
export async function assertArrived({ asDms }: Trusted, surveyId: string): Promise<void> {
  const path = `/system-clients/demo/surveys/${surveyId}`
  const read = async () => (await asDms<Survey>(path)).body
  await until(async () => (await read()).completed)
  await until(
    async () => questionsOf((await read()).contents).flatMap(({ photos = [] }) => photos).length === 2,
  )
  const questions = questionsOf((await read()).contents)
  assert.equal(questions.filter(({ visible }) => visible !== false).length, 42)
  const selected = new Map(
    questions.map(({ id, answers = [] }) => [id, answers.filter((one) => one.selected)]),
  )
  assert.deepEqual(
    questions.filter(({ id }) => selected.get(id)?.length !== 1).map(({ id }) => id),
    [],
    'every question has one answer',
  )
  const graded = (grade: string) =>
    questions.filter(({ id }) => selected.get(id)?.[0]?.status === grade).map(({ id }) => id)
  assert.deepEqual(graded('red'), ['vc.padFL'])
  assert.deepEqual(graded('amber'), ['vc.treadRL', 'vc.shocks', 'vc.airFilter'])
  const value = (id: string) => Number(selected.get(id)?.[0]?.value)
  const wheels = (kind: string) => ['FL', 'FR', 'RL', 'RR'].map((wheel) => value(`vc.${kind}${wheel}`))
  assert.deepEqual(wheels('tread'), [6.5, 5.8, 3.2, 4.9])
  assert.deepEqual(wheels('pad'), [2.5, 8, 6, 7.5])
  assert.deepEqual(
    ['brakeFluid', 'battery', 'coolant', 'hvSoh'].map((id) => value(`vc.${id}`)),
    [1.5, 95, -35, 92],
  )
}
