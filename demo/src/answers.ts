// What advisors and technicians found: complete inspections from the few things that were not fine. Pure.

import { GivenAnswer } from '@walkaround/contract/app/edits.ts'
import { choice } from '@walkaround/contract/schema.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { type Static, Type } from 'typebox'

const { questionId, answerId, comment } = GivenAnswer.properties
/** An answer other than "fine", with a note for colleagues. */
export const Finding = Type.Object({ questionId, answerId, comment })
export type Finding = Static<typeof Finding>

const findings = Type.Optional(Type.Array(Finding))
const words = Type.Optional(Type.String())
const number = Type.Optional(Type.Number())

export const Reception = Type.Object({
  /** In the customer's words; if left out, the words of the booked job. */
  request: words,
  /** v1 reserve to v5 full. */
  energy: Type.Optional(choice('', ['v1', 'v2', 'v3', 'v4', 'v5'])),
  belongings: words,
  findings,
  contact: Type.Optional(choice('', ['v1', 'v2', 'v4'])),
  /** Extra work agreed in advance; asked for as soon as something was found. */
  limit: Type.Optional(Type.Object({ answerId: choice('', ['v1', 'v2', 'v3']), comment })),
  /** v2: key box. */
  sign: Type.Optional(choice('', ['v1', 'v2'])),
})

/** Millimetres: front left and right, rear left and right. */
const fourWheels = Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })
export const WorkshopCheck = Type.Object({
  tread: fourWheels,
  pad: fourWheels,
  /** Per cent of the rated cold-start current. */
  battery: number,
  /** Per cent. */
  stateOfHealth: number,
  findings,
})

export const QualityCheck = Type.Object({ findings, remedy: words })

/** "Fine", unless something was found. */
const checkedWith =
  (prefix: string, findings: readonly Finding[] = []) =>
  (name: string): GivenAnswer => {
    const questionId = `${prefix}.${name}`
    return { questionId, answerId: 'ok', ...findings.find((one) => one.questionId === questionId) }
  }

const outside = ['body', 'glass', 'lampsOutside', 'wipers', 'rims', 'tyresLook', 'tyreSeason', 'drips']
const inside = ['climate', 'belts', 'pedal', 'kit']
const bonnet = ['oil', 'coolant', 'brakeFluidLevel', 'battery12']

/** Every question of the reception walk-around, in the order of the template. */
export function receptionAnswers(vehicle: Vehicle, reception: Static<typeof Reception>): GivenAnswer[] {
  const { findings = [], limit = { answerId: 'v1' } } = reception
  const isElectric = vehicle.fuelType === 'electric'
  const checked = checkedWith('h', findings)
  return [
    {
      questionId: 'h.mileage',
      answerId: 'value',
      value: String(vehicle.recordedMileage ?? 0),
      unitOfMeasurement: vehicle.mileageUnit ?? 'km',
    },
    { questionId: 'h.energyLevel', answerId: reception.energy ?? 'v3' },
    { questionId: 'h.request', value: reception.request },
    ...['warningLamps', 'recall', 'earlierDeferred'].map(checked),
    ...outside.map(checked),
    checked('trim'),
    { questionId: 'h.belongings', value: reception.belongings ?? 'none' },
    { questionId: 'h.handedOver', answerId: 'v1' },
    ...(isElectric ? [{ questionId: 'h.handedOver', answerId: 'v6' }] : []),
    ...inside.map(checked),
    ...bonnet.filter((name) => name !== 'oil' || !isElectric).map(checked),
    { questionId: 'h.contact', answerId: reception.contact ?? 'v1' },
    ...(findings.length > 0 ? [{ questionId: 'h.limit', ...limit }] : []),
    { questionId: 'h.oldParts', answerId: 'v2' },
    { questionId: 'h.sign', answerId: reception.sign ?? 'v1' },
  ]
}

/** The advisor's progress: all answers before this question. */
export function until(questionId: string, answers: GivenAnswer[]): GivenAnswer[] {
  const end = answers.findIndex((answer) => answer.questionId === questionId)
  if (end < 0) throw new RangeError(`there is no answer to ${questionId}`)
  return answers.slice(0, end)
}

const WHEELS = ['FL', 'FR', 'RL', 'RR'] as const

/** The band decides the colour. */
const measured = (what: 'tread' | 'pad', values: readonly number[]): GivenAnswer[] =>
  WHEELS.map((wheel, index) => ({ questionId: `vc.${what}${wheel}`, value: String(values[index]) }))

const underneath = [
  'shocks',
  'springs',
  'joints',
  'bushes',
  'bearings',
  'cvBoots',
  'rack',
  'leaks',
  'corrosion',
]

/** The technician's check under the car. Without the video: most cars are not filmed. */
export function workshopAnswers(vehicle: Vehicle, check: Static<typeof WorkshopCheck>): GivenAnswer[] {
  const hasEngine = vehicle.fuelType !== 'electric'
  const isElectrified = vehicle.fuelType === 'electric' || vehicle.fuelType === 'hybrid'
  const checked = checkedWith('vc', check.findings)
  return [
    ...measured('tread', check.tread),
    ...['tyreWear', 'tyreDamage', 'tyreAge', 'tyrePressure'].map(checked),
    ...measured('pad', check.pad),
    ...['discF', 'discR', 'brakeLines', 'parkBrake'].map(checked),
    ...underneath.map(checked),
    ...(hasEngine ? ['exhaust', 'oilState', 'belt', 'airFilter'].map(checked) : []),
    ...(check.battery === undefined ? [] : [{ questionId: 'vc.battery', value: String(check.battery) }]),
    ...['cabinFilter', 'lamps', 'wipers', 'faults'].map(checked),
    ...(isElectrified
      ? [
          { questionId: 'vc.hvSoh', value: String(check.stateOfHealth ?? 96) },
          checked('chargePort'),
          checked('hvCooling'),
        ]
      : []),
  ]
}

const quality = [
  'lines',
  'concern',
  'approved',
  'torque',
  'fluids',
  'leaks',
  'faults',
  'drive',
  'reset',
  'clean',
  'damage',
]

/** The final check before the car is returned; `remedy` is asked for if there was a doubt. */
export function qualityAnswers({ findings, remedy }: Static<typeof QualityCheck>): GivenAnswer[] {
  const checked = checkedWith('qc', findings)
  return [
    ...quality.map(checked),
    ...(remedy === undefined ? [] : [{ questionId: 'qc.remedy', value: remedy }]),
    { questionId: 'qc.release', answerId: remedy === undefined ? 'ok' : 'adv' },
  ]
}
