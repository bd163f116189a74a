// What advisors and technicians found: whole inspections from the few things that were not fine. Pure.
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { GivenAtCar } from '../features/surveys/give-answers.ts'

/** Question → the answer that is not "fine", with a word for colleagues. */
export type Findings = Readonly<Record<string, { answerId: string; comment?: string }>>

export const advise = (comment?: string) => ({ answerId: 'adv', ...(comment ? { comment } : {}) })
export const urgent = (comment?: string) => ({ answerId: 'bad', ...(comment ? { comment } : {}) })

const outside = ['body', 'glass', 'lampsOutside', 'wipers', 'rims', 'tyresLook', 'tyreSeason', 'drips']
const inside = ['climate', 'belts', 'pedal', 'kit']
const bonnet = ['oil', 'coolant', 'brakeFluidLevel', 'battery12']

export interface Reception {
  vehicle: Vehicle
  request: string
  /** v1 reserve to v5 full. */
  energy?: 'v1' | 'v2' | 'v3' | 'v4' | 'v5'
  belongings?: string
  findings?: Findings
  contact?: 'v1' | 'v2' | 'v4'
  /** Extra work agreed in advance; asked for as soon as something was found. */
  limit?: { answerId: 'v1' | 'v2' | 'v3'; comment?: string }
  /** v2: key box. */
  sign?: 'v1' | 'v2'
}

/** Every question of the reception walk-around, in the order of the template. */
export function receptionAnswers(reception: Reception): GivenAtCar[] {
  const { vehicle, findings = {}, limit = { answerId: 'v1' } } = reception
  const isElectric = vehicle.fuelType === 'electric'
  const checked = (name: string): GivenAtCar => {
    const questionId = `h.${name}`
    return { questionId, answerId: 'ok', ...findings[questionId] }
  }
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
    ...(Object.keys(findings).length > 0 ? [{ questionId: 'h.limit', ...limit }] : []),
    { questionId: 'h.oldParts', answerId: 'v2' },
    { questionId: 'h.sign', answerId: reception.sign ?? 'v1' },
  ]
}

/** As far as the advisor has come: up to and without this question. */
export function until(questionId: string, answers: GivenAtCar[]): GivenAtCar[] {
  const end = answers.findIndex((answer) => answer.questionId === questionId)
  if (end < 0) throw new RangeError(`there is no answer to ${questionId}`)
  return answers.slice(0, end)
}

const WHEELS = ['FL', 'FR', 'RL', 'RR'] as const
export type FourWheels = readonly [number, number, number, number]

/** Millimetres; the band decides the colour. */
export function measured(what: 'tread' | 'pad', values: FourWheels): GivenAtCar[] {
  return WHEELS.map((wheel, index) => ({ questionId: `vc.${what}${wheel}`, value: String(values[index]) }))
}

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

/** The technician's check under the car. The video is not among it: most cars are not filmed. */
export function workshopAnswers(check: {
  vehicle: Vehicle
  tread: FourWheels
  pad: FourWheels
  /** Per cent of the rated cold-start current. */
  battery?: number
  /** Per cent. */
  stateOfHealth?: number
  findings?: Findings
}): GivenAtCar[] {
  const { vehicle, findings = {} } = check
  const hasEngine = vehicle.fuelType !== 'electric'
  const isElectrified = vehicle.fuelType === 'electric' || vehicle.fuelType === 'hybrid'
  const checked = (name: string): GivenAtCar => {
    const questionId = `vc.${name}`
    return { questionId, answerId: 'ok', ...findings[questionId] }
  }
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

/** The last look before the car goes back; `remedy` is asked for when there was a doubt. */
export function qualityAnswers(findings: Findings = {}, remedy?: string): GivenAtCar[] {
  const checked = (name: string): GivenAtCar => {
    const questionId = `qc.${name}`
    return { questionId, answerId: 'ok', ...findings[questionId] }
  }
  return [
    ...quality.map(checked),
    ...(remedy === undefined ? [] : [{ questionId: 'qc.remedy', value: remedy }]),
    { questionId: 'qc.release', answerId: remedy === undefined ? 'ok' : 'adv' },
  ]
}
