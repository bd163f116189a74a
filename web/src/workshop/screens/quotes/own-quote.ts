// A quote as somebody types it, and what it becomes: exact amounts, or what is still missing. Pure.
import type { QuoteItem } from '@walkaround/contract/dms/packages.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { decimalsOf, parseAmount, withoutVat, withVat } from './money.ts'

export interface TypedLine {
  key: string
  itemCategory: 'labour' | 'material'
  text: string
  quantity: string
  exVat: string
  incVat: string
}

export interface TypedQuote {
  description: string
  currency: string
  rate: string
  lines: TypedLine[]
}

export type LineProblem = 'text' | 'quantity' | 'exVat' | 'incVat'

const written = (value: number | undefined, decimals: number): string =>
  value === undefined ? '' : value.toFixed(Math.max(decimals, (String(value).split('.')[1] ?? '').length))

export const emptyLine = (key: string, itemCategory: TypedLine['itemCategory'] = 'labour'): TypedLine => ({
  key,
  itemCategory,
  text: '',
  quantity: '1',
  exVat: '',
  incVat: '',
})

/** Whichever amount was typed, the other follows by the rate. */
export function typeAmount(
  line: TypedLine,
  name: 'exVat' | 'incVat',
  text: string,
  rate: string,
  currency: string,
): TypedLine {
  const typed = { ...line, [name]: text }
  const value = parseAmount(text)
  const percent = parseAmount(rate)
  if (value === undefined || percent === undefined) return typed
  const decimals = decimalsOf(currency)
  return name === 'exVat'
    ? { ...typed, incVat: written(withVat(value, percent, decimals), decimals) }
    : { ...typed, exVat: written(withoutVat(value, percent, decimals), decimals) }
}

/** A new rate changes what it is added to, never what was agreed without it. */
export const typeRate = (quote: TypedQuote, rate: string): TypedQuote => ({
  ...quote,
  rate,
  lines: quote.lines.map((line) => typeAmount(line, 'exVat', line.exVat, rate, quote.currency)),
})

export function problemsOf(line: TypedLine): LineProblem[] {
  const problems: LineProblem[] = []
  if (line.text.trim() === '') problems.push('text')
  if (line.quantity.trim() !== '' && parseAmount(line.quantity) === undefined) problems.push('quantity')
  if (parseAmount(line.exVat) === undefined) problems.push('exVat')
  if (parseAmount(line.incVat) === undefined) problems.push('incVat')
  return problems
}

export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text)
export const isWhole = ({ currency, lines }: TypedQuote): boolean =>
  isCurrency(currency) && lines.length > 0 && lines.every((line) => problemsOf(line).length === 0)

export function toQuote(
  typed: TypedQuote,
  place: { questionId: string; answerId: string },
  before?: Quote,
): Quote {
  const known = new Map((before?.contents ?? []).map((item) => [item.id, item]))
  const contents = typed.lines.map((line, index): QuoteItem => {
    const id = line.key
    const kept = known.get(id)
    const quantity = parseAmount(line.quantity)
    return {
      ...kept,
      id: kept?.id ?? String((index + 1) * 10),
      itemCategory: line.itemCategory,
      description: line.text.trim(),
      ...(quantity === undefined ? {} : { quantity }),
      amountExVat: parseAmount(line.exVat)!,
      amountIncVat: parseAmount(line.incVat)!,
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

/** A kept line may have the number a new one would get. */
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
    lines: (quote.contents ?? []).map((item, index) => ({
      key: item.id ?? String(index),
      itemCategory: item.itemCategory,
      text: item.description ?? item.itemCode ?? '',
      quantity: item.quantity === undefined ? '' : String(item.quantity),
      exVat: written(item.amountExVat, decimals),
      incVat: written(item.amountIncVat, decimals),
    })),
  }
}
