// For how long something waits, in words: minutes and hours within a day, then yesterday, then days. Pure.
import { dateIn } from '@walkaround/contract/rules/days.ts'
import type { Words } from '../app/words.tsx'

const DAY_MS = 86_400_000

/** Days are those of the dealership: what began late last night waits since yesterday. */
export function ageOf(
  since: string,
  minutes: number,
  { t, duration, timeZone }: Pick<Words, 't' | 'duration' | 'timeZone'>,
): string {
  const begun = new Date(since)
  const now = new Date(begun.getTime() + minutes * 60_000)
  const [first, last] = [begun, now].map((at) => dateIn(at, timeZone)) as [string, string]
  const days = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS)
  if (days === 0) return duration(minutes * 60)
  return days === 1 ? t('office.yesterday') : t('office.days', { n: days })
}
