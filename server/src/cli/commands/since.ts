// The beginning or end of a period, as people type it.
import { parseIso, toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { problem } from '../../problems.ts'

/** 2026-03-01, with a time, or days back such as 7d. */
export function toSince(given: string, now: Date, field = 'since'): Date {
  const days = /^([1-9]\d{0,3})d$/.exec(given)?.[1]
  if (days) return new Date(now.getTime() - Number(days) * 86_400_000)
  if (parseIso(given)) return toInstant(given, 'UTC')
  throw problem(
    'invalidArgument',
    `${field}: ${JSON.stringify(given.slice(0, 40))} is neither days such as 7d nor a date such as 2026-03-01`,
  )
}
