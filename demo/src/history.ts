// Half a year of ordinary days: about 120 cars that came, were inspected and left, from a seeded generator, so that statistics and
// "last visit" have something to show. Pure.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { BusinessPartner, Vehicle } from '@walkaround/contract/shared.ts'
import { type Static, Type } from 'typebox'
import data from '../data/history.json' with { type: 'json' }
import { receptionAnswers, WorkshopCheck, workshopAnswers } from './answers.ts'
import { cars } from './cars.ts'
import type { Catalogue } from './catalogue.ts'
import { customers, regular } from './customers.ts'
import { nameIn, readData } from './data.ts'
import { branches, staff } from './dealership.ts'
import { brakeFluid, findingsOf, linesFrom, offersOn } from './findings.ts'
import { Job, jobs, linesOf } from './jobs.ts'
import { CURRENCY, numbered, sold } from './lines.ts'
import { type Chance, seeded } from './random.ts'
import type { Step, SurveyOf } from './steps.ts'
import { type Car, models, plate, vehicleOf } from './vehicles.ts'
import type { WorkshopClock } from './workshop-clock.ts'

const SEED = 20_407
const HISTORY_WEEKS = 26
const WORKING_DAYS = HISTORY_WEEKS * 6
const VISITS = 126
/** Share of the visits that were cancelled or missed. */
const REJECTED = 0.05
const REGULARS = 42
const KM_A_DAY = 38
const FIRST_SERIAL = 3001

const KnownGuest = Type.Object({
  customer: nameIn(customers),
  car: nameIn(cars),
  branch: nameIn(branches),
  /** What the car came for at its first visit; the others are random. */
  firstJob: Type.Optional(Job),
  /** At the first visits the workshop also measured: the next one compares with this, and several say when a part is due. */
  measured: Type.Optional(Type.Array(Type.Object({ by: nameIn(staff), ...WorkshopCheck.properties }))),
})

const words = Type.Array(Type.String())
const { guests: known, ...chances } = readData(
  'history.json',
  Type.Object({
    /** Some of today's customers were here before. */
    guests: Type.Array(KnownGuest),
    models: Type.Array(nameIn(models)),
    colours: words,
    plateLetters: words,
  }),
  data,
)

type Guest = Pick<Static<typeof KnownGuest>, 'branch' | 'firstJob' | 'measured'> & {
  customer: BusinessPartner
  car: Car
  /** Old enough for the brake fluid to be due at the first visit. */
  isDueForBrakeFluid?: boolean
}

export function historySteps(
  clock: WorkshopClock,
  catalogue: Catalogue,
  idOf: (visit: number) => string,
): Step[] {
  const chance = seeded(SEED)
  const guests: Guest[] = [
    ...known.map((one) => ({ ...one, customer: customers[one.customer], car: cars[one.car] })),
    ...Array.from({ length: REGULARS }, (_, index) => newGuest(chance, index)),
  ]
  const visitsOf = new Map<Guest, number>()
  return Array.from({ length: VISITS }, (_, visit) => {
    // Evenly over the weeks, oldest first, so that ids grow with time.
    const day = -WORKING_DAYS + Math.floor((visit * WORKING_DAYS) / VISITS)
    const guest = guests[(visit * 17) % guests.length] ?? chance.pick(guests)
    const before = visitsOf.get(guest) ?? 0
    visitsOf.set(guest, before + 1)
    return visitSteps({ clock, catalogue, chance }, idOf(visit), day, guest, before)
  }).flat()
}

function newGuest(chance: Chance, index: number): Guest {
  const isVan = index % 9 === 8
  const isSouth = !isVan && index % 3 === 2
  const years = chance.between(1, 9)
  return {
    customer: regular(index),
    car: {
      model: isVan ? 'cargo' : chance.pick(chances.models),
      serial: FIRST_SERIAL + index,
      ageDays: years * 365 + chance.between(0, 300),
      colour: chance.pick(chances.colours),
      numberPlate: plate(chance.pick(chances.plateLetters), 100 + index * 7),
      mileage: years * chance.between(9, 16) * 1000 + chance.between(0, 999),
    },
    branch: isVan ? 'vans' : isSouth ? 'south' : 'cars',
    isDueForBrakeFluid: years >= 3,
  }
}

interface Stage {
  clock: WorkshopClock
  catalogue: Catalogue
  chance: Chance
}

/** `before`: how often the guest was here already. */
function visitSteps(stage: Stage, id: string, day: number, guest: Guest, before: number): Step[] {
  const { clock, catalogue, chance } = stage
  const isFirst = before === 0
  const check = guest.measured?.[before]
  const { code, advisor: by } = branches[guest.branch]
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
    externalBranchId: code,
    departmentId: 'service',
    serviceOrderType: 'service',
    currency: CURRENCY,
    plannedStartTimestamp: clock.on(day, time(0)),
    description: job.description,
    customer: guest.customer,
    serviceAdvisor: staff[by].person,
    vehicle,
    ...(check ? { technician: staff[check.by].person, technicianSurveyRelease: true } : {}),
    contents: numbered(booked),
  }
  const sent = clock.at(day - chance.between(1, 5), `${chance.between(9, 16)}:15`.padStart(5, '0'))
  const isMissed = !guest.firstJob && chance.is(REJECTED)
  if (isMissed && !check) {
    return [
      { at: sent, do: 'putOrder', id, order },
      { at: clock.at(day, '17:30'), do: 'putOrder', id, order: { ...order, rejected: true } },
    ]
  }
  // A missed visit draws nothing more. One that was measured took place: it draws elsewhere, and all other visits stay as they were.
  const more = isMissed ? seeded(SEED + before) : chance
  const findings = findingsOf(more, isElectric)
  const visit = { ...stage, chance: more, vehicle, findings, day }
  const survey: SurveyOf = { orderId: id, type: 'health' }
  const answers = receptionAnswers(vehicle, {
    request: job.request,
    energy: more.pick(['v2', 'v3', 'v4', 'v5']),
    findings,
    contact: more.pick(['v1', 'v1', 'v2', 'v4']),
    sign: more.is(0.1) ? 'v2' : 'v1',
  })
  const contents = numbered([...booked.map(sold), ...linesFrom(visit)])
  const quotes = [
    ...offersOn(visit, clock.at(day, time(10)), survey, by),
    ...(isFirst && guest.isDueForBrakeFluid ? brakeFluid(visit, clock.at(day, time(11)), survey) : []),
  ]
  return [
    { at: sent, do: 'putOrder', id, order },
    { at: clock.at(day, time(5)), do: 'inspect', survey, by, answers },
    ...quotes,
    { at: clock.at(day, time(more.between(12, 25))), do: 'complete', survey, by },
    ...(check ? [measuring(clock.at(day, '16:40'), id, vehicle, check)] : []),
    {
      at: clock.at(day, '17:30'),
      do: 'putOrder',
      id,
      order: { ...order, closed: true, contents },
      isInvoice: quotes.length > 0 || undefined,
    },
  ]
}

function measuring(
  at: Date,
  orderId: string,
  vehicle: Vehicle,
  { by, ...values }: NonNullable<Guest['measured']>[number],
): Step {
  const answers = workshopAnswers(vehicle, values)
  return { at, do: 'inspect', survey: { orderId, type: 'VC' }, by, answers }
}

function jobFor(chance: Chance, isElectric: boolean): Job {
  if (isElectric) return chance.pick([jobs.electricService, jobs.wheels, jobs.inspection])
  const { electricService: _, ...others } = jobs
  return chance.pick(Object.values(others))
}
