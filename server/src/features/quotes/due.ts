// Which maintenance is due on a vehicle, and why (E8). Pure: no database, no clock.
import type { Package } from '@walkaround/contract/dms/packages.ts'
import { toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { mileageKm } from '../vehicles/mileage.ts'

/** Stored with the quote for the advisor: "since new, 123,456 km against 15,000". */
export interface DueReason {
  since: 'new' | 'last'
  /** The day it is counted from. */
  from?: string
  km?: number
  intervalKm?: number
  months?: number
  intervalMonths?: number
  /** Which of the two made it due. */
  by: ('mileage' | 'age')[]
}

export interface LastService {
  doneAt: Date
  mileageKm?: number
}

/** Due when this share of the interval has passed. */
const DUE_SHARE = 0.9

/** The day the vehicle was new: first registration, else production, else model year. */
function bornAt(vehicle: Vehicle | undefined, timeZone: string): Date | undefined {
  if (vehicle?.warrantyStartDate !== undefined) return toInstant(vehicle.warrantyStartDate, timeZone)
  const year = vehicle?.productionYear ?? vehicle?.modelYear
  return year === undefined ? undefined : toInstant(`${year}-01-01`, timeZone)
}

function monthsBetween(from: Date, to: Date): number {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  const days = (to.getUTCDate() - from.getUTCDate()) / 31
  return months + days
}

export function findDueReason(
  interval: Pick<Package, 'serviceIntervalMileage' | 'serviceIntervalAge'>,
  vehicle: Vehicle | undefined,
  last: LastService | undefined,
  now: Date,
  timeZone: string,
): DueReason | undefined {
  const current = mileageKm(vehicle)
  const from = last?.doneAt ?? bornAt(vehicle, timeZone)
  // Without the mileage of the last service the distance since then is unknown.
  const km = last ? subtract(current, last.mileageKm) : current
  const months = from && monthsBetween(from, now)
  const intervalKm = interval.serviceIntervalMileage || undefined
  const intervalMonths = interval.serviceIntervalAge || undefined
  const by: DueReason['by'] = []
  if (isPassed(km, intervalKm)) by.push('mileage')
  if (isPassed(months, intervalMonths)) by.push('age')
  if (by.length === 0) return undefined
  return {
    since: last ? 'last' : 'new',
    from: from?.toISOString().slice(0, 10),
    km: km === undefined ? undefined : Math.round(km),
    intervalKm,
    months: months === undefined ? undefined : Math.floor(months),
    intervalMonths,
    by,
  }
}

const isPassed = (passed: number | undefined, interval: number | undefined): boolean =>
  passed !== undefined && interval !== undefined && passed >= interval * DUE_SHARE

const subtract = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a - b
