// The limit of VIN look-ups (F3): per minute and per day for each system client, over all processes.
import { leftText, type Quota, quotaText } from '../../lib/rate.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import * as store from './store.ts'

const MINUTE_SECONDS = 60
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS

/**
 * Must be called in a separate transaction before the look-up: a look-up that fails later has counted, and a call refused here has
 * not, because its transaction is rolled back. Returns what is left, for the headers of the reply.
 */
export async function countLookUp(scope: Scope): Promise<Record<string, string>> {
  const { vinLookupsPerMinute, vinLookupsPerDay } = scope.client
  const used = await store.countLookUp(scope)
  const limits = [
    { unit: 'minute', most: vinLookupsPerMinute, windowSeconds: MINUTE_SECONDS, ...used.minute },
    { unit: 'day', most: vinLookupsPerDay, windowSeconds: DAY_SECONDS, ...used.day },
  ].map(({ unit, most, windowSeconds, beganAt, used }) => {
    const quota: Quota = { name: `vin-${unit}`, most, windowSeconds }
    const endMs = beganAt.getTime() + windowSeconds * 1000 - scope.now.getTime()
    const resetSeconds = Math.max(1, Math.ceil(endMs / 1000))
    return { unit, quota, left: Math.max(0, most - used), isOver: used > most, resetSeconds }
  })
  const headers = {
    'ratelimit-policy': limits.map(({ quota }) => quotaText(quota)).join(', '),
    ratelimit: limits.map((limit) => leftText(limit.quota.name, limit)).join(', '),
  }
  const longest = limits.filter(({ isOver }) => isOver).toSorted((a, b) => b.resetSeconds - a.resetSeconds)[0]
  if (!longest) return headers
  const { quota, unit, resetSeconds } = longest
  throw problem(
    'rateExceeded',
    `${quota.most} look-ups by VIN a ${unit} are used up; the next is free in ${resetSeconds} seconds`,
    { ...headers, 'retry-after': String(resetSeconds) },
  )
}
