// Half a year of ordinary days: about 120 cars that came, were looked at and went, from a seeded generator, so that
// statistics and "last visit" have something to show. Pure.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { BusinessPartner } from '@walkaround/contract/shared.ts'
import { type Findings, receptionAnswers } from './answers.ts'
import { cars } from './cars.ts'
import { customers, regular } from './customers.ts'
import { branches, type StaffId, staff } from './dealership.ts'
import { CURRENCY, deferred, type Job, jobs, type Line, labour, numbered, part, sold } from './lines.ts'
import { type Chance, seeded } from './random.ts'
import { OWN_HEALTH_SURVEY, type Step, type SurveyOf } from './steps.ts'
import { type Car, type ModelId, plate, vehicleOf } from './vehicles.ts'
import type { WorkshopClock } from './workshop-clock.ts'

const SEED = 20_407
export const HISTORY_WEEKS = 26
const WORKING_DAYS = HISTORY_WEEKS * 6
const VISITS = 126
/** Of the visits: called off, or nobody came. */
const REJECTED = 0.05
const REGULARS = 42
const KM_A_DAY = 38
const FIRST_SERIAL = 3001

interface Guest {
  customer: BusinessPartner
  car: Car
  branch: string
  advisor: StaffId
}

export function historySteps(clock: WorkshopClock, idOf: (visit: number) => string): Step[] {
  const chance = seeded(SEED)
  const guests = [...known, ...Array.from({ length: REGULARS }, (_, index) => newGuest(chance, index))]
  return Array.from({ length: VISITS }, (_, visit) => {
    // Evenly over the weeks, oldest first, so that ids grow with time.
    const day = -WORKING_DAYS + Math.floor((visit * WORKING_DAYS) / VISITS)
    const guest = guests[(visit * 17) % guests.length] ?? chance.pick(guests)
    return visitSteps(clock, chance, idOf(visit), day, guest)
  }).flat()
}

/** Some who are here today were here before. */
const known: Guest[] = [
  { customer: customers.ewa, car: cars.ewa, branch: branches.cars, advisor: 'lena' },
  { customer: customers.zoe, car: cars.zoe, branch: branches.cars, advisor: 'lena' },
  { customer: customers.nikos, car: cars.nikos, branch: branches.south, advisor: 'tomas' },
  { customer: customers.mai, car: cars.mai, branch: branches.south, advisor: 'tomas' },
  { customer: customers.hannah, car: cars.hannah, branch: branches.cars, advisor: 'lena' },
]

const carModels: readonly ModelId[] = ['fjell', 'lund', 'lund', 'sund', 'lyn', 'piccolo', 'piccolo', 'viola']
const colours = ['White', 'Black', 'Silver', 'Slate grey', 'Blue', 'Red', 'Forest green']
const letters = ['AH', 'BK', 'DM', 'FS', 'GT', 'HR', 'KL', 'MP']

function newGuest(chance: Chance, index: number): Guest {
  const isVan = index % 9 === 8
  const isSouth = !isVan && index % 3 === 2
  const years = chance.between(1, 9)
  return {
    customer: regular(index),
    car: {
      model: isVan ? 'cargo' : chance.pick(carModels),
      serial: FIRST_SERIAL + index,
      ageDays: years * 365 + chance.between(0, 300),
      colour: chance.pick(colours),
      numberPlate: plate(chance.pick(letters), 100 + index * 7),
      mileage: years * chance.between(9, 16) * 1000 + chance.between(0, 999),
    },
    branch: isVan ? branches.vans : isSouth ? branches.south : branches.cars,
    advisor: isSouth ? 'tomas' : 'lena',
  }
}

