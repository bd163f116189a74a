// A quote as typed, and what it becomes: quantity times price less a discount, in exact amounts, or what is still missing. The
// interface stores the total of a line (E7), so the unit price is computed back from it. Pure.
import type { QuoteItem } from '@walkaround/contract/dms/packages.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { spreadDiscount } from '@walkaround/contract/rules/discounts.ts'
import {
  decimalsOf,
  lineTotal,
  minus,
  parseAmount,
  perUnit,
  withoutVat,
  withVat,
} from '@walkaround/contract/rules/money.ts'
import { partUnits, written } from '@walkaround/contract/rules/typed-amounts.ts'

type Vat = 'exVat' | 'incVat'
export type Unit = NonNullable<QuoteItem['unitOfMeasure']>

export interface Sum {
  exVat: number
  incVat: number
}

export interface TypedLine {
  key: string
  itemCategory: 'labour' | 'material'
  text: string
  quantity: string
  unit: Unit
  /** The unit price, both ways. */
  exVat: string
  incVat: string
  /** Which of the two was typed: the total is computed from it. */
  basis: Vat
  discount: string
  discountKind: 'percent' | 'amount'
  /** Of labour: decides what an hour costs. */
  labourType?: string
  /** The former price, and that before its discount; kept until something about the price is changed. */
  kept?: Sum & { full: Sum }
}

export interface TypedQuote {
  description: string
  currency: string
  rate: string
  lines: TypedLine[]
  /** On everything together, with VAT. */
  discount: string
  discountKind: 'percent' | 'amount'
}

/** What an hour costs, for a new line of labour. */
export interface Hourly {
  labourType?: string | undefined
  exVat?: number | undefined
  rate: string
  currency: string
}

type LineProblem = 'text' | 'quantity' | 'exVat' | 'incVat' | 'discount'

/** Those units of the interface's table by which work and parts are sold. */
export const units: readonly Unit[] = ['hour', ...partUnits]

/** Labour is sold by the hour, at the usual rate if one is known. */
export function emptyLine(
  key: string,
  itemCategory: TypedLine['itemCategory'] = 'labour',
  hourly: Hourly = { rate: '', currency: '' },
): TypedLine {
  const line: TypedLine = {
    key,
    itemCategory,
    text: '',
    quantity: '1',
    unit: itemCategory === 'labour' ? 'hour' : 'ea',
    exVat: '',
    incVat: '',
    basis: 'exVat',
    discount: '',
    discountKind: 'percent',
  }
  return itemCategory === 'labour' ? withHourly(line, hourly) : line
}

/** Another labour type costs what its hour costs; a price that nobody knows stays. */
export function withHourly(line: TypedLine, hourly: Hourly): TypedLine {
  const { labourType: _, ...rest } = line
  const typed = hourly.labourType === undefined ? rest : { ...rest, labourType: hourly.labourType }
  if (hourly.exVat === undefined) return typed
  return typePrice(
    typed,
    'exVat',
    written(hourly.exVat, decimalsOf(hourly.currency)),
    hourly.rate,
    hourly.currency,
  )
}

/** A part has no labour type; labour that had none gets the usual hour. */
export function toCategory(
  line: TypedLine,
  itemCategory: TypedLine['itemCategory'],
  hourly: Hourly,
): TypedLine {
  const { labourType: _, ...rest } = line
  const unit = itemCategory === 'labour' ? 'hour' : 'ea'
  if (itemCategory === 'material') return { ...rest, itemCategory, unit }
  const next = { ...line, itemCategory, unit } as const
  return line.exVat.trim() === '' ? withHourly(next, hourly) : next
}

/** A change of the price recomputes the total. */
export const changePrice = (line: TypedLine, change: Partial<TypedLine>): TypedLine => {
  const { kept: _, ...rest } = line
  return { ...rest, ...change }
}

/** Whichever price was typed, the other follows by the VAT rate. */
export function typePrice(
  line: TypedLine,
  name: Vat,
  text: string,
  rate: string,
  currency: string,
): TypedLine {
  const typed = changePrice(line, { [name]: text, basis: name })
  const value = parseAmount(text)
  const percent = parseAmount(rate)
  if (value === undefined || percent === undefined) return typed
  const decimals = decimalsOf(currency)
  return name === 'exVat'
    ? { ...typed, incVat: written(withVat(value, percent, decimals), decimals) }
    : { ...typed, exVat: written(withoutVat(value, percent, decimals), decimals) }
}

