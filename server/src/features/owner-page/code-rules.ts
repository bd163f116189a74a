// When a decision needs a code, and whether an entered code counts. Pure: no database, no clock.
import type { OwnerReview, OwnerSum } from '@walkaround/contract/owner-page.ts'
import { sum } from '@walkaround/contract/rules/money.ts'
import { listPageLines } from './rules.ts'

export const CODE_MINUTES = 10
export const MOST_TRIES = 5
/** Codes sent for one link. */
export const MOST_PER_HOUR = 3
export const MOST_PER_DAY = 10

/**
 * Whether the owner's approvals, including earlier ones, exceed the sum: otherwise many small forms could approve what one large
 * form may not. A price that is not stated counts as above any sum.
 */
export function needsCode({ page, choices }: OwnerReview, above: number | undefined): boolean {
  const chosen = new Map(choices.map(({ line, word }) => [line.id, word]))
  if (above === undefined || ![...chosen.values()].includes('approve')) return false
  const approved = listPageLines(page).filter((line) => {
    const word = chosen.get(line.id)
    return word === undefined ? line.decision?.status === 'approved' : word === 'approve'
  })
  const sums = new Map<string, number>()
  for (const line of approved) {
    const amount = amountOf(line.total)
    if (amount === undefined) return true
    sums.set(line.currency, sum([sums.get(line.currency) ?? 0, amount]))
  }
  return [...sums.values()].some((total) => total > above)
}

const amountOf = (sum: OwnerSum | undefined): number | undefined => sum?.incVat ?? sum?.exVat

/** As people type it: 123 456. */
export function readCode(text: string | undefined): string | undefined {
  const digits = (text ?? '').replaceAll(/[\s-]/g, '')
  return digits === '' ? undefined : digits
}
