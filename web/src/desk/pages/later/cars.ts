// Rows of the page of put-off work: one car with all of its work. Pure.
import type { FollowUp, PutOffWork } from '@walkaround/contract/app/put-off-work.ts'

export interface Car {
  key: string
  /** The one that is due first says who and what car it is. */
  first: PutOffWork
  work: readonly PutOffWork[]
}

export const keyOf = ({ surveyId, quoteId }: Pick<PutOffWork, 'surveyId' | 'quoteId'>): string =>
  JSON.stringify([surveyId, quoteId])

/** In the order of the list, with what people did on this page since; work that has ended is left out. */
export function toCars(work: readonly PutOffWork[], since: ReadonlyMap<string, FollowUp>): Car[] {
  const now = work
    .map((one) => withFollowUp(one, since.get(keyOf(one))))
    .filter(({ followUp }) => followUp.ended === undefined)
  const cars = new Map<string, [PutOffWork, ...PutOffWork[]]>()
  for (const one of now) {
    const known = cars.get(one.car)
    if (known) known.push(one)
    else cars.set(one.car, [one])
  }
  return [...cars].map(([key, ofCar]) => ({ key, first: ofCar[0], work: ofCar }))
}

/** A day that was set on this page goes before the one that was read, and it is never over. */
function withFollowUp(work: PutOffWork, followUp: FollowUp | undefined): PutOffWork {
  if (!followUp) return work
  const { dueOn } = followUp
  if (dueOn === undefined || dueOn === work.followUp.dueOn) return { ...work, followUp }
  const { overdueDays: _, ...rest } = work
  return { ...rest, followUp, until: dueOn }
}

/** What stands in the list twice, because it moved between two pages, is shown once. */
export const withoutRepeats = (work: readonly PutOffWork[]): PutOffWork[] => [
  ...new Map(work.map((one) => [keyOf(one), one])).values(),
]
