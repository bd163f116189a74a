// Quotes as the owner decides on them: labour, parts and VAT separately, the discount, the decision so far. Pure.
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import type { Grade, OwnerDecision, OwnerLine, OwnerTotal } from '@walkaround/contract/owner-page.ts'
import type { LaterProposal } from '@walkaround/contract/rules/later-date.ts'
import { addUp, decimalsOf, type Price, statedTotal, unitPriceOf } from '@walkaround/contract/rules/money.ts'
import type { Approval } from '../findings/model.ts'
import { toOffer } from '../findings/to-offer.ts'
import type { SelectedVariant } from '../surveys/offered.ts'
import { toState } from './line-state.ts'

interface LineFrame {
  grade: Grade | undefined
  due?: string | undefined
  /** The selected variant of a package quote. */
  selected?: SelectedVariant | undefined
  /** The package has no other variant for this vehicle. */
  isOnlyVariant?: boolean
  /** Who told staff the decision, if it was recorded. */
  spokeWith?: string | undefined
  isClosed: boolean
  /** What "Later" proposes. */
  later: LaterProposal
  unitWord(code: string): string
  reasonText(code: string): string | undefined
  /** The date of an instant in the dealership's time zone. */
  dateOf(moment: string): string
}

export function toOwnerLine(quote: Quote, frame: LineFrame): OwnerLine {
  const { lines, labour, parts, currency, approval, ...offer } = toOffer(quote, frame)
  const total = statedTotal(quote.contents)
  const decision = decisionOf(approval, quote.rejectionReasonCode, frame)
  const title = titleOf(quote, frame)
  const { forecast } = frame.later
  return {
    id: quote.id as string,
    title,
    grade: frame.grade,
    currency,
    items: lines.map(({ text, category, quantity, unit, amountExVat: exVat, amountIncVat: incVat }) => ({
      text,
      category,
      quantity,
      unit: unit === undefined ? undefined : frame.unitWord(unit),
      price: { exVat, incVat },
      each: eachOf(quantity, { exVat, incVat }, decimalsOf(currency)),
    })),
    labour,
    parts,
    total,
    before: offer.totalBeforeDiscount ?? beforeDiscount(frame.selected, offer.total),
    due: frame.due,
    decision,
    // A closed survey still accepts a first decision (D5), but no change of it.
    isOpen: !(frame.isClosed && decision),
    state: toState(quote, title, total && { sum: total, currency }),
    preset: frame.later.date,
    ...(forecast && { forecast: { date: forecast.date, from: forecast.from, to: forecast.to } }),
  }
}

/** For a package also the variant, if there is more than one: "All vehicles" alone says nothing. */
function titleOf({ id, description, contents }: Quote, { selected, isOnlyVariant }: LineFrame): string {
  const ofPackage = selected?.package.description
  const isEnough = isOnlyVariant && ofPackage !== undefined && ofPackage.trim() !== ''
  const names = selected ? [ofPackage, ...(isEnough ? [] : [selected.variant.description])] : [description]
  const known = [...new Set(names)].filter((name) => name !== undefined && name.trim() !== '')
  return known.join(' · ') || (contents?.[0]?.description ?? (id as string))
}

function eachOf(quantity: number | undefined, whole: Price, decimals: number): Price | undefined {
  const exVat = unitPriceOf(whole.exVat, quantity, decimals)
  const incVat = unitPriceOf(whole.incVat, quantity, decimals)
  return exVat === undefined && incVat === undefined ? undefined : { exVat, incVat }
}

export function toTotals(lines: readonly Pick<OwnerLine, 'currency' | 'total'>[]): OwnerTotal[] {
  const currencies = [...new Set(lines.map(({ currency }) => currency))]
  return currencies.map((currency) => ({
    currency,
    sum: addUp(lines.flatMap((line) => (line.currency === currency && line.total ? [line.total] : []))),
  }))
}

function beforeDiscount(selected: SelectedVariant | undefined, total: Price): Price | undefined {
  if (!selected?.isDiscounted) return undefined
  const { priceExVat: exVat, priceIncVat: incVat } = selected.variant
  const isLess = (now = 0, then = 0) => now < then
  return isLess(total.incVat, incVat) || isLess(total.exVat, exVat) ? { exVat, incVat } : undefined
}

function decisionOf(
  approval: Approval | undefined,
  reasonCode: string | undefined,
  { reasonText, dateOf }: LineFrame,
): OwnerDecision | undefined {
  if (!approval) return undefined
  const { status, deferredTo, date: at, medium, spokeWith } = approval
  return {
    status,
    until: status === 'deferred' && deferredTo !== undefined ? dateOf(deferredTo) : undefined,
    // A reason code from another system means nothing to the owner.
    reason: status === 'rejected' && reasonCode !== undefined ? reasonText(reasonCode) : undefined,
    at,
    toldBy: medium === 'phone' || medium === 'direct' ? medium : undefined,
    spokeWith,
  }
}
