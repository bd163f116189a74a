// Quotes as the owner decides on them: labour, parts and VAT apart, the discount, the decision so far. Pure.
import { currencies } from '@walkaround/contract/currencies.ts'
import type { QuoteItem } from '@walkaround/contract/dms/packages.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import type {
  Grade,
  OwnerDecision,
  OwnerLine,
  OwnerSum,
  OwnerTotal,
} from '@walkaround/contract/owner-page.ts'
import { unitPriceOf } from '@walkaround/contract/rules/unit-price.ts'
import { fromUnits, toUnits } from '../../lib/decimal.ts'
import type { SelectedVariant } from '../surveys/offered.ts'
import { toState } from './line-state.ts'

/** Amounts keep six decimals at most (A9). */
const DIGITS = 6

export interface LineFrame {
  grade: Grade | undefined
  due?: string | undefined
  /** The variant behind a package quote. */
  selected?: SelectedVariant | undefined
  /** The package has no other variant for this vehicle. */
  isOnlyVariant?: boolean
  /** Who told the decision, where it was recorded. */
  spokeWith?: string | undefined
  isClosed: boolean
  preset: string
  unitWord(code: string): string
  reasonText(code: string): string | undefined
  /** The date of an instant in the dealership's time zone. */
  dateOf(moment: string): string
}

export function toOwnerLine(quote: Quote, frame: LineFrame): OwnerLine {
  const items = quote.contents ?? []
  const labour = items.filter(({ itemCategory }) => itemCategory === 'labour')
  const parts = items.filter(({ itemCategory }) => itemCategory === 'material')
  const total = sumItems(items)
  const before = beforeDiscount(frame.selected, total)
  const decision = decisionOf(quote, frame)
  const title = titleOf(quote, frame)
  return {
    id: quote.id as string,
    title,
    grade: frame.grade,
    currency: quote.currency,
    items: items.map((item) => ({
      text: item.description ?? item.itemCode ?? '',
      category: item.itemCategory,
      ...(item.quantity === undefined ? {} : { quantity: item.quantity }),
      ...(item.unitOfMeasure === undefined ? {} : { unit: frame.unitWord(item.unitOfMeasure) }),
      price: sumItems([item]),
      ...eachOf(item, quote.currency),
    })),
    ...(labour.length > 0 ? { labour: sumItems(labour) } : {}),
    ...(parts.length > 0 ? { parts: sumItems(parts) } : {}),
    ...(items.length > 0 ? { total } : {}),
    ...(before ? { before } : {}),
    ...(frame.due === undefined ? {} : { due: frame.due }),
    ...(decision ? { decision } : {}),
    // A closed survey still takes a first decision (D5); what was decided stands.
    isOpen: !(frame.isClosed && decision),
    state: toState(quote, title, items.length > 0 ? { sum: total, currency: quote.currency } : undefined),
    preset: frame.preset,
  }
}

/** Of a package also which variant, where there is more than one: "All vehicles" says nothing. */
function titleOf({ id, description, contents }: Quote, { selected, isOnlyVariant }: LineFrame): string {
  const ofPackage = selected?.package.description
  const isEnough = isOnlyVariant && ofPackage !== undefined && ofPackage.trim() !== ''
  const names = selected ? [ofPackage, ...(isEnough ? [] : [selected.variant.description])] : [description]
  const known = [...new Set(names)].filter((name) => name !== undefined && name.trim() !== '')
  return known.join(' · ') || (contents?.[0]?.description ?? (id as string))
}

function sumItems(items: readonly Pick<QuoteItem, 'amountExVat' | 'amountIncVat'>[]): OwnerSum {
  return toSum(items.map(({ amountExVat: exVat, amountIncVat: incVat }) => ({ exVat, incVat })))
}

function eachOf(
  { quantity, amountExVat, amountIncVat }: QuoteItem,
  currency: string,
): Pick<OwnerLine['items'][number], 'each'> {
  const decimals = currencies.get(currency) ?? 2
  const exVat = unitPriceOf(amountExVat, quantity, decimals)
  const incVat = unitPriceOf(amountIncVat, quantity, decimals)
  if (exVat === undefined && incVat === undefined) return {}
  return { each: { ...(exVat === undefined ? {} : { exVat }), ...(incVat === undefined ? {} : { incVat }) } }
}

/** A sum that lacks something is a wrong price, so it is left out. */
function toSum(parts: readonly { exVat?: number | undefined; incVat?: number | undefined }[]): OwnerSum {
  const total = (name: 'exVat' | 'incVat') => {
    let sum = 0n
    for (const { [name]: amount } of parts) {
      if (amount === undefined) return {}
      sum += toUnits(amount, DIGITS)
    }
    return { [name]: fromUnits(sum, DIGITS) }
  }
  return { ...total('exVat'), ...total('incVat') }
}

export function toTotals(lines: readonly Pick<OwnerLine, 'currency' | 'total'>[]): OwnerTotal[] {
  const currencies = [...new Set(lines.map(({ currency }) => currency))]
  return currencies.map((currency) => ({
    currency,
    sum: toSum(lines.flatMap((line) => (line.currency === currency && line.total ? [line.total] : []))),
  }))
}

function beforeDiscount(selected: SelectedVariant | undefined, total: OwnerSum): OwnerSum | undefined {
  if (!selected?.isDiscounted) return undefined
  const { priceExVat: exVat, priceIncVat: incVat } = selected.variant
  const before = { ...(exVat === undefined ? {} : { exVat }), ...(incVat === undefined ? {} : { incVat }) }
  const isLess = (name: 'exVat' | 'incVat') => (total[name] ?? 0) < (before[name] ?? 0)
  return isLess('incVat') || isLess('exVat') ? before : undefined
}

function decisionOf(quote: Quote, { reasonText, dateOf, spokeWith }: LineFrame): OwnerDecision | undefined {
  const { approvalStatus: status, deferralDate, rejectionReasonCode, approvalDate, approvalMedium } = quote
  if (status !== 'approved' && status !== 'deferred' && status !== 'rejected') return undefined
  const reason =
    status === 'rejected' && rejectionReasonCode !== undefined ? reasonText(rejectionReasonCode) : undefined
  return {
    status,
    ...(status === 'deferred' && deferralDate !== undefined ? { until: dateOf(deferralDate) } : {}),
    // A code of somebody else's says nothing to the owner.
    ...(reason === undefined ? {} : { reason }),
    ...(approvalDate === undefined ? {} : { at: approvalDate }),
    ...(approvalMedium === 'phone' || approvalMedium === 'direct' ? { toldBy: approvalMedium } : {}),
    ...(spokeWith === undefined ? {} : { spokeWith }),
  }
}
