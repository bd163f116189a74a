// What became of everything that was found on a vehicle and offered for it: the whole ledger of the vehicle, from its history. The
// service writes it after every change, and again when it is rebuilt. Pure.
import { sum } from '@walkaround/contract/rules/money.ts'
import { type Chain, type Sale, type Seen, toChains } from './chains.ts'
import { matchLines } from './match-lines.ts'
import type {
  Decision,
  FindingRow,
  FindingVisitRow,
  History,
  Ledger,
  Offer,
  OfferedWorkRow,
  OrderLine,
  Reading,
  Visit,
} from './model.ts'

const questionKey = ({ masterClientId, templateId }: Visit['template'], questionId: string) =>
  JSON.stringify([masterClientId, templateId, questionId])

const placeKey = (surveyId: string, questionId: string) => JSON.stringify([surveyId, questionId])

/** `isAsked`: the questions whose answers are in the history; of the others nothing is said. */
export function toLedger(history: History, isAsked: (questionId: string) => boolean): Ledger {
  const { vehicleKey, visits, readings, offers, closings } = history
  const lines = history.lines.filter(({ isRejected }) => !isRejected)
  const visitOf = new Map(visits.map((visit) => [visit.surveyId, visit]))
  const offerOf = matchLines(visits, offers, lines)
  const linesOf = Map.groupBy(
    lines.filter((line) => offerOf.has(line)),
    (line) => offerOf.get(line) as Offer,
  )
  const offersAt = new Map<string, Offer[]>()
  for (const offer of offers)
    for (const questionId of new Set([offer.questionId, ...offer.covers])) {
      const key = placeKey(offer.surveyId, questionId)
      offersAt.set(key, [...(offersAt.get(key) ?? []), offer])
    }

  const read = readings.flatMap((reading) => {
    const visit = visitOf.get(reading.surveyId)
    return visit && isAsked(reading.questionId) ? [{ visit, reading }] : []
  })
  const sales = listSales(lines, readings, { offerOf, visitOf })
  const chainAt = new Map<string, Chain>()
  const findings: FindingRow[] = []
  const visitRows: FindingVisitRow[] = []
  for (const [key, ofQuestion] of Map.groupBy(read, ({ visit, reading }) =>
    questionKey(visit.template, reading.questionId),
  )) {
    const own = closings.filter((one) => questionKey({ ...one, version: 0 }, one.questionId) === key)
    for (const chain of toChains(ofQuestion, sales.get(key) ?? [], own)) {
      findings.push(toFindingRow(vehicleKey, chain, offersAt))
      for (const seen of chain.seen) {
        const at = placeKey(seen.visit.surveyId, seen.reading.questionId)
        chainAt.set(at, chain)
        visitRows.push(toVisitRow(vehicleKey, chain, seen, offersAt.has(at)))
      }
    }
  }
  return {
    findings,
    visits: visitRows,
    work: offers.flatMap((offer) => {
      const visit = visitOf.get(offer.surveyId)
      if (!visit || ![offer.questionId, ...offer.covers].every(isAsked)) return []
      const sold = (linesOf.get(offer) ?? []).filter(({ isSold }) => isSold)
      const row = toWorkRow(vehicleKey, offer, visit, linesOf.get(offer) ?? [])
      return [
        { ...row, state: sold.length > 0 ? 'sold' : stateOf(offer, history, { visitOf, chainAt, offersAt }) },
      ]
    }),
    lines: history.lines.map((line) => {
      const offer = offerOf.get(line)
      const { orderId, position } = line
      return {
        orderId,
        position,
        quoteSurveyId: offer?.surveyId ?? null,
        quoteId: offer?.quoteId ?? null,
      }
    }),
  }
}

/** By question: what was sold of work that covers it, or of the answer that the line names. */
function listSales(
  lines: readonly OrderLine[],
  readings: readonly Reading[],
  { offerOf, visitOf }: { offerOf: ReadonlyMap<OrderLine, Offer>; visitOf: ReadonlyMap<string, Visit> },
): Map<string, Sale[]> {
  const sales = new Map<string, Sale[]>()
  for (const line of lines) {
    if (!line.isSold) continue
    const offer = offerOf.get(line)
    const surveyId = offer?.surveyId ?? line.surveyId
    const visit = surveyId === null ? undefined : visitOf.get(surveyId)
    if (!visit) continue
    const questionIds = offer
      ? [offer.questionId, ...offer.covers]
      : readings.flatMap(({ surveyId: at, questionId, answerIds, grade }) =>
          at === surveyId && grade !== 'green' && line.answerId !== null && answerIds.includes(line.answerId)
            ? [questionId]
            : [],
        )
    // An answer that several questions have says nothing about one of them.
    if (!offer && questionIds.length > 1) continue
    // Work can be invoiced on an order that came before the survey it names.
    const sale = { orderId: line.orderId, at: line.at, cameUs: Math.max(line.cameUs, visit.cameUs) }
    for (const questionId of questionIds) {
      const key = questionKey(visit.template, questionId)
      sales.set(key, [...(sales.get(key) ?? []), sale])
    }
  }
  return sales
}

function toFindingRow(
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

const toVisitRow = (
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

function toWorkRow(
  vehicleKey: string,
  { at, answerId: _, covers, ...offer }: Offer,
  { orderId, branchId, isApart }: Visit,
  lines: readonly OrderLine[],
): Omit<OfferedWorkRow, 'state'> {
  const sold = lines.filter(({ isSold }) => isSold)
  return {
    ...offer,
    vehicleKey,
    orderId,
    branchId,
    isApart,
    coveredQuestions: covers,
    offeredAt: at,
    isOrdered: lines.length > 0,
    soldOrderId: sold[0]?.orderId ?? null,
    soldAt: sold[0]?.at ?? null,
    soldExVat: total(sold.map(({ soldExVat }) => soldExVat)),
    soldIncVat: total(sold.map(({ soldIncVat }) => soldIncVat)),
  }
}

/** Of work that was not sold. */
function stateOf(
  offer: Offer,
  { offers }: History,
  known: {
    visitOf: ReadonlyMap<string, Visit>
    chainAt: ReadonlyMap<string, Chain>
    offersAt: ReadonlyMap<string, Offer[]>
  },
): OfferedWorkRow['state'] {
  const { visitOf, chainAt, offersAt } = known
  const cameOf = ({ surveyId }: Offer) => visitOf.get(surveyId)?.cameUs ?? 0
  const isLater = (other: Offer) => cameOf(other) > cameOf(offer)
  const chains = [offer.questionId, ...offer.covers].flatMap(
    (questionId) => chainAt.get(placeKey(offer.surveyId, questionId)) ?? [],
  )
  if (chains.length > 0 && chains.every(({ closed }) => closed !== undefined)) return 'settled'
  const isOfferedAgain = (chain: Chain) =>
    chain.seen.some(({ visit, reading }) =>
      (offersAt.get(placeKey(visit.surveyId, reading.questionId)) ?? []).some(isLater),
    )
  const open = chains.filter(({ closed }) => closed === undefined)
  const samePackage = offers.some(
    (other) => offer.packageId !== null && other.packageId === offer.packageId && isLater(other),
  )
  return samePackage || (open.length > 0 && open.every(isOfferedAgain)) ? 'again' : 'open'
}
