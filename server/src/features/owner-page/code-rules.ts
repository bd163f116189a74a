// When a decision needs a code, and what becomes of one that was entered. Pure decisions: no database, no clock.
import type { OwnerReview, OwnerSum } from '@walkaround/contract/owner-page.ts'
import { toUnits } from '../../lib/decimal.ts'
import { listPageLines } from './rules.ts'

export const CODE_MINUTES = 10
export const MOST_TRIES = 5
/** Codes that are sent for one link. */
export const MOST_PER_HOUR = 3
export const MOST_PER_DAY = 10

const DIGITS = 6

/**
 * Whether the owner would have approved more than the sum, with what was approved before: else many small forms would do what
 * one large one may not. A price that is not stated may be above any sum.
 */
export function needsCode({ page, choices }: OwnerReview, above: number | undefined): boolean {
  const chosen = new Map(choices.map(({ line, word }) => [line.id, word]))
  if (above === undefined || ![...chosen.values()].includes('approve')) return false
  const approved = listPageLines(page).filter((line) => {
    const word = chosen.get(line.id)
    return word === undefined ? line.decision?.status === 'approved' : word === 'approve'
  })
  const sums = new Map<string, bigint>()
  for (const line of approved) {
    const amount = amountOf(line.total)
    if (amount === undefined) return true
    sums.set(line.currency, (sums.get(line.currency) ?? 0n) + toUnits(amount, DIGITS))
  }
  const limit = toUnits(above, DIGITS)
  return [...sums.values()].some((sum) => sum > limit)
}

const amountOf = (sum: OwnerSum | undefined): number | undefined => sum?.incVat ?? sum?.exVat

/** As somebody types it: 123 456. */
export function readCode(text: string | undefined): string | undefined {
  const digits = (text ?? '').replaceAll(/[\s-]/g, '')
  return digits === '' ? undefined : digits
}
