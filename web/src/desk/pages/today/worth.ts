// What a car or a list is worth, in words. Pure.
import type { TodaySum } from '@walkaround/contract/app/today.ts'
import type { Words } from '../../app/words.ts'

/** Sums of currencies one after the other, and whether there is more that nobody knows; undefined if nothing is known. */
export function worthOf(
  { sums, isIncomplete }: { sums: readonly TodaySum[]; isIncomplete?: boolean },
  { t, money }: Pick<Words, 't' | 'money'>,
): string | undefined {
  if (sums.length === 0) return undefined
  const sum = sums.map(({ amount, currency }) => money(amount, currency)).join(' + ')
  return isIncomplete ? t('today.andMore', { sum }) : sum
}
