// What is offered on ordinary days, and how the customer answers: at the counter, by telephone, or on the owner's page after the result
// was sent. Pure.
import type { QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { type Catalogue, central } from './catalogue.ts'
import type { StaffId } from './dealership.ts'
import { approved, declined, on, putOff } from './decisions.ts'
import type { Found } from './findings.ts'
import { type Line, sold } from './lines.ts'
import type { Chance } from './random.ts'
import { OWN_HEALTH_SURVEY, type OwnerDecision, type OwnQuote, type Step, type SurveyOf } from './steps.ts'
import type { WorkshopClock } from './workshop-clock.ts'

/** Working days until deferred work is due. */
export const LATER = 40

export interface Visit {
  clock: WorkshopClock
  catalogue: Catalogue
  vehicle: Vehicle
  survey: SurveyOf
  by: StaffId
  /** When the advisor offers it, and when the customer decides. */
  offeredAt: Date
  decidedAt: Date
  /** A customer decides on the page once they have the result, or tells the advisor at once. */
  medium: 'direct' | 'phone' | 'internet'
  found: readonly Found[]
  day: number
}

const isOffered = ({ said }: Found) => said !== undefined

export function offerSteps(visit: Visit): Step[] {
  const { survey, by, offeredAt: at, decidedAt, medium } = visit
  const offered = visit.found.filter(isOffered)
  const isOnline = medium === 'internet'
  const offers = offered.map((one): Step => {
    const approval = isOnline ? undefined : approvalOf(visit, one, at)
    if (one.packageId !== undefined)
      return { at, do: 'select', survey, by, variant: variantOf(visit, one), approval }
    const quote = { ...quoteOf(one), ...approval }
    return { at, do: 'putQuote', survey, id: quoteIdOf(one), quote }
  })
  if (!isOnline || offered.length === 0) return offers
  const decisions = offered.map((one) => toDecision(visit, one))
  return [...offers, { at: decidedAt, do: 'ownerDecides', survey, decisions }]
}

const quoteIdOf = ({ finding }: Found) => `dms-${finding.questionId}`

const variantOf = ({ catalogue, vehicle }: Visit, { finding, packageId = '' }: Found) =>
  on(finding.questionId, finding.answerId ?? '', catalogue.variantFor(packageId, vehicle))

const quoteOf = ({ finding, remedy }: Found): OwnQuote => ({
  description: remedy?.description,
  questionId: finding.questionId,
  answerId: finding.answerId ?? '',
  contents: remedy ? [{ ...remedy, amountExVat: remedy.amountExVat ?? 0 }] : [],
})

const dueOf = ({ clock, day }: Visit) => clock.on(day + LATER, '08:00')

function approvalOf(visit: Visit, { said, reason = '' }: Found, at: Date): QuoteApproval {
  const { medium } = visit
  if (said === 'approved') return approved(at, medium)
  return said === 'deferred' ? putOff(at, medium, dueOf(visit)) : declined(at, medium, reason)
}

function toDecision(visit: Visit, one: Found): OwnerDecision {
  const of = one.packageId === undefined ? quoteIdOf(one) : variantOf(visit, one)
  if (one.said === 'approved') return { of, word: 'approve' }
  if (one.said === 'deferred') return { of, word: 'later', until: dueOf(visit).slice(0, 10) }
  return { of, word: 'no', reason: one.reason }
}

/** What the service proposed because it is due, and the customer's decision. */
export function brakeFluid({ survey, offeredAt: at, clock, day }: Visit, chance: Chance): Step[] {
  const medium = chance.pick(['direct', 'phone'] as const)
  const approval = chance.is(0.5)
    ? approved(at, medium)
    : chance.is(0.6)
      ? putOff(at, medium, clock.on(day + LATER, '08:00'))
      : declined(at, medium, 'tooExpensive')
  return [{ at, do: 'decideDue', survey, packageId: central('brk-fluid'), approval }]
}

/** Topped up and invoiced, and nobody was asked. */
export const linesUnasked = (found: readonly Found[]): Line[] =>
  found.flatMap(({ remedy, isUnasked, finding }) =>
    remedy && isUnasked
      ? [sold({ ...remedy, healthSurveyId: OWN_HEALTH_SURVEY, healthAnswerId: finding.answerId })]
      : [],
  )
