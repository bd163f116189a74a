// Offers: labour and parts separately, without and with VAT, and the customer's decision. Totals per currency.

import { minus, sumPrices } from '@walkaround/contract/rules/money.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { type TypeStyle, widthOf } from '../../../outside/paper/paper.ts'
import type { Approval, FoundQuestion, Offer } from '../../findings/model.ts'
import { coveredWords, decisionWords, lineWords, offerName, priceWords } from '../../findings/offer-words.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, gapOf, row, stack } from './block.ts'
import { decisionSign } from './status.ts'
import { type TableRow, table, widthFor } from './table.ts'
import { type TextOptions, text } from './text.ts'
import { colours, contentWidth, statusColours, type as typeScale } from './theme.ts'

/** The offers for one finding, one line each; the table has the details. */
export function quoteMentions(sheet: Sheet, question: FoundQuestion, width: number): Block[] {
  const quotes = sheet.model.quotes ?? []
  const own = quotes.filter(({ questionRef }) => questionRef !== undefined && questionRef === question.ref)
  const covering = quotes.filter(({ covers }) => covers?.refs.includes(question.ref ?? ''))
  if (own.length + covering.length === 0) return []
  const covered = covering.map((quote) => text(coveredWords(sheet, quote), typeScale.small, width))
  if (own.length === 0) return [gapOf(2), ...covered]
  return [
    gapOf(2),
    text(sheet.texts.quotes.recommended, typeScale.label, width, { keepWithNext: true }),
    ...own.map((quote) => mention(sheet, quote, width)),
    ...covered,
  ]
}

function mention(sheet: Sheet, quote: Offer, width: number): Block {
  const price = priceWords(sheet, quote)
  const state = decisionWords(sheet, quote.approval)
  const priceWidth = Math.min(110, Math.max(58, widthOf(price, typeScale.strong) + 1))
  const stateWidth = Math.min(150, widthOf(state, stateStyle) + 1)
  const priceX = width - priceWidth
  const stateX = priceX - stateWidth - 12
  const name = offerName(sheet, quote)
  const amount = { x: priceX, block: text(price, typeScale.strong, priceWidth, right) }
  // In a narrow column the decision is below, so that the name has enough room.
  if (width < 400) {
    const own = priceX - 12
    return row([
      { x: 0, block: stack([text(name, typeScale.strong, own), text(state, typeScale.small, own)]) },
      amount,
    ])
  }
  return row([
    { x: 0, block: text(name, typeScale.strong, stateX - 12) },
    { x: stateX, block: text(state, stateStyle, stateWidth, right) },
    amount,
  ])
}

const right: TextOptions = { align: 'right' }
const stateStyle: TypeStyle = { ...typeScale.small, leading: typeScale.body.leading }

export function quoteTables(sheet: Sheet, quotes: readonly Offer[], withSums: boolean): Block {
  const currencies = [...new Set(quotes.map(({ currency }) => currency))]
  return stack(
    [
      ...currencies.map((currency) =>
        quoteTable(
          sheet,
          quotes.filter((quote) => quote.currency === currency),
          currency,
          withSums,
        ),
      ),
      currencies.length > 1 && text(sheet.texts.quotes.mixed, typeScale.small, contentWidth),
    ],
    12,
  )
}

