// Random defects of cars on ordinary days, and what customers decide about them. Pure.
import type { QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { ServiceOrderContentItem } from '@walkaround/contract/dms/service-orders.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { Type } from 'typebox'
import data from '../data/findings.json' with { type: 'json' }
import type { Finding } from './answers.ts'
import { type Catalogue, central } from './catalogue.ts'
import { readData } from './data.ts'
import type { StaffId } from './dealership.ts'
import { approved, declined, on, putOff } from './decisions.ts'
import { deferred, type Line, sold } from './lines.ts'
import type { Chance } from './random.ts'
import { OWN_HEALTH_SURVEY, type Step, type SurveyOf } from './steps.ts'
import type { WorkshopClock } from './workshop-clock.ts'

const Tendency = Type.Object({
  questionId: Type.String(),
  /** Shares of visits. */
  amber: Type.Number(),
  red: Type.Number(),
  comment: Type.Optional(Type.String()),
  /** Offered on the finding; some only on the amber one. */
  packageId: Type.Optional(Type.String()),
  isAmberOnly: Type.Optional(Type.Boolean()),
  /** Without a package the DMS writes its own line. */
  remedy: Type.Optional(ServiceOrderContentItem),
})

const tendencies = readData('findings.json', Type.Array(Tendency), data)

export function findingsOf(chance: Chance, isElectric: boolean): Finding[] {
  return tendencies.flatMap(({ questionId, amber, red, comment }): Finding[] => {
    const draw = chance.next()
    if (draw >= amber + red || (isElectric && questionId === 'h.oil')) return []
    return [{ questionId, answerId: draw < red ? 'bad' : 'adv', comment }]
  })
}

const findingOn = (findings: readonly Finding[], questionId: string): string | undefined =>
  findings.find((one) => one.questionId === questionId)?.answerId

/** Shares of findings that are repaired at once. */
const SOLD = { bad: 0.8, adv: 0.45 }
/** Share of the others that are deferred, not declined. */
const PUT_OFF = 0.5
/** Working days until deferred work is due. */
const LATER = 40

const isSold = (chance: Chance, answerId: string) => chance.is(answerId === 'bad' ? SOLD.bad : SOLD.adv)

interface Visit {
  chance: Chance
  clock: WorkshopClock
  catalogue: Catalogue
  vehicle: Vehicle
  findings: readonly Finding[]
  day: number
}

/** What the advisor offers from the catalogue, and the customer's decision. */
export function offersOn(visit: Visit, at: Date, survey: SurveyOf, by: StaffId): Step[] {
  const { catalogue, vehicle, findings } = visit
  return tendencies.flatMap(({ questionId, packageId, isAmberOnly }): Step[] => {
    const answerId = findingOn(findings, questionId)
    if (!answerId || !packageId || (isAmberOnly && answerId !== 'adv')) return []
    const variant = on(questionId, answerId, catalogue.variantFor(packageId, vehicle))
    return [{ at, do: 'select', survey, by, variant, approval: decision(visit, at, answerId) }]
  })
}

/** What the service proposed because it is due, and the customer's decision. */
export function brakeFluid(visit: Visit, at: Date, survey: SurveyOf): Step[] {
  const packageId = central('brk-fluid')
  return [{ at, do: 'decideDue', survey, packageId, approval: decision(visit, at, 'adv') }]
}

function decision({ chance, clock, day }: Visit, at: Date, answerId: string): QuoteApproval {
  const medium = chance.pick(['direct', 'phone', 'internet'] as const)
  if (isSold(chance, answerId)) return approved(at, medium)
  if (chance.is(PUT_OFF)) return putOff(at, medium, clock.on(day + LATER, '08:00'))
  return declined(at, medium, chance.pick(['tooExpensive', 'inTheService', 'elsewhere']))
}

/** The result of findings without a package: sold the same day, deferred, or declined and so on no line. */
export function linesFrom({ chance, clock, findings, day }: Visit): Line[] {
  return tendencies.flatMap(({ questionId, remedy }) => {
    const answerId = findingOn(findings, questionId)
    if (!answerId || !remedy) return []
    const line: Line = { ...remedy, healthSurveyId: OWN_HEALTH_SURVEY, healthAnswerId: answerId }
    if (isSold(chance, answerId)) return [sold(line)]
    return chance.is(PUT_OFF) ? [deferred(line, clock.on(day + LATER, '08:00'))] : []
  })
}
