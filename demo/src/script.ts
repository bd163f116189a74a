// Everything that happened at the demo dealership, in chronological order. Pure: the same clock and catalogue give the same steps.
import type { Catalogue } from './catalogue.ts'
import { historySteps } from './history.ts'
import { leadSteps } from './leads.ts'
import { withMarkups } from './markups.ts'
import { withMedia } from './media.ts'
import { orderSteps } from './orders.ts'
import type { Step } from './steps.ts'
import { workshopClock } from './workshop-clock.ts'

/** Ids of the past end where today's begin. */
const HISTORY_FROM = 801

export function demoSteps(now: Date, catalogue: Catalogue): Step[] {
  const clock = workshopClock(now)
  const steps = [
    ...historySteps(clock, catalogue, (visit) => `SO-${String(HISTORY_FROM + visit).padStart(4, '0')}`),
    ...orderSteps(clock, catalogue),
    ...leadSteps(clock),
  ]
  return withMarkups(withMedia(steps.sort((one, next) => one.at.getTime() - next.at.getTime())))
}
