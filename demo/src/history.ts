// Half a year of ordinary days: about 120 cars that came, were inspected and left, from a seeded generator. They tell what a group sees in
// its figures: two branches offer more and more of what they find and send it to the owner; the third finds as much, offers little and
// hardly ever asks again. Pure.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { BusinessPartner } from '@walkaround/contract/shared.ts'
import { type Static, Type } from 'typebox'
import data from '../data/history.json' with { type: 'json' }
import { receptionAnswers } from './answers.ts'
import { cars } from './cars.ts'
import type { Catalogue } from './catalogue.ts'
import { customers, regular } from './customers.ts'
import { entries, nameIn, readData } from './data.ts'
import { branches, staff } from './dealership.ts'
import { type Found, findOn } from './findings.ts'
import { Job, jobs, linesOf } from './jobs.ts'
import { CURRENCY, numbered, sold } from './lines.ts'
import { brakeFluid, LATER, linesUnasked, offerSteps } from './offers.ts'
import { type Chance, seeded } from './random.ts'
import type { Step, SurveyOf } from './steps.ts'
import { inspecting, Measured, measuring } from './tapping.ts'
import { type Car, models, plate, vehicleOf } from './vehicles.ts'
import type { WorkshopClock } from './workshop-clock.ts'

const SEED = 20_407
const HISTORY_WEEKS = 26
const WORKING_DAYS = HISTORY_WEEKS * 6
const VISITS = 126
/** In the last quarter each tap has its time. */
const TAPPED_DAYS = WORKING_DAYS / 2
/** Share of the visits that were cancelled or missed. */
const REJECTED = 0.05
const REGULARS = 42
/** Shares of the results that were sent: decided on the page, or at least looked at; and of owners who look, who give stars. */
const DECIDES_ONLINE = 0.5
const LOOKS = 0.7
const GIVES_STARS = 0.6
/** Stars come after the decision; sooner, the advisor would be told of them later, which is now. */
const AFTER_MINUTES = 7
const KM_A_DAY = 38
const FIRST_SERIAL = 3001

const KnownGuest = Type.Object({
  customer: nameIn(customers),
  car: nameIn(cars),
  branch: nameIn(branches),
  /** What the car came for at its first visit; the others are random. */
  firstJob: Type.Optional(Job),
  /** At the first visits the workshop also measured: the next one compares with this, and several say when a part is due. */
  measured: Type.Optional(Type.Array(Measured)),
})

const words = Type.Array(Type.String())
const fromTo = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })
const Habits = Type.Object({
  /** Shares at the beginning and at the end of the half-year: of what is found that is offered, and of results that are sent. */
  offers: fromTo,
  sends: fromTo,
  /** From and to. */
  checkMinutes: fromTo,
  resultMinutes: fromTo,
  stars: Type.Array(Type.Integer()),
  /** Share of what was put off of which the customer is reminded. */
  reminds: Type.Number(),
})

