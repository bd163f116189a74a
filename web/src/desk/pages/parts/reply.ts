// A reply of the parts desk as it is typed, and what it becomes: quantity times unit price in exact amounts, or what is still missing. Pure.
import type { PartLine, PartReply, PartRequest } from '@walkaround/contract/dms/parts.ts'
import { decimalsOf, lineTotal, parseAmount, perUnit, sum } from '@walkaround/contract/rules/money.ts'
import { partWords, replyFaults } from '@walkaround/contract/rules/parts.ts'
import { partUnits, written } from '@walkaround/contract/rules/typed-amounts.ts'

type Unit = NonNullable<PartLine['unitOfMeasure']>

export interface TypedLine {
  key: string
  text: string
  code: string
  quantity: string
  unit: Unit
  /** Of one unit, without VAT. */
  price: string
}

export interface TypedReply {
  currency: string
  lines: readonly TypedLine[]
  isInStock: boolean
  day: string
  note: string
}

export type LineProblem = 'text' | 'quantity' | 'price'

export const units: readonly Unit[] = partUnits

export const emptyLine = (key: string): TypedLine => ({
  key,
  text: '',
  code: '',
  quantity: '1',
  unit: 'ea',
  price: '',
})

/** A former reply is changed; otherwise there is one empty line. */
export function toTyped(request: PartRequest, usual: string, newKey: () => string): TypedReply {
  const { lines = [], currency = usual, availableOn, note = '' } = request
  return {
    currency,
    lines: lines.length > 0 ? lines.map((line) => toLine(line, currency, newKey())) : [emptyLine(newKey())],
    isInStock: availableOn === undefined,
    day: availableOn ?? '',
    note,
  }
}

const toLine = (line: PartLine, currency: string, key: string): TypedLine => ({
  key,
  text: line.description,
  code: line.itemCode ?? '',
  quantity: String(line.quantity),
  unit: line.unitOfMeasure ?? 'ea',
  price: written(perUnit(line.amountExVat, line.quantity), decimalsOf(currency)),
})

/** Undefined while a number is missing. */
function totalOf({ quantity, price }: TypedLine, currency: string): number | undefined {
  const [count, each] = [parseAmount(quantity), parseAmount(price)]
  if (count === undefined || each === undefined) return undefined
  return lineTotal({ quantity: count, price: each, discount: 0, kind: 'amount' }, decimalsOf(currency))
}

/** Of the lines that are complete. */
export const sumOf = ({ lines, currency }: TypedReply): number =>
  sum(lines.flatMap((line) => totalOf(line, currency) ?? []))

export function problemsOf({ text, quantity, price }: TypedLine): LineProblem[] {
  const problems: LineProblem[] = []
  if (text.trim() === '') problems.push('text')
  if (!parseAmount(quantity)) problems.push('quantity')
  if (parseAmount(price) === undefined) problems.push('price')
  return problems
}

export const isDayWrong = (typed: TypedReply, today: string): boolean =>
  !typed.isInStock &&
  replyFaults({ outcome: 'priced', lines: [{}], currency: typed.currency, availableOn: typed.day }, today)
    .length > 0

export const isWhole = (typed: TypedReply, today: string): boolean =>
  typed.lines.every((line) => problemsOf(line).length === 0) && !isDayWrong(typed, today)

export function toReply(typed: TypedReply, revision: number): PartReply {
  const note = partWords(typed.note)
  return {
    revision,
    outcome: 'priced',
    currency: typed.currency,
    lines: typed.lines.map((line) => {
      const code = line.code.trim()
      return {
        description: line.text.trim(),
        ...(code === '' ? {} : { itemCode: code }),
        quantity: parseAmount(line.quantity) ?? 0,
        unitOfMeasure: line.unit,
        amountExVat: totalOf(line, typed.currency) ?? 0,
      }
    }),
    ...(typed.isInStock ? {} : { availableOn: typed.day }),
    ...(note === undefined ? {} : { note }),
  }
}

export function toRefusal(typed: TypedReply, revision: number): PartReply {
  const note = partWords(typed.note)
  return { revision, outcome: 'unavailable', ...(note === undefined ? {} : { note }) }
}
