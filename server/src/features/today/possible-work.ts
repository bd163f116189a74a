// What could have been offered for findings: the cheapest package that was proposed for each answer when the survey was completed.
import type { Package } from '@walkaround/contract/dms/packages.ts'
import { isOutOfWarranty } from '@walkaround/contract/rules/warranty.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { perDatabase } from '../../db/per-database.ts'
import { Recent } from '../../lib/recent.ts'
import { atBranch, type Scope } from '../../scope.ts'
import { listPossibleWork } from '../ledger/today-rows.ts'
import type { FrozenOffers } from '../surveys/offered.ts'

/** By question. The same package at several findings is the same work. */
export type Possible = ReadonlyMap<string, { key: string; currency: string; amount: number }>

interface Completed {
  surveyId: string
  completedAt: Date | null
  branchId: string
}

// What was proposed is fixed by the completion, and reading it takes a while.
const KEPT = 4_000
const SLICE = 100
const memoryOf = perDatabase(() => new Recent<Possible>(KEPT))

export async function readPossible(
  scope: Scope,
  surveys: readonly Completed[],
): Promise<Map<string, Possible>> {
  const memory = memoryOf(scope.db)
  const keyOf = ({ surveyId, completedAt }: Completed) =>
    JSON.stringify([scope.clientId, surveyId, completedAt])
  const unique = [...new Map(surveys.map((survey) => [survey.surveyId, survey])).values()]
  const known = new Map<string, Possible>()
  const unknown: Completed[] = []
  for (const survey of unique) {
    const kept = memory.get(keyOf(survey))
    if (kept) known.set(survey.surveyId, kept)
    else unknown.push(survey)
  }
  for (let from = 0; from < unknown.length; from += SLICE) {
    const slice = unknown.slice(from, from + SLICE)
    const rows = await listPossibleWork(
      scope,
      slice.map(({ surveyId }) => surveyId),
    )
    const found = new Map(rows.map((row) => [row.surveyId, row]))
    for (const survey of slice) {
      const row = found.get(survey.surveyId)
      // The warranty ends by the clock of the site.
      const possible: Possible = row ? toPossible(atBranch(scope, survey.branchId), row) : new Map()
      memory.set(keyOf(survey), possible)
      known.set(survey.surveyId, possible)
    }
  }
  return known
}

function toPossible(
  { now, client: { timeZone } }: Scope,
  row: { offers: string | null; answers: string; vehicle: string | null },
): Possible {
  const offers = JSON.parse(row.offers ?? '{}') as FrozenOffers
  const vehicle = JSON.parse(row.vehicle ?? '{}') as Vehicle
  const isDiscounted = isOutOfWarranty(vehicle, now, timeZone)
  const possible = new Map<string, { key: string; currency: string; amount: number }>()
  for (const [questionId, answerId] of JSON.parse(row.answers) as [string, string][])
    for (const { id, currency, variants = [] } of offers[questionId]?.[answerId] ?? []) {
      const amount = cheapestOf(variants, isDiscounted)
      const before = possible.get(questionId)
      if (amount === undefined || currency === undefined || (before && before.amount <= amount)) continue
      possible.set(questionId, { key: `package/${id}`, currency, amount })
    }
  return possible
}

function cheapestOf(variants: NonNullable<Package['variants']>, isDiscounted: boolean): number | undefined {
  const prices = variants.flatMap(
    ({ priceIncVat, discountPriceIncVat }) =>
      (isDiscounted ? (discountPriceIncVat ?? priceIncVat) : priceIncVat) ?? [],
  )
  return prices.length === 0 ? undefined : Math.min(...prices)
}
