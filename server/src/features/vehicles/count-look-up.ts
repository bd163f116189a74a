// The limit of VIN look-ups (F3): per minute and per day for each system client, over all processes.
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import * as store from './store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Must be called in a separate transaction before the look-up: a look-up that fails later has counted, and a call refused here has
 * not, because its transaction is rolled back.
 */
export async function countLookUp(scope: Scope): Promise<void> {
  const { vinLookupsPerMinute, vinLookupsPerDay } = scope.client
  const { minute, day } = await store.countLookUp(scope)
  const waits: { ms: number; limit: string }[] = []
  const check = (window: { beganAt: Date; used: number }, most: number, length: number, unit: string) => {
    if (window.used <= most) return
    const ms = window.beganAt.getTime() + length - scope.now.getTime()
    waits.push({ ms, limit: `${most} look-ups by VIN a ${unit}` })
  }
  check(minute, vinLookupsPerMinute, MINUTE_MS, 'minute')
  check(day, vinLookupsPerDay, DAY_MS, 'day')
  const longest = waits.toSorted((a, b) => b.ms - a.ms)[0]
  if (!longest) return
  const seconds = Math.max(1, Math.ceil(longest.ms / 1000))
  throw problem('rateExceeded', `${longest.limit} are used up; the next is free in ${seconds} seconds`, {
    'retry-after': String(seconds),
  })
}