/** A new rate changes the price with VAT, never the one without. */
export const typeRate = (quote: TypedQuote, rate: string): TypedQuote => ({
  ...quote,
  rate,
  lines: quote.lines.map((line) => typePrice(line, 'exVat', line.exVat, rate, quote.currency)),
})

const other = { exVat: 'incVat', incVat: 'exVat' } as const
const quantityOf = ({ quantity }: TypedLine) => (quantity.trim() === '' ? 1 : parseAmount(quantity))
const discountOf = ({ discount }: TypedLine) => (discount.trim() === '' ? 0 : parseAmount(discount))

/** The total of a line, both ways; undefined while something is missing. The discount applies to the amount that was typed. */
export function sumOf(
  line: TypedLine,
  { rate, currency }: Pick<TypedQuote, 'rate' | 'currency'>,
): Sum | undefined {
  if (line.kept) return { exVat: line.kept.exVat, incVat: line.kept.incVat }
  const { basis, discountKind: kind } = line
  const decimals = decimalsOf(currency)
  const [quantity, discount, percent] = [quantityOf(line), discountOf(line), parseAmount(rate)]
  const totalOf = (name: Vat) => {
    const price = parseAmount(line[name])
    if (price === undefined || quantity === undefined || discount === undefined) return undefined
    return lineTotal({ quantity, price, discount, kind }, decimals)
  }
  const typed = totalOf(basis)
  if (typed === undefined || typed < 0) return undefined
  if (percent !== undefined) {
    return basis === 'exVat'
      ? { exVat: typed, incVat: withVat(typed, percent, decimals) }
      : { exVat: withoutVat(typed, percent, decimals), incVat: typed }
  }
  // Without a rate both prices were typed, and a discount amount would belong to only one of them.
  if (kind === 'amount' && discount !== 0) return undefined
  const worked = totalOf(other[basis])
  if (worked === undefined || worked < 0) return undefined
  return basis === 'exVat' ? { exVat: typed, incVat: worked } : { exVat: worked, incVat: typed }
}

export function problemsOf(line: TypedLine, quote: Pick<TypedQuote, 'rate' | 'currency'>): LineProblem[] {
  const problems: LineProblem[] = []
  if (line.text.trim() === '') problems.push('text')
  if (line.kept) return problems
  if (quantityOf(line) === undefined) problems.push('quantity')
  if (parseAmount(line.exVat) === undefined) problems.push('exVat')
  if (parseAmount(line.incVat) === undefined) problems.push('incVat')
  const discount = discountOf(line)
  const isTooMuch = line.discountKind === 'percent' && (discount ?? 0) > 100
  const isWhole = problems.every((one) => one === 'text')
  if (discount === undefined || isTooMuch || (isWhole && sumOf(line, quote) === undefined))
    problems.push('discount')
  return problems
}

/** Before its discount. */
const fullOf = (line: TypedLine, quote: Pick<TypedQuote, 'rate' | 'currency'>): Sum | undefined =>
  line.kept ? line.kept.full : sumOf({ ...line, discount: '' }, quote)

/** What the lines cost with the discount on all of them; undefined while something is missing, or if it is more than the price. */
export function sumsOf(quote: TypedQuote): (Sum & { full: Sum })[] | undefined {
  const lines = quote.lines.map((line) => {
    const [sum, full] = [sumOf(line, quote), fullOf(line, quote)]
    return sum && full && { ...sum, full }
  })
  if (!lines.every((line) => line !== undefined)) return undefined
  const value = quote.discount.trim() === '' ? 0 : parseAmount(quote.discount)
  if (value === undefined) return undefined
  return spreadDiscount(lines, { value, kind: quote.discountKind }, decimalsOf(quote.currency))
}

/** The lines are complete, but the discount on all of them is not a number or too much. */
export const isDiscountWrong = (quote: TypedQuote): boolean =>
  quote.lines.every((line) => sumOf(line, quote) !== undefined) && sumsOf(quote) === undefined

