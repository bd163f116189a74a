// What the branches have on average: a share or an average of all their cars, and everything else per branch. Pure.
import type { FigureDefinition, FigureGroup, FigureValue } from '@walkaround/contract/dms/figures.ts'
import type { FigureKind } from '@walkaround/contract/figures.ts'
import { ratio } from '@walkaround/contract/rules/figure-values.ts'
import { type ChosenFigure, valueIn } from './figure-choice.ts'

type Value = Pick<FigureValue, 'value' | 'count' | 'of'>

/** Undefined if there is nothing to compare with: no other branch. */
export function averageOf(
  groups: readonly Pick<FigureGroup, 'figures'>[],
  chosen: ChosenFigure,
): Value | undefined {
  if (groups.length < 2) return undefined
  const values = groups.flatMap((group) => valueIn(group, chosen) ?? [])
  const sum = (name: 'value' | 'count' | 'of') => values.reduce((all, one) => all + (one[name] ?? 0), 0)
  if (values.some(({ of }) => of !== undefined))
    return ratio(kindOf(chosen.definition), sum('count'), sum('of'), chosen.currency)
  return { value: sum('value') / groups.length }
}

/** Groups of branches have no figures of questions, which alone are counted in seconds. */
const kindOf = ({ kind }: FigureDefinition): FigureKind => (kind === 'seconds' ? 'average' : kind)
