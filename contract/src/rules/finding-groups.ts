// Findings of one system at one axle as one group: the system is the section of the template, the axle comes from the question.
// Pure.
import { type Axle, axleOf, type PlacedQuestion, sideOf } from './covered-work.ts'

interface GroupedFinding {
  readonly section: { readonly id: string }
  readonly question: PlacedQuestion
}

export interface FindingGroup<T> {
  readonly key: string
  readonly axle?: Axle
  readonly findings: T[]
}

/** In the order of their first findings. */
export function groupFindings<T extends GroupedFinding>(findings: readonly T[]): FindingGroup<T>[] {
  const groups = new Map<string, FindingGroup<T>>()
  for (const finding of findings) {
    const axle = axleOf(finding.question)
    const key = JSON.stringify([finding.section.id, axle ?? ''])
    const group = groups.get(key) ?? { key, ...(axle === undefined ? {} : { axle }), findings: [] }
    group.findings.push(finding)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** The same measurement at the wheels of an axle, left before right. */
interface PairedValues<T> {
  readonly values: readonly { readonly side: 'left' | 'right'; readonly of: T }[]
}

/** What the sides have in common: vc.padF of vc.padFL and vc.padFR, so that two measurements of an axle stay apart; else the unit. */
function measureOf({ id, clientSettings }: PlacedQuestion): string {
  const { side, unit } = (clientSettings ?? {}) as { side?: string; unit?: string }
  return side === undefined ? id.slice(0, -1) : (unit ?? '')
}

/** Of questions at one axle: those measured left and right. */
export function pairValues<T extends { readonly question: PlacedQuestion }>(
  measured: readonly T[],
): PairedValues<T>[] {
  const sided = measured.flatMap((of) => {
    const side = sideOf(of.question)
    return side === undefined ? [] : [{ side, of }]
  })
  const pairs = new Map<string, typeof sided>()
  for (const one of sided) {
    const measure = measureOf(one.of.question)
    pairs.set(measure, [...(pairs.get(measure) ?? []), one])
  }
  return [...pairs.values()].map((values) => ({
    values: values.toSorted((one, other) => one.side.localeCompare(other.side)),
  }))
}
