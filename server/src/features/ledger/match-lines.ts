// Which offer a line of an order comes from: by the four health fields, as far as they are given; and what lines say of it: that it
// was sold or put off. Pure.
import { sum } from '@walkaround/contract/rules/money.ts'
import type { Offer, OrderLine, Visit } from './model.ts'

type Matched = ReadonlyMap<OrderLine, Offer>

/** A line that names nothing but the survey says too little. */
export function matchLines(
  visits: readonly Visit[],
  offers: readonly Offer[],
  lines: readonly OrderLine[],
): Matched {
  const visitOf = new Map(visits.map((visit) => [visit.surveyId, visit]))
  const cameOf = ({ surveyId }: Offer) => visitOf.get(surveyId)?.cameUs ?? 0
  const matched = new Map<OrderLine, Offer>()
  for (const line of lines) {
    const found = offers
      .filter((offer) => isNamed(line, offer) && isOfVisit(line, offer, visitOf.get(offer.surveyId)))
      .toSorted(
        (one, other) =>
          fitOf(line, other, visitOf) - fitOf(line, one, visitOf) ||
          cameOf(other) - cameOf(one) ||
          (one.quoteId < other.quoteId ? -1 : 1),
      )
    if (found[0]) matched.set(line, found[0])
  }
  return matched
}

function isNamed({ answerId, packageId, variantId }: OrderLine, offer: Offer): boolean {
  if (answerId === null && packageId === null) return false
  return (
    (answerId === null || offer.answerId === answerId) &&
    (packageId === null || offer.packageId === packageId) &&
    // A quote that replaces a variant may be sold as another one.
    (variantId === null || offer.variantId === variantId || offer.category === 'quote')
  )
}

/** A package without its survey may have been offered at any visit until the order came. */
function isOfVisit({ surveyId, cameUs }: OrderLine, offer: Offer, visit: Visit | undefined): boolean {
  if (surveyId !== null) return offer.surveyId === surveyId
  return visit !== undefined && visit.cameUs <= cameUs
}

/** The visit of the order first, then what was approved, then the variant that the line names. */
const fitOf = (line: OrderLine, offer: Offer, visits: ReadonlyMap<string, Visit>): number =>
  (visits.get(offer.surveyId)?.orderId === line.orderId ? 4 : 0) +
  (offer.decision === 'approved' ? 2 : 0) +
  (offer.variantId !== null && offer.variantId === line.variantId ? 1 : 0)

/** What was credited as a whole was not sold: its lines are taken together, whichever orders they are on. */
export function soldLines(lines: readonly OrderLine[], offerOf: Matched): ReadonlySet<OrderLine> {
  const groups = Map.groupBy(
    lines.filter(({ isSold }) => isSold),
    (line) =>
      offerOf.get(line) ?? JSON.stringify([line.surveyId ?? line.orderId, line.answerId, line.packageId]),
  )
  return new Set([...groups.values()].filter((group) => !isCredited(group)).flat())
}

function isCredited(group: readonly OrderLine[]): boolean {
  const amounts = group.map(({ soldExVat, soldIncVat }) => Number(soldExVat ?? soldIncVat ?? 0))
  return amounts.some((amount) => amount < 0) && sum(amounts) <= 0
}

/**
 * An offer that the DMS put off on the order, though nobody said so on the quote. What the owner declined stays declined, and of what
 * was sold in part the rest is not told apart (I7: sold work closes the finding).
 */
export function asPutOff(offer: Offer, lines: readonly OrderLine[]): Offer {
  const line = lines.find(({ isDeferred }) => isDeferred)
  if (!line || offer.decision === 'rejected' || lines.some(({ isSold }) => isSold)) return offer
  return {
    ...offer,
    decision: 'deferred',
    deferredTo: line.deferredTo ?? offer.deferredTo,
    decidedAt: offer.decidedAt ?? line.at,
    approvedExVat: null,
    approvedIncVat: null,
  }
}