function visitSteps(clock: WorkshopClock, chance: Chance, id: string, day: number, guest: Guest): Step[] {
  const hour = chance.between(7, 14)
  const time = (minutes: number) => {
    const total = hour * 60 + 30 + minutes
    return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
  }
  const daysAgo = Math.round((clock.now.getTime() - clock.at(day, '12:00').getTime()) / 86_400_000)
  const mileage = guest.car.mileage - daysAgo * KM_A_DAY
  const vehicle = vehicleOf(clock, { ...guest.car, mileage }, -daysAgo)
  const job = jobFor(chance, vehicle.fuelType === 'electric')
  const order: ServiceOrder = {
    externalId: id.replace('SO', 'R'),
    externalBranchId: guest.branch,
    departmentId: 'service',
    serviceOrderType: 'service',
    currency: CURRENCY,
    plannedStartTimestamp: clock.on(day, time(0)),
    description: job.description,
    customer: guest.customer,
    serviceAdvisor: staff[guest.advisor].person,
    vehicle,
    contents: numbered(job.lines),
  }
  const sent = clock.at(day - chance.between(1, 5), `${chance.between(9, 16)}:15`.padStart(5, '0'))
  const isRejected = chance.is(REJECTED)
  const findings = findingsOf(chance, vehicle.fuelType === 'electric')
  const lines = isRejected ? [] : linesFrom(clock, chance, day, findings)
  if (isRejected) {
    return [
      { at: sent, do: 'putOrder', id, order },
      { at: clock.at(day, '17:30'), do: 'putOrder', id, order: { ...order, rejected: true } },
    ]
  }
  const survey: SurveyOf = { orderId: id, type: 'health' }
  return [
    { at: sent, do: 'putOrder', id, order },
    {
      at: clock.at(day, time(5)),
      do: 'inspect',
      survey,
      by: guest.advisor,
      answers: receptionAnswers({
        vehicle,
        request: job.request,
        energy: chance.pick(['v2', 'v3', 'v4', 'v5']),
        findings,
        contact: chance.pick(['v1', 'v1', 'v2', 'v4']),
        sign: chance.is(0.1) ? 'v2' : 'v1',
      }),
    },
    { at: clock.at(day, time(chance.between(12, 25))), do: 'complete', survey, by: guest.advisor },
    {
      at: clock.at(day, '17:30'),
      do: 'putOrder',
      id,
      order: { ...order, closed: true, contents: numbered([...job.lines.map(sold), ...lines]) },
    },
  ]
}

function jobFor(chance: Chance, isElectric: boolean): Job {
  if (isElectric) return chance.pick([jobs.electricService, jobs.wheels, jobs.inspection])
  const { electricService: _, ...others } = jobs
  return chance.pick(Object.values(others))
}

interface Tendency {
  questionId: string
  /** Shares of visits. */
  amber: number
  red: number
  comment?: string
  remedy?: Line
}

const tendencies: readonly Tendency[] = [
  { questionId: 'h.warningLamps', amber: 0.14, red: 0.02 },
  { questionId: 'h.recall', amber: 0.05, red: 0.01 },
  { questionId: 'h.body', amber: 0.2, red: 0.03, comment: 'Marked on the drawing' },
  {
    questionId: 'h.glass',
    amber: 0.06,
    red: 0.02,
    remedy: labour('64-300', 'Windscreen chip, fill', 0.7, 'glass'),
  },
  {
    questionId: 'h.lampsOutside',
    amber: 0.06,
    red: 0.04,
    remedy: part('LB-0055', 'Bulb H7', 1, 12_40, { group: 'electrical' }),
  },
  {
    questionId: 'h.wipers',
    amber: 0.2,
    red: 0.05,
    remedy: part('WB-6110', 'Wiper blades, front pair', 1, 38_90, { group: 'wear' }),
  },
  { questionId: 'h.rims', amber: 0.1, red: 0 },
  {
    questionId: 'h.tyresLook',
    amber: 0.16,
    red: 0.05,
    remedy: part('TY-2055', 'Tyre 205/55 R16', 2, 94_00, { group: 'tyres' }),
  },
  { questionId: 'h.drips', amber: 0.04, red: 0.01 },
  {
    questionId: 'h.climate',
    amber: 0.07,
    red: 0.01,
    remedy: labour('64-010', 'Air conditioning, check and refill', 0.9),
  },
  { questionId: 'h.pedal', amber: 0.04, red: 0.01 },
  {
    questionId: 'h.oil',
    amber: 0.08,
    red: 0.01,
    remedy: part('OIL-0W30', 'Engine oil 0W-30', 1, 16_90, { unit: 'l' }),
  },
  {
    questionId: 'h.battery12',
    amber: 0.07,
    red: 0.01,
    remedy: part('BA-0070', 'Battery 12 V 70 Ah', 1, 148_00, { group: 'electrical' }),
  },
]

function findingsOf(chance: Chance, isElectric: boolean): Findings {
  const findings: Record<string, { answerId: string; comment?: string }> = {}
  for (const { questionId, amber, red, comment } of tendencies) {
    const draw = chance.next()
    if (draw >= amber + red || (isElectric && questionId === 'h.oil')) continue
    findings[questionId] = { answerId: draw < red ? 'bad' : 'adv', ...(comment ? { comment } : {}) }
  }
  return findings
}

/** What became of the findings: sold the same day, put off, or declined and so on no line at all. */
function linesFrom(clock: WorkshopClock, chance: Chance, day: number, findings: Findings): Line[] {
  return tendencies.flatMap(({ questionId, remedy }) => {
    const finding = findings[questionId]
    if (!finding || !remedy) return []
    const line: Line = { ...remedy, healthSurveyId: OWN_HEALTH_SURVEY, healthAnswerId: finding.answerId }
    if (chance.is(finding.answerId === 'bad' ? 0.8 : 0.45)) return [sold(line)]
    return chance.is(0.5) ? [deferred(line, clock.on(day + 40, '08:00'))] : []
  })
}
