// The rows of the ledger: of a chain, of a finding at one visit, of an offer. Pure.
import { sum } from '@walkaround/contract/rules/money.ts'
import type { Chain, Seen } from './chains.ts'
import type {
  Decision,
  FindingRow,
  FindingVisitRow,
  Offer,
  OfferedWorkRow,
  OrderLine,
  Visit,
} from './model.ts'

/** A question at a visit. */
export const placeKey = (surveyId: string, questionId: string) => JSON.stringify([surveyId, questionId])

export function toFindingRow(
  vehicleKey: string,
  { seen, closed }: Chain,
  offersAt: ReadonlyMap<string, Offer[]>,
): FindingRow {
  const [first] = seen
  const last = seen.at(-1) ?? first
  const at = (one: Seen) => offersAt.get(placeKey(one.visit.surveyId, one.reading.questionId)) ?? []
  const offeredAt = seen.findLast((one) => at(one).length > 0)
  const offers = offeredAt ? at(offeredAt) : []
  return {
    vehicleKey,
    masterClientId: first.visit.template.masterClientId,
    templateId: first.visit.template.templateId,
    questionId: first.reading.questionId,
    openedIn: first.visit.surveyId,
    openedAt: first.reading.at,
    countedIn: seen.find(({ visit }) => !visit.isApart)?.visit.surveyId ?? null,
    surveyId: last.visit.surveyId,
    orderId: last.visit.orderId,
    branchId: last.visit.branchId,
    seenAt: last.reading.at,
    visits: new Set(seen.map(({ visit }) => visit.cameUs)).size,
    grade: last.reading.grade,
    worstGrade: seen.some(({ reading }) => reading.grade === 'red') ? 'red' : 'amber',
    value: last.reading.value,
    unitOfMeasurement: last.reading.unit,
    offeredIn: offeredAt?.visit.surveyId ?? null,
    ...offeredTogether(offers),
    closedAs: closed?.as ?? null,
    closedAt: closed?.at ?? null,
    closedIn: closed?.in ?? null,
  }
}

type Together = Pick<
  FindingRow,
  | 'offeredAt'
  | 'currency'
  | 'offeredExVat'
  | 'offeredIncVat'
  | 'decision'
  | 'decidedAt'
  | 'decidedBy'
  | 'reasonCode'
  | 'deferredTo'
>

/** One word for several offers: what is approved counts most, then what is put off; an open one leaves it open. */
function offeredTogether(offers: readonly Offer[]): Together {
  const first = offers.toSorted((one, other) => (one.at < other.at ? -1 : 1))[0]
  const priced = offers.filter(({ currency }) => currency === first?.currency)
  const decision = (['approved', 'deferred'] as const).find((word) =>
    offers.some((offer) => offer.decision === word),
  )
  const all: Decision | null =
    decision ?? (offers.length > 0 && offers.every((one) => one.decision === 'rejected') ? 'rejected' : null)
  const decided = offers.find((offer) => all !== null && offer.decision === all)
  return {
    offeredAt: first?.at ?? null,
    currency: first?.currency ?? null,
    offeredExVat: total(priced.map(({ exVat }) => exVat)),
    offeredIncVat: total(priced.map(({ incVat }) => incVat)),
    decision: all,
    decidedAt: decided?.decidedAt ?? null,
    decidedBy: decided?.decidedBy ?? null,
    reasonCode: decided?.reasonCode ?? null,
    deferredTo: decided?.deferredTo ?? null,
  }
}

/** An unknown amount makes the sum unknown. */
function total(amounts: readonly (string | null)[]): string | null {
  const known = amounts.flatMap((amount) => (amount === null ? [] : [Number(amount)]))
  return amounts.length === 0 || known.length < amounts.length ? null : String(sum(known))
}

export const toVisitRow = (
  vehicleKey: string,
  { seen: [first] }: Chain,
  { visit, reading }: Seen,
  isOffered: boolean,
): FindingVisitRow => ({
  surveyId: visit.surveyId,
  questionId: reading.questionId,
  openedIn: first.visit.surveyId,
  masterClientId: visit.template.masterClientId,
  templateId: visit.template.templateId,
  vehicleKey,
  orderId: visit.orderId,
  branchId: visit.branchId,
  isApart: visit.isApart,
  at: reading.at,
  grade: reading.grade,
  value: reading.value,
  unitOfMeasurement: reading.unit,
  answeredBy: reading.by,
  isOffered,
})

export function toWorkRow(
  vehicleKey: string,
  { at, answerId: _, covers, ...offer }: Offer,
  { orderId, branchId, isApart }: Visit,
  { isOrdered, sold }: { isOrdered: boolean; sold: readonly OrderLine[] },
): Omit<OfferedWorkRow, 'state'> {
  return {
    ...offer,
    vehicleKey,
    orderId,
    branchId,
    isApart,
    coveredQuestions: covers,
    offeredAt: at,
    isOrdered,
    soldOrderId: sold[0]?.orderId ?? null,
    soldAt: sold[0]?.at ?? null,
    soldExVat: total(sold.map(({ soldExVat }) => soldExVat)),
    soldIncVat: total(sold.map(({ soldIncVat }) => soldIncVat)),
  }
}