function quoteTable(sheet: Sheet, quotes: readonly Offer[], currency: string, withSums: boolean): Block {
  const { texts, formats } = sheet
  const words = texts.quotes
  const gap = 10
  const money = (value?: number) => (value === undefined ? '–' : formats.money(value, currency))
  const sum = sumPrices(
    quotes.map(({ total = {} }) => total),
    currency,
  )
  const heads = [words.labour, words.parts, words.total].join('\n')
  // No amount is wider than the total.
  const amount = widthFor(`${heads}\n${words.exVat}\n${words.incVat}`, [money(sum.incVat)], 54, 86)
  const description = contentWidth - 4 * amount - 4 * gap
  const rows: TableRow[] = quotes.map((quote) => ({
    cells: [
      describe(sheet, quote, description),
      money(quote.labour?.exVat),
      money(quote.parts?.exVat),
      money(quote.total?.exVat),
      text(money(quote.total?.incVat), typeScale.strong, amount, { align: 'right' }),
    ],
  }))
  if (withSums && quotes.length > 0) rows.push(...sumRows(sheet, quotes, currency, money))
  const column = (title: string, vat: string) => ({
    title: `${title}\n${vat}`,
    width: amount,
    align: 'right' as const,
  })
  return table(
    [
      { title: words.offer, width: description },
      column(words.labour, words.exVat),
      column(words.parts, words.exVat),
      column(words.total, words.exVat),
      column(words.total, words.incVat),
    ],
    rows,
    { gap, padding: 5 },
  )
}

function sumRows(
  { texts }: Sheet,
  quotes: readonly Offer[],
  currency: string,
  money: (value?: number) => string,
): TableRow[] {
  const line = (label: string, some: readonly Offer[], isTotal: boolean): TableRow => {
    const part = (name: 'labour' | 'parts' | 'total') =>
      sumPrices(
        some.map((quote) => quote[name] ?? {}),
        currency,
      )
    const total = part('total')
    return {
      cells: [
        label,
        money(part('labour').exVat),
        money(part('parts').exVat),
        money(total.exVat),
        money(total.incVat),
      ],
      isTotal,
      keepWithPrevious: true,
    }
  }
  const priced = quotes.filter(({ total }) => total?.incVat !== undefined)
  const approved = priced.filter(({ approval }) => approval?.status === 'approved')
  const open = priced.filter(({ approval }) => approval === undefined)
  if (priced.length === 0) return []
  const rows = [line(texts.quotes.total, priced, true)]
  if (approved.length > 0 && approved.length < priced.length)
    rows.push(line(texts.quotes.totalApproved, approved, false))
  if (open.length > 0 && open.length < priced.length) rows.push(line(texts.quotes.totalOpen, open, false))
  return rows
}

function describe(sheet: Sheet, quote: Offer, width: number): Block {
  const { texts, formats } = sheet
  const { total, totalBeforeDiscount, currency, reason, overlaps = [] } = quote
  const discount =
    total?.incVat !== undefined && totalBeforeDiscount?.incVat !== undefined
      ? minus(totalBeforeDiscount.incVat, total.incVat)
      : 0
  return stack(
    [
      text(offerName(sheet, quote), typeScale.strong, width),
      reason?.trim() && text(reason, typeScale.small, width),
      ...overlaps.map((words) => text(words, typeScale.small, width)),
      ...listed(sheet, quote).map((words) => text(words, typeScale.small, width)),
      discount > 0 &&
        text(
          fill(texts.quotes.discount, { amount: formats.money(discount, currency) }),
          typeScale.small,
          width,
        ),
      total?.incVat === undefined && text(texts.quotes.noPrice, typeScale.small, width),
      gapOf(1),
      decision(sheet, quote.approval, width),
    ].filter((block) => typeof block === 'object'),
  )
}

/** One line each; for work that is only due, all on one line, so that it is less prominent. */
function listed(sheet: Sheet, { lines = [], reason, currency }: Offer): string[] {
  const words = lines.map((line) => lineWords(sheet, line, currency))
  return reason === undefined || words.length === 0 ? words : [words.join(' · ')]
}

function decision(sheet: Sheet, approval: Approval | undefined, width: number): Block {
  const isApproved = approval?.status === 'approved'
  const style: TypeStyle = {
    ...typeScale.label,
    weight: 'semibold',
    colour: isApproved ? statusColours.green.ink : colours.soft,
  }
  if (!approval) return text(decisionWords(sheet, approval), style, width)
  return row([
    { x: 0, block: decisionSign(approval.status, 8, style.leading, style.colour) },
    { x: 12, block: text(decisionWords(sheet, approval), style, width - 12) },
  ])
}
