// Which figure the charts show, and what of it is drawn: a value, or words where the numbers are too small for one. Pure.
import type { FigureDefinition, FigureGroup, Figures, FigureValue } from '@walkaround/contract/dms/figures.ts'
import type { Query } from '../../../office/places.ts'

export interface ChosenFigure {
  readonly definition: FigureDefinition
  /** Of money. */
  readonly currency?: string
}

/** Stable, for addresses and files. */
export const keyOfFigure = ({ definition, currency }: ChosenFigure): string =>
  [definition.id, currency].filter(Boolean).join('-')

/** The figure of such a key, whatever the currency. */
export const figureOfKey = (key: string): string => key.replace(/-.*/, '')

/** Every figure of which there is anything, money once for each currency, in the order of the definitions. */
export function choicesOf({ groups, definitions }: Pick<Figures, 'groups' | 'definitions'>): ChosenFigure[] {
  const found = new Map<string, Set<string | undefined>>()
  for (const { id, currency } of groups.flatMap(({ figures }) => figures))
    found.set(id, (found.get(id) ?? new Set()).add(currency))
  return definitions.flatMap((definition) =>
    [...(found.get(definition.id) ?? [])].map((currency) =>
      currency === undefined ? { definition } : { definition, currency },
    ),
  )
}

/** An address that asks for none, or for one that is not there, gets what was sold, or the first. */
export const chosenOf = ({ figure }: Query, choices: readonly ChosenFigure[]): ChosenFigure | undefined =>
  choices.find((one) => keyOfFigure(one) === figure) ??
  choices.find(({ definition }) => definition.id === 'soldMoney') ??
  choices[0]

export const valueIn = (
  { figures }: Pick<FigureGroup, 'figures'>,
  { definition, currency }: ChosenFigure,
): FigureValue | undefined => figures.find((one) => one.id === definition.id && one.currency === currency)

/** What is counted or paid has no steps smaller than one. */
export const leastStepOf = ({ definition: { kind } }: ChosenFigure): number =>
  kind === 'count' || kind === 'money' ? 1 : 0

/** Of which there is money, in the order of the figures. */
export const currenciesOf = ({ groups }: Pick<Figures, 'groups'>): readonly string[] => [
  ...new Set(groups.flatMap(({ figures }) => figures.flatMap(({ currency }) => currency ?? []))),
]
