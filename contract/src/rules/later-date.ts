// Which date "Later" proposes: when the part that wears is due, otherwise after a fixed number of days. Owner's page and app. Pure.
import { addDays } from './days.ts'
import type { WearAhead, WearForecast } from './wear-forecast.ts'

type Grade = 'red' | 'amber' | 'green'

/** What the work is for: its own finding, and others that the same work covers (I4). */
export interface LaterFinding {
  readonly grade: Grade | undefined
  /** Absent where nothing is measured. */
  readonly forecast?: WearForecast | undefined
}

export interface LaterProposal {
  /** ISO date, tomorrow or after. */
  readonly date: string
  /** Why this date, if it comes from a forecast. */
  readonly forecast?: WearAhead
}

/** By grade, the days after which work is asked about again where no forecast says more; without a grade, those of amber. */
type LaterDays = Readonly<Record<Grade, number>>

/**
 * Work for several findings is due with the first of those that need it; one without a forecast asks again as it always did. Red is
 * not put off for longer than its days, whatever a forecast says: its limit is reached.
 */
export function proposeLater(
  findings: readonly LaterFinding[],
  { today, days }: { today: string; days: LaterDays },
): LaterProposal {
  const tomorrow = addDays(today, 1)
  const needWork = findings.filter(({ grade }) => grade === 'red' || grade === 'amber')
  const proposals = (needWork.length > 0 ? needWork : findings).map(({ grade, forecast }): LaterProposal => {
    const next = grade === 'red' ? undefined : grade === 'amber' ? forecast?.red : forecast?.amber
    if (next?.kind !== 'ahead') return { date: addDays(today, days[grade ?? 'amber']) }
    return { date: next.date < tomorrow ? tomorrow : next.date, forecast: next }
  })
  const [first, ...others] = proposals.length > 0 ? proposals : [{ date: addDays(today, days.amber) }]
  return others.reduce((best, one) => (one.date < best.date ? one : best), first as LaterProposal)
}
