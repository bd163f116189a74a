// Everything that happened at the demo dealership, in the order of time. Pure: the same clock and catalogue give the same
// steps.
import type { Catalogue } from './catalogue.ts'
import { historySteps } from './history.ts'
import { leadSteps } from './leads.ts'
import { withMedia } from './media.ts'
import * as other from './orders-other.ts'
import * as inTheSouth from './orders-south.ts'
import * as today from './orders-today.ts'
import type { Step } from './steps.ts'
import { workshopClock } from './workshop-clock.ts'

const orderId = (number: number) => `SO-${String(number).padStart(4, '0')}`

/** The order to read first. */
export const FIRST_ORDER = orderId(1001)
/** The electric car's: its result went to the customer a while ago. */
export const SENT_ORDER = orderId(1006)
/** Ids of the past end where those of today begin. */
const HISTORY_FROM = 801

export function demoSteps(now: Date, catalogue: Catalogue): Step[] {
  const clock = workshopClock(now)
  const orders = [
    today.brakesFound,
    today.receptionBegun,
    today.expectedToday,
    today.courierVan,
    inTheSouth.threeSurveys,
    inTheSouth.electricCar,
    today.workshopOnly,
    inTheSouth.qualityOnly,
    today.withoutSurvey,
    other.warrantyCase,
    other.bodyworkTo.bind(null, orderId(1010)),
    today.vanInMiles,
    other.tomorrow,
    other.withoutDate,
    other.closedYesterday,
    other.rejectedAtReception,
    other.cancelledByPhone,
    other.reopenedOrder,
  ]
  const steps = [
    ...historySteps(clock, catalogue, (visit) => orderId(HISTORY_FROM + visit)),
    ...orders.flatMap((make, index) => make(clock, orderId(1001 + index), catalogue)),
    ...leadSteps(clock),
  ]
  return withMedia(steps.sort((one, next) => one.at.getTime() - next.at.getTime()))
}
