// The damage of a vehicle over its visits: marks of the same damage at several visits are one damage. Pure.
import type { KnownDamage } from '@walkaround/contract/dms/vehicle-history.ts'
import type { MarkOfSurvey } from '../damage/rows.ts'
import { panelName } from '../outlines/panel-names.ts'
import type { Visit } from './visits.ts'

/** In units of the outline, which is 1000 wide: as far as two people tap apart who mean the same place. */
const SAME_PLACE = 40

interface Seen {
  mark: MarkOfSurvey
  at: string
}

/** The last seen first. A mark joins the closest damage that its own visit has not marked yet. */
export function toDamage(
  visits: readonly Visit[],
  marks: readonly MarkOfSurvey[],
  language: string,
): KnownDamage[] {
  const timeOf = new Map(visits.map(({ row, at }) => [row.id, at]))
  const oldestFirst = marks
    .flatMap((mark): Seen[] => {
      const at = timeOf.get(mark.surveyId)
      return at === undefined ? [] : [{ mark, at }]
    })
    .toSorted((one, other) => one.at.localeCompare(other.at) || (one.mark.id < other.mark.id ? -1 : 1))
  const known: Seen[][] = []
  for (const seen of oldestFirst) {
    const same = known
      .filter((chain) => isSameDamage(chain, seen.mark))
      .sort(
        (one, other) => distance(lastOf(one).mark, seen.mark) - distance(lastOf(other).mark, seen.mark),
      )[0]
    if (same) same.push(seen)
    else known.push([seen])
  }
  return known
    .map((chain) => toKnown(chain, language))
    .sort((one, other) => (other.seen.at(-1)?.at ?? '').localeCompare(one.seen.at(-1)?.at ?? ''))
}

const lastOf = (chain: readonly Seen[]): Seen => chain.at(-1) as Seen

const distance = (one: MarkOfSurvey, other: MarkOfSurvey): number =>
  Math.hypot(one.x - other.x, one.y - other.y)

function isSameDamage(chain: readonly Seen[], mark: MarkOfSurvey): boolean {
  const { mark: last } = lastOf(chain)
  return (
    last.kind === mark.kind &&
    last.bodyStyle === mark.bodyStyle &&
    last.panel === mark.panel &&
    distance(last, mark) <= SAME_PLACE &&
    chain.every((seen) => seen.mark.surveyId !== mark.surveyId)
  )
}

const tenths = (value: number) => Math.round(value * 10) / 10

function toKnown(chain: readonly Seen[], language: string): KnownDamage {
  const { kind, bodyStyle, x, y, panel, size, comment } = lastOf(chain).mark
  return {
    kind,
    bodyStyle,
    x: tenths(x),
    y: tenths(y),
    seen: chain.map(({ mark, at }) => ({ surveyId: mark.surveyId, at, markId: mark.id })),
    ...(panel === null ? {} : { panel, panelText: panelName(panel, language) }),
    ...(size === null ? {} : { size }),
    ...(comment === null ? {} : { comment }),
  }
}
