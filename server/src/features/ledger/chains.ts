// Follows one question of one vehicle over its visits: where a finding begins, goes on and ends (I7). Pure.
import type { Closing, FindingRow, Reading, Visit } from './model.ts'

/** Work sold that covers the question. */
export interface Sale {
  orderId: string
  at: string
  /** Where it stands between the readings. */
  us: number
}

export interface Seen {
  visit: Visit
  reading: Reading & { grade: 'amber' | 'red' }
}

export interface Chain {
  /** In the order of the visits; at least one. */
  seen: readonly [Seen, ...Seen[]]
  closed?: { as: NonNullable<FindingRow['closedAs']>; at: string; in: string }
}

type Step =
  | { kind: 'read'; us: number; visit: Visit; reading: Reading }
  | { kind: 'sold'; us: number; sale: Sale }
  | { kind: 'closed'; us: number; closing: Closing }

/** Of one moment: what was seen, then what was sold on it, then what staff closed. */
const ranks = { read: 0, sold: 1, closed: 2 } as const

/** Amber and red open a finding and keep it open; green, sold work and staff close it. */
export function toChains(
  read: readonly { visit: Visit; reading: Reading }[],
  sales: readonly Sale[],
  closings: readonly Closing[],
): Chain[] {
  const steps: Step[] = [
    ...read.map((one) => ({ kind: 'read' as const, us: one.reading.atUs, ...one })),
    ...sales.map((sale) => ({ kind: 'sold' as const, us: sale.us, sale })),
    ...closings.map((closing) => ({ kind: 'closed' as const, us: closing.atUs, closing })),
  ]
  const chains: { seen: [Seen, ...Seen[]]; closed?: NonNullable<Chain['closed']> }[] = []
  for (const step of steps.sort(inTime)) {
    const last = chains.at(-1)
    const open = last?.closed ? undefined : last
    if (step.kind === 'read') {
      const { visit, reading } = step
      const { grade } = reading
      if (grade === 'green') {
        if (open) open.closed = { as: 'green', at: reading.at, in: visit.surveyId }
        continue
      }
      const seen = { visit, reading: { ...reading, grade } }
      if (open) open.seen.push(seen)
      else chains.push({ seen: [seen] })
    } else if (open)
      open.closed =
        step.kind === 'sold'
          ? { as: 'sold', at: step.sale.at, in: step.sale.orderId }
          : { as: 'byHand', at: step.closing.at, in: step.closing.id }
  }
  return chains
}

function inTime(one: Step, other: Step): number {
  if (one.us !== other.us) return one.us - other.us
  if (one.kind !== other.kind) return ranks[one.kind] - ranks[other.kind]
  if (one.kind === 'read' && other.kind === 'read')
    return (
      one.visit.cameUs - other.visit.cameUs ||
      one.visit.madeUs - other.visit.madeUs ||
      (one.visit.surveyId < other.visit.surveyId ? -1 : 1)
    )
  return nameOf(one) < nameOf(other) ? -1 : 1
}

const nameOf = (step: Step): string =>
  step.kind === 'sold' ? step.sale.orderId : step.kind === 'closed' ? step.closing.id : ''
