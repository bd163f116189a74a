// What a customer says about an offer, as it is entered before it is recorded. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { EditOf, tellers } from '@walkaround/contract/app/edits.ts'
import { sum } from '@walkaround/contract/rules/money.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import { isSameDecision } from '@walkaround/contract/rules/recorded-decision.ts'
import { proposeSigner } from '@walkaround/contract/rules/signer.ts'
import type { Raw } from '../handover/partners.ts'
import { type Decision, isOwnersDecision, type Offered } from './offer.ts'

export type Teller = (typeof tellers)[number]

interface Company extends Raw {
  category?: string
  contactPersons?: Raw[]
}

/** Whoever is known: the customer, for a company its contact person, and the driver. */
export function namesOf({ survey }: SurveyPage): Record<Teller, string> {
  const customer = survey.customer as Company | undefined
  const { driver } = (survey.surveyObject ?? {}) as { driver?: Raw }
  return {
    customer: nameOf(customer && proposeSigner<Raw, Company>({ customer }).person),
    driver: nameOf(driver),
    other: '',
  }
}

export interface Said {
  toldBy: Teller
  /** As typed; undefined: as it is known. */
  typedName?: string
  medium: 'phone' | 'direct'
  note: string
  /** By quote; only what the customer spoke about. */
  decisions: Readonly<Record<string, Decision>>
}

/** A quote that cannot be decided now is not asked about. */
export const listAskable = (offers: readonly Offered[]): Offered[] =>
  offers.filter(({ problem, isPending }) => !problem && !isPending)

/** Decisions that change something. */
export function listChanges(
  offers: readonly Offered[],
  { decisions }: Pick<Said, 'decisions'>,
  timeZone: string,
): { offered: Offered; decision: Decision; replacesOwners: boolean }[] {
  return listAskable(offers).flatMap((offered) => {
    const { quote } = offered
    const decision = decisions[quote.id]
    if (decision === undefined || isSameDecision(quote, decision, timeZone)) return []
    return [{ offered, decision, replacesOwners: isOwnersDecision(quote) }]
  })
}

type SaidProblem = 'nothing' | 'name' | 'date'

/** On the telephone nobody is seen, and somebody else has to be named. */
export function problemsOf(
  said: Pick<Said, 'toldBy' | 'medium' | 'decisions'>,
  { name, changes }: { name: string; changes: number },
): SaidProblem[] {
  const isNameNeeded = said.medium === 'phone' || said.toldBy === 'other'
  const isDateMissing = Object.values(said.decisions).some(
    ({ approvalStatus, deferralDate }) => approvalStatus === 'deferred' && !deferralDate,
  )
  return [
    ...(changes === 0 ? (['nothing'] as const) : []),
    ...(isNameNeeded && name.trim() === '' ? (['name'] as const) : []),
    ...(isDateMissing ? (['date'] as const) : []),
  ]
}

export function toEdits(
  said: Said,
  name: string,
  changes: ReturnType<typeof listChanges>,
): Omit<EditOf<'decision'>, 'id' | 'at'>[] {
  const note = said.note.trim()
  return changes.map(({ offered: { quote }, decision, replacesOwners }) => ({
    kind: 'decision',
    quoteId: quote.id,
    ...decision,
    approvalMedium: said.medium,
    toldBy: said.toldBy,
    ...(name.trim() === '' ? {} : { spokeWith: name.trim() }),
    ...(note === '' ? {} : { note }),
    ...(replacesOwners ? { replaces: quote.approvalDate ?? '' } : {}),
  }))
}

/** What is read back: the sum of each decision, by currency. */
export function sumsOf(
  changes: ReturnType<typeof listChanges>,
): { status: Decision['approvalStatus']; currency: string; incVat: number }[] {
  const statuses = ['approved', 'deferred', 'rejected'] as const
  return statuses.flatMap((status) => {
    const own = changes.filter(({ decision }) => decision.approvalStatus === status)
    const currencies = [...new Set(own.map(({ offered }) => offered.quote.currency))]
    return currencies.map((currency) => ({
      status,
      currency,
      incVat: sum(
        own.flatMap(({ offered }) => (offered.quote.currency === currency ? [offered.incVat] : [])),
      ),
    }))
  })
}
