// How far the device's clock is ahead of the service's, measured at every request (I1). The difference is stored with each tap, so
// that setting the clock later does not move earlier taps. Pure except for reading and writing the measurement.
import type { Store } from './database.ts'
import { getSetting, setSetting } from './settings.ts'

interface ClockMeasure {
  aheadMs: number
  /** How long the request took: the error is at most half of it. */
  tookMs: number
  /** By the device's clock. */
  at: number
}

/** A good measurement is kept this long before a worse one replaces it. */
const goodMs = 10 * 60_000

export function measureClock(serviceTime: string | null, sentAt: number, receivedAt: number) {
  const service = Date.parse(serviceTime ?? '')
  if (Number.isNaN(service)) return undefined
  const aheadMs = Math.round((sentAt + receivedAt) / 2 - service)
  return { aheadMs, tookMs: receivedAt - sentAt, at: receivedAt }
}

/** The faster request measures better; if the clock was set since, the new measurement is used at once. */
export function betterMeasure(known: ClockMeasure | undefined, next: ClockMeasure): ClockMeasure {
  if (known === undefined || next.tookMs <= known.tookMs) return next
  const isOld = Math.abs(next.at - known.at) > goodMs
  const isOtherClock = Math.abs(next.aheadMs - known.aheadMs) > (next.tookMs + known.tookMs) / 2
  return isOld || isOtherClock ? next : known
}

export interface Clock {
  take(serviceTime: string | null, sentAt: number, receivedAt: number): void
}

/** Stored only if it changed: most requests measure the same. */
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
