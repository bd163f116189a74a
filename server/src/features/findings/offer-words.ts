// Offers and the decisions on them, as people read them. Pure.
import type { ActLine } from '@walkaround/contract/app/acts.ts'
import { decimalsOf, unitPriceOf } from '@walkaround/contract/rules/money.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import type { Approval, Offer } from './model.ts'
import type { Words } from './texts.ts'

export const offerName = ({ texts }: Words, { text }: Offer): string => text.trim() || texts.quotes.offer

/** An offer that covers several findings shows its price only at the finding it belongs to (I4). */
export const coveredWords = (words: Words, offer: Offer): string =>
  fill(words.texts.quotes.coveredBy, { offer: offerName(words, offer), at: offer.covers?.at ?? '' })

interface NamedOverlap {
  readonly kind: 'inside' | 'shared'
  /** The other offer. */
  readonly name: string
}

/** Said at an offer whose work other offers have as well: one sentence for those that contain it, one for the rest. */
export function overlapWords(
  { texts: { quotes: words } }: Words,
  overlaps: readonly NamedOverlap[],
): string[] {
  return (['inside', 'shared'] as const).flatMap((kind) => {
    const names = overlaps.filter((one) => one.kind === kind).map(({ name }) => name)
    const sentence = kind === 'inside' ? words.alsoInside : words.sharesWork
    return names.length === 0 ? [] : [fill(sentence, { offer: names.join(words.nextOffer) })]
  })
}

export const priceWords = ({ texts, formats }: Words, { total, currency }: Offer): string =>
  total?.incVat === undefined ? texts.quotes.noPrice : formats.money(total.incVat, currency)

export function lineWords(
  { formats, texts }: Words,
  { text, quantity, unit, category, amountExVat }: ActLine,
  currency: string,
): string {
  const name = text.trim() || texts.lines[category]
  if (quantity === undefined) return name
  const one = unitPriceOf(amountExVat, quantity, decimalsOf(currency))
  const each = one === undefined ? '' : ` × ${formats.money(one, currency)}`
  return `${name}, ${formats.quantity(quantity, unit)}${each}`
}

export function decisionWords(
  { texts: { quotes: words }, car, formats }: Words,
  approval: Approval | undefined,
  day: (moment: string) => string = formats.shortDate,
): string {
  if (!approval) return words.open
  const { status, date, deferredTo, reason, medium, spokeWith } = approval
  const on = (plain: string, dated: string, when?: string) =>
    when ? fill(dated, { date: day(when) }) : plain
  const said =
    status === 'approved'
      ? on(car.decisions.approved, words.approvedOn, date)
      : status === 'deferred'
        ? on(car.decisions.deferred, words.deferredTo, deferredTo)
        : [on(car.decisions.rejected, words.rejectedOn, date), reason?.trim()].filter(Boolean).join(': ')
  // A spoken decision is shown as such, with the person who gave it.
  const byPhone = spokeWith === undefined ? words.byPhone : fill(words.byPhoneFrom, { name: spokeWith })
  return [said, medium === 'phone' ? byPhone : spokeWith].filter(Boolean).join(', ')
}
