// Figures in the words of the page.
import type { FigureDefinition, FigureValue } from '@walkaround/contract/dms/figures.ts'
import { sayFigure } from '@walkaround/contract/rules/figure-texts.ts'
import type { Cell } from '../../../office/ui/sort-rows.ts'
import type { Words } from '../../app/words.ts'
import type { ChosenFigure } from './figure-choice.ts'
import type { Step } from './steps.ts'

type Value = Pick<FigureValue, 'value' | 'count' | 'of'>

/** "3 of 4" instead of a percentage where numbers are small, and a dash where nothing was counted. */
export const sayValue = (
  { t, locale }: Pick<Words, 't' | 'locale'>,
  { kind }: Pick<FigureDefinition, 'kind'>,
  value: Value,
  currency?: string,
): string =>
  sayFigure(kind, value, currency, {
    language: locale,
    small: t('numbers.few', { count: '{count}', of: '{of}' }),
    none: '–',
  })

/** A value to draw, or the words that stand where there is none; neither if nothing was counted. */
export function drawnOf(
  words: Pick<Words, 't' | 'locale'>,
  { definition, currency }: ChosenFigure,
  figure: Value | undefined,
): { value: number | undefined; words?: string } {
  if (figure?.value !== undefined || !figure?.of) return { value: figure?.value }
  return { value: undefined, words: sayValue(words, definition, figure, currency) }
}

/** For files and the order of rows: the value, or the same words; a count without what it is of would look like a value. */
export function readOf(
  words: Pick<Words, 't' | 'locale'>,
  chosen: ChosenFigure,
  figure: Value | undefined,
): Cell {
  const drawn = drawnOf(words, chosen, figure)
  return drawn.value ?? drawn.words
}

export const nameOfFigure = ({ name }: FigureDefinition, currency: string | undefined): string =>
  currency === undefined ? name : `${name} (${currency})`

/** The name of a step by its first day: a week is named by it, a month by itself. */
export const sayStep = (
  { briefDate, month }: Pick<Words, 'briefDate' | 'month'>,
  step: Step,
  begin: string,
) => (step === 'month' ? month(begin) : briefDate(begin))
