// Figures in the words of the page.
import type { FigureDefinition, FigureValue } from '@walkaround/contract/dms/figures.ts'
import { sayFigure } from '@walkaround/contract/rules/figure-texts.ts'
import type { Words } from '../../app/words.tsx'

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

export const nameOfFigure = ({ name }: FigureDefinition, currency: string | undefined): string =>
  currency === undefined ? name : `${name} (${currency})`