const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text)
export const isWhole = (quote: TypedQuote): boolean =>
  isCurrency(quote.currency) &&
  quote.lines.length > 0 &&
  quote.lines.every((line) => problemsOf(line, quote).length === 0) &&
  !isDiscountWrong(quote)

export function toQuote(
  typed: TypedQuote,
  place: { questionId: string; answerId: string },
  before?: Quote,
): Quote {
  const known = new Map((before?.contents ?? []).map((item) => [item.id, item]))
  const sums = sumsOf(typed) ?? []
  const contents = typed.lines.map((line, index): QuoteItem => {
    const kept = known.get(line.key)
    const { exVat, incVat, full } = sums[index]!
    const isReduced = exVat < full.exVat || incVat < full.incVat
    const quantity = parseAmount(line.quantity)
    const {
      quantity: _,
      unitOfMeasure: __,
      fullAmountExVat: ___,
      fullAmountIncVat: ____,
      labourType: _____,
      ...rest
    } = kept ?? ({} as Partial<QuoteItem>)
    return {
      ...rest,
      id: kept?.id ?? String((index + 1) * 10),
      itemCategory: line.itemCategory,
      description: line.text.trim(),
      // A unit only makes sense with a quantity.
      ...(quantity === undefined ? {} : { quantity }),
      ...(quantity === undefined || (kept && kept.unitOfMeasure === undefined && line.kept)
        ? {}
        : { unitOfMeasure: line.unit }),
      ...(line.itemCategory === 'labour' && line.labourType ? { labourType: line.labourType } : {}),
      amountExVat: exVat,
      amountIncVat: incVat,
      ...(isReduced ? { fullAmountExVat: full.exVat, fullAmountIncVat: full.incVat } : {}),
    }
  })
  const description = typed.description.trim() || contents[0]?.description
  const { packageId, variantId } = before ?? {}
  return {
    category: 'quote',
    currency: typed.currency,
    ...place,
    ...(description === undefined ? {} : { description }),
    ...(packageId === undefined ? {} : { packageId, variantId }),
    contents: withOwnIds(contents),
  }
}

/** An existing line may have the number that a new one would get. */
function withOwnIds(items: QuoteItem[]): QuoteItem[] {
  const seen = new Set<string>()
  return items.map((item) => {
    let id = item.id ?? '10'
    while (seen.has(id)) id = `${id}a`
    seen.add(id)
    return { ...item, id }
  })
}

export function toTyped(quote: Quote, rate: string): TypedQuote {
  const decimals = decimalsOf(quote.currency)
  return {
    description: quote.description ?? '',
    currency: quote.currency,
    rate,
    discount: '',
    discountKind: 'percent',
    lines: (quote.contents ?? []).map((item, index) => {
      const { amountExVat: exVat, amountIncVat: incVat, quantity } = item
      const fullExVat = item.fullAmountExVat ?? exVat
      const fullIncVat = item.fullAmountIncVat ?? incVat
      const off = exVat === undefined || fullExVat === undefined ? 0 : minus(fullExVat, exVat)
      const one = (amount: number | undefined) =>
        amount === undefined ? undefined : perUnit(amount, quantity ?? 1)
      return {
        key: item.id ?? String(index),
        itemCategory: item.itemCategory,
        text: item.description ?? item.itemCode ?? '',
        quantity: quantity === undefined ? '' : String(quantity),
        unit: item.unitOfMeasure ?? (item.itemCategory === 'labour' ? 'hour' : 'ea'),
        exVat: written(one(fullExVat), decimals),
        incVat: written(one(fullIncVat), decimals),
        basis: 'exVat',
        discount: off === 0 ? '' : written(off, decimals),
        discountKind: off === 0 ? 'percent' : 'amount',
        ...(item.labourType === undefined ? {} : { labourType: item.labourType }),
        ...(exVat === undefined || incVat === undefined
          ? {}
          : { kept: { exVat, incVat, full: { exVat: fullExVat ?? exVat, incVat: fullIncVat ?? incVat } } }),
      }
    }),
  }
}
