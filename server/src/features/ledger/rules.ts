// What became of everything that was found on a vehicle and offered for it: the whole ledger of the vehicle, from its history. The
// service writes it after every change, and again when it is rebuilt. Pure.
import { type Chain, type Sale, toChains } from './chains.ts'
import { asPutOff, matchLines, soldLines } from './match-lines.ts'
import type {
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
import { placeKey, toFindingRow, toVisitRow, toWorkRow } from './to-rows.ts'

const questionKey = ({ masterClientId, templateId }: Visit['template'], questionId: string) =>
  JSON.stringify([masterClientId, templateId, questionId])

/** `isAsked`: the questions whose answers are in the history; of the others nothing is said. */
export function toLedger(history: History, isAsked: (questionId: string) => boolean): Ledger {
  const { vehicleKey, visits, readings, offers, closings } = history
  const lines = history.lines.filter(({ isRejected }) => !isRejected)
  const visitOf = new Map(visits.map((visit) => [visit.surveyId, visit]))
  const offerOf = matchLines(visits, offers, lines)
  const sold = soldLines(lines, offerOf)
  const linesOf = Map.groupBy(
    lines.filter((line) => offerOf.has(line)),
    (line) => offerOf.get(line) as Offer,
  )
  const decidedOf = (offer: Offer) => asPutOff(offer, linesOf.get(offer) ?? [])
  const offersAt = new Map<string, Offer[]>()
  for (const offer of offers)
    for (const questionId of new Set([offer.questionId, ...offer.covers])) {
      const key = placeKey(offer.surveyId, questionId)
      offersAt.set(key, [...(offersAt.get(key) ?? []), decidedOf(offer)])
    }

  const read = readings.flatMap((reading) => {
    const visit = visitOf.get(reading.surveyId)
    return visit && isAsked(reading.questionId) ? [{ visit, reading }] : []
  })
  const sales = listSales([...sold], readings, { offerOf, visitOf })
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
      const ordered = linesOf.get(offer) ?? []
      const own = ordered.filter((line) => sold.has(line))
      const row = toWorkRow(vehicleKey, decidedOf(offer), visit, { isOrdered: ordered.length > 0, sold: own })
      return [
        { ...row, state: own.length > 0 ? 'sold' : stateOf(offer, history, { visitOf, chainAt, offersAt }) },
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

/** Of sold lines, by question: what was sold of work that covers it, or of the answer that the line names. */
function listSales(
  lines: readonly OrderLine[],
  readings: readonly Reading[],
  { offerOf, visitOf }: { offerOf: ReadonlyMap<OrderLine, Offer>; visitOf: ReadonlyMap<string, Visit> },
): Map<string, Sale[]> {
  const sales = new Map<string, Sale[]>()
  for (const line of lines) {
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
    for (const questionId of questionIds) {
      const key = questionKey(visit.template, questionId)
      // Work is done after it was found, and after the car was looked at for the order that it is invoiced on.
      const seenUs = readings.flatMap(({ surveyId: at, questionId: id, atUs }) =>
        id === questionId && (at === surveyId || visitOf.get(at)?.orderId === line.orderId) ? [atUs] : [],
      )
      const us = Math.max(line.cameUs, ...seenUs)
      sales.set(key, [...(sales.get(key) ?? []), { orderId: line.orderId, at: line.at, us }])
    }
  }
  return sales
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
  // Made later, at another visit: an order may come long before its car does.
  const isLater = (other: Offer) => other.at > offer.at && cameOf(other) !== cameOf(offer)
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
