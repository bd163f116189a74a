// Figures as people read them: percentages, "3 of 4", minutes, money; and as a table for a spreadsheet. Pure.
import type { FigureKind } from '../figures.ts'
import { toCommaSeparated } from './comma-separated.ts'
import { type FigureValue, isSmall } from './figure-values.ts'

type ShownKind = FigureKind | 'seconds'

interface Look {
  language: string
  /** Such as "{count} of {of}". */
  small: string
  /** What stands where nothing was counted. */
  none: string
}

/** A share of few is told as it was counted. */
export function sayFigure(
  kind: ShownKind,
  { value, count = 0, of = 0 }: FigureValue,
  currency: string | undefined,
  { language, small, none }: Look,
): string {
  const say = (number: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(language, options).format(number)
  if (value === undefined) {
    if (kind !== 'share' || of === 0 || !isSmall(of)) return none
    return small.replace('{count}', say(count)).replace('{of}', say(of))
  }
  if (kind === 'share') return say(value, { style: 'percent', maximumFractionDigits: 1 })
  if (kind === 'money' && currency !== undefined) return say(value, { style: 'currency', currency })
  return say(value, { maximumFractionDigits: kind === 'minutes' || kind === 'seconds' ? 1 : 2 })
}

export interface TableRow {
  /** What tells the rows apart, such as a branch. */
  place: readonly (string | undefined)[]
  figures: readonly (FigureValue & { id: string; currency?: string; before?: FigureValue })[]
}

/** One line for each value, as numbers that a program reads. */
export function toCsv(places: readonly string[], rows: readonly TableRow[]): string {
  const head = [
    ...places,
    'figure',
    'currency',
    'value',
    'count',
    'of',
    'valueBefore',
    'countBefore',
    'ofBefore',
  ]
  const lines = rows.flatMap(({ place, figures }) =>
    figures.map(({ id, currency, value, count, of, before }) => [
      ...place,
      id,
      currency,
      value,
      count,
      of,
      before?.value,
      before?.count,
      before?.of,
    ]),
  )
  return toCommaSeparated([head, ...lines])
}

/** One line for each place. Of a figure that is divided, both parts: so the columns can be added up. */
export function toWideCsv(places: readonly string[], rows: readonly TableRow[]): string {
  const cellsOf = ({ figures }: TableRow) =>
    new Map(
      figures.flatMap(({ id, currency, value, count, of }): [string, number | undefined][] => {
        const name = [id, currency].filter(Boolean).join('-')
        return of === undefined
          ? [[name, value]]
          : [
              [`${name}.count`, count],
              [`${name}.of`, of],
            ]
      }),
    )
  const cells = rows.map(cellsOf)
  const names = [...new Set(cells.flatMap((one) => [...one.keys()]))]
  const lines = rows.map(({ place }, at) => [...place, ...names.map((name) => cells[at]?.get(name))])
  return toCommaSeparated([[...places, ...names], ...lines])
}