const {
  guests: known,
  habits,
  ...chances
} = readData(
  'history.json',
  Type.Object({
    habits: entries(branches, Habits),
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
  /** Of their messages only those of today are in the outbox. */
  comesToday?: true
}

/** What earlier visits leave for the next one. */
interface Past {
  visits: number
  found: readonly Found[]
  isReminded: boolean
}

export function historySteps(
  clock: WorkshopClock,
  catalogue: Catalogue,
  idOf: (visit: number) => string,
): Step[] {
  const chance = seeded(SEED)
  const guests: Guest[] = [
    ...known.map((one) => ({
      ...one,
      customer: customers[one.customer],
      car: cars[one.car],
      comesToday: true as const,
    })),
    ...Array.from({ length: REGULARS }, (_, index) => newGuest(chance, index)),
  ]
  const pastOf = new Map<Guest, Past>()
  return Array.from({ length: VISITS }, (_, visit) => {
    // Evenly over the weeks, oldest first, so that ids grow with time.
    const day = -WORKING_DAYS + Math.floor((visit * WORKING_DAYS) / VISITS)
    const guest = guests[(visit * 17) % guests.length] ?? chance.pick(guests)
    const past = pastOf.get(guest) ?? { visits: 0, found: [], isReminded: false }
    const { steps, ...now } = visitSteps({ clock, catalogue, chance }, idOf(visit), day, guest, past)
    pastOf.set(guest, { ...past, ...now, visits: past.visits + 1 })
    return steps
  }).flat()
}

function newGuest(chance: Chance, index: number): Guest {
  const isVan = index % 6 === 5
  const isSouth = !isVan && index % 5 > 2
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

/** What the visit leaves for the next one, if the car came. */
interface Told extends Partial<Omit<Past, 'visits'>> {
  steps: Step[]
}

function visitSteps(stage: Stage, id: string, day: number, guest: Guest, past: Past): Told {
  const { clock, catalogue, chance } = stage
  const isFirst = past.visits === 0
  const check = guest.measured?.[past.visits]
  const { code, advisor: by } = branches[guest.branch]
  const hour = chance.between(7, 13)
  const time = (minutes: number) => {
    const total = hour * 60 + 30 + minutes
    return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
  }
  const daysAgo = Math.round((clock.now.getTime() - clock.at(day, '12:00').getTime()) / 86_400_000)
  const mileage = guest.car.mileage - daysAgo * KM_A_DAY
  const vehicle = vehicleOf(clock, { ...guest.car, mileage }, -daysAgo)
  const isElectric = vehicle.fuelType === 'electric'
  const job = (isFirst && guest.firstJob) || jobFor(chance, isElectric, guest)
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
    return {
      steps: [
        { at: sent, do: 'putOrder', id, order },
        { at: clock.at(day, '17:30'), do: 'putOrder', id, order: { ...order, rejected: true } },
      ],
    }
  }
  const habit = habits[guest.branch]
  const share = ([from = 0, to = 0]: number[]) => from + (to - from) * (1 + day / WORKING_DAYS)
  const minutes = ([from = 0, to = 0]: number[]) => chance.between(from, to)
  const found = findOn(chance, {
    isElectric,
    offers: share(habit.offers),
    before: past.found,
    isReminded: past.isReminded,
  })
  const findings = found.map(({ finding }) => finding)
  const survey: SurveyOf = { orderId: id, type: 'health' }
  const answers = receptionAnswers(vehicle, {
    request: job.request,
    energy: chance.pick(['v2', 'v3', 'v4', 'v5']),
    findings,
    contact: chance.pick(['v1', 'v1', 'v2', 'v4']),
    sign: chance.is(0.1) ? 'v2' : 'v1',
  })
  const completed = 5 + minutes(habit.checkMinutes)
  const told = completed + minutes(habit.resultMinutes)
  const decided = told + chance.between(9, 75)
  // All are drawn, whatever becomes of them: a change of one visit leaves the others as they are.
  const [sends, decides, looks, gives, reminds] = [
    chance.is(share(habit.sends)),
    chance.is(DECIDES_ONLINE),
    chance.is(LOOKS),
    chance.is(GIVES_STARS),
    chance.is(habit.reminds),
  ]
  const given = chance.pick(habit.stars)
  const inPerson = chance.pick(['direct', 'direct', 'phone'] as const)
  const isSent = sends && !guest.comesToday
  const isOnline = isSent && decides
  const isSeen = isOnline || looks
  const stars = gives ? given : undefined
  const at = (after: number) => clock.at(day, time(after))
  const visit = {
    ...{ clock, catalogue, vehicle, survey, by, found, day },
    medium: isOnline ? ('internet' as const) : inPerson,
    offeredAt: at(completed - 2),
    decidedAt: at(decided),
  }
  const quotes = [
    ...offerSteps(visit),
    ...(isFirst && guest.isDueForBrakeFluid ? brakeFluid(visit, chance) : []),
  ]
  const isReminded = reminds && !guest.comesToday && found.some(({ said }) => said === 'deferred')
  const reminded = day + LATER - 3
  return {
    found,
    isReminded,
    steps: [
      { at: sent, do: 'putOrder', id, order },
      ...inspecting({ at: at(5), survey, by, answers, findings }, day > -TAPPED_DAYS),
      ...quotes,
      { at: at(completed), do: 'complete', survey, by },
      ...(isSent ? [{ at: at(told), do: 'send', survey, by } as const] : []),
      ...(isSent && isSeen
        ? [{ at: at(decided + AFTER_MINUTES), do: 'ownerVisit', survey, stars } as const]
        : []),
      ...(check ? [measuring(clock.at(day, '16:40'), id, vehicle, check)] : []),
      {
        at: clock.at(day, '17:30'),
        do: 'putOrder',
        id,
        order: { ...order, closed: true, contents: numbered([...booked.map(sold), ...linesUnasked(found)]) },
        isInvoice: quotes.length > 0 || undefined,
      },
      ...(isReminded && reminded < 0
        ? [
            { at: clock.at(reminded, '10:20'), do: 'remind', survey, by } as const,
            ...(isSeen
              ? [{ at: clock.at(reminded, '18:05'), do: 'ownerVisit', survey, stars: undefined } as const]
              : []),
          ]
        : []),
    ],
  }
}

/** What is due for today's customers is not done a few weeks before. */
function jobFor(chance: Chance, isElectric: boolean, { comesToday }: Guest): Job {
  if (isElectric) return chance.pick([jobs.electricService, jobs.wheels, jobs.inspection])
  const { electricService: _, ...others } = jobs
  const job = chance.pick(Object.values(others))
  return comesToday && job === jobs.largeService ? jobs.inspection : job
}
