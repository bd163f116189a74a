// From sums to what is shown: values of figures with what they were divided by, and small numbers. Pure.
import {
  type CountName,
  type Counts,
  countNames,
  type Figure,
  type FigureKind,
  figures,
  type MoneyName,
  type MoneySums,
  SMALL_NUMBER,
} from '../figures.ts'
import { roundDecimal } from './decimal.ts'
import { decimalsOf } from './money.ts'

export interface FigureValue {
  /** Left out if there is nothing to divide by, and of a share if the numbers are small. */
  value?: number
  /** Of a ratio: what was divided, and by what. */
  count?: number
  of?: number
}

export interface NamedValue extends FigureValue {
  id: string
  currency?: string
}

/** A share of so few is not told in per cent. */
export const isSmall = (of: number): boolean => of < SMALL_NUMBER

export const noCounts = (): Counts => Object.fromEntries(countNames.map((name) => [name, 0])) as Counts

const SECONDS = 60

/** How many decimals a value has. */
function decimalsOfKind(kind: FigureKind, currency: string | undefined): number {
  if (kind === 'money') return decimalsOf(currency)
  if (kind === 'share') return 4
  return kind === 'minutes' ? 1 : 2
}

/** A sum divided by another. */
export function ratio(kind: FigureKind, count: number, of: number, currency?: string): FigureValue {
  const divided = kind === 'minutes' ? count / SECONDS : count
  if (of === 0 || (kind === 'share' && isSmall(of))) return { count, of }
  return { value: roundDecimal(divided / of, decimalsOfKind(kind, currency)), count, of }
}

function valueOfFigure<Name extends string>(
  figure: { kind: FigureKind; sum: readonly Name[]; per?: Name },
  sums: Readonly<Record<Name, number>>,
  currency?: string,
): FigureValue {
  const count = figure.sum.reduce((all, name) => all + sums[name], 0)
  if (figure.per !== undefined) return ratio(figure.kind, count, sums[figure.per], currency)
  return { value: figure.kind === 'money' ? roundDecimal(count, decimalsOfKind('money', currency)) : count }
}

/** Every figure, or each of `only`; those of money once for each currency. */
export function valuesOf(
  counts: Counts,
  money: ReadonlyMap<string, MoneySums>,
  only: readonly Figure[] = figures,
): NamedValue[] {
  return only.flatMap((figure) =>
    figure.kind === 'money'
      ? [...money].map(([currency, sums]) => ({
          id: figure.id,
          currency,
          ...valueOfFigure<MoneyName>(figure, sums, currency),
        }))
      : [{ id: figure.id, ...valueOfFigure<CountName>(figure, counts) }],
  )
}

interface QuestionSums {
  answered: number
  found: number
  /** How often the time is known, and how long it took in all. */
  timed: number
  milliseconds: number
}

/** What a question takes, finds and brings. */
export function questionValuesOf(sums: QuestionSums, sold: ReadonlyMap<string, number>): NamedValue[] {
  const { answered, found, timed, milliseconds } = sums
  const minutes = milliseconds / 60_000
  const seconds = roundDecimal(milliseconds / 1000, 1)
  return [
    {
      id: 'questionSeconds',
      ...(timed > 0 ? { value: roundDecimal(milliseconds / 1000 / timed, 1) } : {}),
      count: seconds,
      of: timed,
    },
    { id: 'findRate', ...ratio('share', found, answered) },
    ...[...sold].map(([currency, money]) => ({
      id: 'moneyPerMinute',
      currency,
      ...(minutes > 0 ? { value: roundDecimal(money / minutes, decimalsOf(currency)) } : {}),
      count: roundDecimal(money, decimalsOf(currency)),
      of: roundDecimal(minutes, 2),
    })),
  ]
}
