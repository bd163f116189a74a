// Half a year of ordinary days: about 120 cars that came, were looked at and went, from a seeded generator, so that
// statistics and "last visit" have something to show. Pure.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { BusinessPartner, Vehicle } from '@walkaround/contract/shared.ts'
import { type FourWheels, receptionAnswers, workshopAnswers } from './answers.ts'
import { cars } from './cars.ts'
import type { Catalogue } from './catalogue.ts'
import { customers, regular } from './customers.ts'
import { branches, type StaffId, staff } from './dealership.ts'
import { brakeFluid, findingsOf, linesFrom, offersOn } from './findings.ts'
import { type Job, jobs, linesOf } from './jobs.ts'
import { CURRENCY, numbered, sold } from './lines.ts'
import { type Chance, seeded } from './random.ts'
import type { Step, SurveyOf } from './steps.ts'
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
  /** What the car came for at the first of its visits; chance decides about the others. */
  firstJob?: Job
  /** Old enough for the brake fluid to be due when it first comes. */
  isDueForBrakeFluid?: boolean
  /** At the first of its visits the workshop measured too: what the next one compares with. */
  measured?: { by: StaffId; tread: FourWheels; pad: FourWheels; battery: number; stateOfHealth?: number }
}

export function historySteps(
  clock: WorkshopClock,
  catalogue: Catalogue,
  idOf: (visit: number) => string,
): Step[] {
  const chance = seeded(SEED)
  const guests = [...known, ...Array.from({ length: REGULARS }, (_, index) => newGuest(chance, index))]
  const seen = new Set<Guest>()
  return Array.from({ length: VISITS }, (_, visit) => {
    // Evenly over the weeks, oldest first, so that ids grow with time.
    const day = -WORKING_DAYS + Math.floor((visit * WORKING_DAYS) / VISITS)
    const guest = guests[(visit * 17) % guests.length] ?? chance.pick(guests)
    const isFirst = !seen.has(guest)
    seen.add(guest)
    return visitSteps({ clock, catalogue, chance }, idOf(visit), day, guest, isFirst)
  }).flat()
}

/** Wheels and exhaust fluid half a year ago: both are due again by now, counted from then. */
const wheelsAndFluid: Job = {
  ...jobs.wheels,
  request: 'Change the wheels, and the display asks for exhaust fluid.',
  packages: [...jobs.wheels.packages, 'exhaust-fluid'],
}

/** Some who are here today were here before. */
const known: Guest[] = [
  {
    customer: customers.ewa,
    car: cars.ewa,
    branch: branches.cars,
    advisor: 'lena',
    firstJob: wheelsAndFluid,
    measured: { by: 'mehmet', tread: [6.2, 6.1, 7.3, 7.4], pad: [4.3, 4.1, 8.2, 8.4], battery: 94 },
  },
  { customer: customers.zoe, car: cars.zoe, branch: branches.cars, advisor: 'lena' },
  {
    customer: customers.nikos,
    car: cars.nikos,
    branch: branches.south,
    advisor: 'tomas',
    measured: {
      by: 'agnieszka',
      tread: [4.8, 4.9, 6.3, 6.4],
      pad: [7.6, 7.7, 6.6, 6.5],
      battery: 81,
      stateOfHealth: 93,
    },
  },
  {
    customer: customers.mai,
    car: cars.mai,
    branch: branches.south,
    advisor: 'tomas',
    measured: {
      by: 'agnieszka',
      tread: [6.6, 6.5, 6.1, 6.2],
      pad: [10.2, 10.1, 9.8, 9.9],
      battery: 97,
      stateOfHealth: 95,
    },
  },
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
    isDueForBrakeFluid: years >= 3,
  }
}

interface Stage {
  clock: WorkshopClock
  catalogue: Catalogue
  chance: Chance
}

function visitSteps(stage: Stage, id: string, day: number, guest: Guest, isFirst: boolean): Step[] {
  const { clock, catalogue, chance } = stage
  const hour = chance.between(7, 14)
  const time = (minutes: number) => {
    const total = hour * 60 + 30 + minutes
    return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
  }
  const daysAgo = Math.round((clock.now.getTime() - clock.at(day, '12:00').getTime()) / 86_400_000)
  const mileage = guest.car.mileage - daysAgo * KM_A_DAY
  const vehicle = vehicleOf(clock, { ...guest.car, mileage }, -daysAgo)
  const isElectric = vehicle.fuelType === 'electric'
  const job = (isFirst && guest.firstJob) || jobFor(chance, isElectric)
  const booked = linesOf(job, catalogue, vehicle)
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
    ...(isFirst && guest.measured
      ? { technician: staff[guest.measured.by].person, technicianSurveyRelease: true }
      : {}),
    contents: numbered(booked),
  }
  const sent = clock.at(day - chance.between(1, 5), `${chance.between(9, 16)}:15`.padStart(5, '0'))
  if (!guest.firstJob && chance.is(REJECTED)) {
    return [
      { at: sent, do: 'putOrder', id, order },
      { at: clock.at(day, '17:30'), do: 'putOrder', id, order: { ...order, rejected: true } },
    ]
  }
  const findings = findingsOf(chance, isElectric)
  const visit = { ...stage, vehicle, findings, day }
  const survey: SurveyOf = { orderId: id, type: 'health' }
  const by = guest.advisor
  const answers = receptionAnswers({
    vehicle,
    request: job.request,
    energy: chance.pick(['v2', 'v3', 'v4', 'v5']),
    findings,
    contact: chance.pick(['v1', 'v1', 'v2', 'v4']),
    sign: chance.is(0.1) ? 'v2' : 'v1',
  })
  const check = isFirst ? guest.measured : undefined
  const contents = numbered([...booked.map(sold), ...linesFrom(visit)])
  const quotes = [
    ...offersOn(visit, clock.at(day, time(10)), survey, by),
    ...(isFirst && guest.isDueForBrakeFluid ? brakeFluid(visit, clock.at(day, time(11)), survey) : []),
  ]
  return [
    { at: sent, do: 'putOrder', id, order },
    { at: clock.at(day, time(5)), do: 'inspect', survey, by, answers },
    ...quotes,
    { at: clock.at(day, time(chance.between(12, 25))), do: 'complete', survey, by },
    ...(check ? [measuring(clock.at(day, '16:40'), id, vehicle, check)] : []),
    {
      at: clock.at(day, '17:30'),
      do: 'putOrder',
      id,
      order: { ...order, closed: true, contents },
      ...(quotes.length > 0 ? { isInvoice: true } : {}),
    },
  ]
}

function measuring(
  at: Date,
  orderId: string,
  vehicle: Vehicle,
  { by, ...values }: NonNullable<Guest['measured']>,
): Step {
  const answers = workshopAnswers({ vehicle, ...values })
  return { at, do: 'inspect', survey: { orderId, type: 'VC' }, by, answers }
}

function jobFor(chance: Chance, isElectric: boolean): Job {
  if (isElectric) return chance.pick([jobs.electricService, jobs.wheels, jobs.inspection])
  const { electricService: _, ...others } = jobs
  return chance.pick(Object.values(others))
}
