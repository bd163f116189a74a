// How far the device's clock is ahead of the service's, measured at every exchange (I1). The difference goes with each tap,
// so that setting the clock later does not move taps made before. Pure but for reading and writing the measure.
import type { Store } from './database.ts'
import { getSetting, setSetting } from './settings.ts'

export interface ClockMeasure {
  aheadMs: number
  /** How long the exchange took: the measure is off by half of it at most. */
  tookMs: number
  /** By the device's clock. */
  at: number
}

/** A good measure counts this long before a worse one takes its place. */
const goodMs = 10 * 60_000

export function measureClock(serviceTime: string | null, sentAt: number, receivedAt: number) {
  const service = Date.parse(serviceTime ?? '')
  if (Number.isNaN(service)) return undefined
  const aheadMs = Math.round((sentAt + receivedAt) / 2 - service)
  return { aheadMs, tookMs: receivedAt - sentAt, at: receivedAt }
}

/** The quicker exchange measures better; a clock that was set since is believed at once. */
export function betterMeasure(known: ClockMeasure | undefined, next: ClockMeasure): ClockMeasure {
  if (known === undefined || next.tookMs <= known.tookMs) return next
  const isOld = Math.abs(next.at - known.at) > goodMs
  const isOtherClock = Math.abs(next.aheadMs - known.aheadMs) > (next.tookMs + known.tookMs) / 2
  return isOld || isOtherClock ? next : known
}

export interface Clock {
  take(serviceTime: string | null, sentAt: number, receivedAt: number): void
}

/** Kept on the disk only when it moved: most exchanges measure the same. */
export function createClock(store: Store): Clock {
  const noticeableMs = 100
  let known: ClockMeasure | undefined
  let kept: number | undefined
  return {
    take: (serviceTime, sentAt, receivedAt) => {
      const next = measureClock(serviceTime, sentAt, receivedAt)
      if (next === undefined) return
      known = betterMeasure(known, next)
      if (kept !== undefined && Math.abs(kept - known.aheadMs) < noticeableMs) return
      kept = known.aheadMs
      setSetting(store, 'clockAhead', kept).catch((error: unknown) => console.error(error))
    },
  }
}

export const findClockAhead = async (store: Store): Promise<number | undefined> =>
  getSetting(store, 'clockAhead')
