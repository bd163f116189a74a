// The period, branches and sites that a request for figures names, and what of it the caller may see.
import { type Grouping, MOST_YEARS } from '@walkaround/contract/figures.ts'
import { addDays, dateOf } from '@walkaround/contract/rules/days.ts'
import { type Period, periodBefore, piecesOf, type Span } from '@walkaround/contract/rules/figure-periods.ts'
import { isWithinBranches } from '../../organisation/branch-reach.ts'
import { listBranchIds, listNamedBranches } from '../../organisation/branch-store.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { listBranchesOfSites, type Piece } from './read-store.ts'
import type { Grain } from './sums-store.ts'

const shown = (value: string) => JSON.stringify(value)

/** Years that a calendar of the figures has; the period before must fit as well. */
const [FIRST_YEAR, LAST_YEAR] = [1950, 2200]

interface Given {
  from: string
  to: string
  beforeFrom?: string
  beforeTo?: string
}

/** The period, and the one it is compared with. */
export function toPeriods(scope: Scope, given: Given): { period: Period; before: Period } {
  const period = toPeriod(scope, given, ['from', 'to'])
  if (given.beforeFrom === undefined && given.beforeTo === undefined)
    return { period, before: periodBefore(period) }
  for (const name of ['beforeFrom', 'beforeTo'] as const)
    if (given[name] === undefined)
      throw problem('missingField', `${name}: is required with the other end of the period to compare with`)
  return { period, before: toPeriod(scope, given, ['beforeFrom', 'beforeTo']) }
}

function toPeriod({ client }: Scope, given: Given, [first, second]: [keyof Given, keyof Given]): Period {
  const textOf = (name: keyof Given) => given[name] ?? ''
  const day = (name: keyof Given) => {
    const date = dateOf(textOf(name), client.timeZone)
    const year = Number(date?.slice(0, 4))
    if (date === undefined || !(year >= FIRST_YEAR && year <= LAST_YEAR)) {
      throw problem(
        'invalidDate',
        `${name}: ${shown(textOf(name))} is not a date such as 2026-11-16, from ${FIRST_YEAR} to ${LAST_YEAR}`,
      )
    }
    return date
  }
  const period = { from: day(first), to: day(second) }
  const from = `"${first}", which is ${shown(textOf(first))}`
  if (period.to < period.from)
    throw problem('invalidDate', `${second}: ${shown(textOf(second))} is before ${from}`)
  const last = `${Number(period.from.slice(0, 4)) + MOST_YEARS}${period.from.slice(4)}`
  if (period.to > addDays(last, -1))
    throw problem(
      'invalidDate',
      `${second}: ${shown(textOf(second))} is more than ${MOST_YEARS} years after ${from}`,
    )
  return period
}

type Summed = 'client' | 'branch' | 'person'

/** In which sums groups are read: not in longer ones than they are, and a week may lie in two months. Those of a client are few days. */
export const spansFor = (of: Summed, by: Grouping): readonly Span[] => {
  if (of === 'client' || by === 'day' || by === 'week') return ['day']
  return by === 'month' ? ['month', 'third', 'day'] : ['year', 'month', 'third', 'day']
}

/** In which sums the period and the one before are read: the fewest of these spans. */
export function piecesFor(
  { period, before }: { period: Period; before: Period },
  of: Summed,
  spans: readonly Span[],
): Piece[] {
  return [period, before].flatMap((one) =>
    piecesOf(one, spans).map(({ span, from, to }) => ({
      grain: `${of}.${span}` as Grain,
      from,
      to,
      isBefore: one === before,
    })),
  )
}

interface Where {
  branch?: string[]
  site?: string[]
}

/** Ids of the branches; undefined if it is the whole client. A branch out of reach is as unknown as one that does not exist. */
export async function toBranches(scope: Scope, where: Where): Promise<readonly string[] | undefined> {
  const ids = await namedBranches(scope, where)
  if (!ids) return undefined
  const named = new Set(ids)
  // The sums of the client are few: whoever reaches every branch reads them.
  const isWhole = (await listBranchIds(scope.db, scope.clientId)).every((id) => named.has(id))
  return isWhole ? undefined : ids
}

async function namedBranches(scope: Scope, { branch, site }: Where): Promise<readonly string[] | undefined> {
  if (!branch && !site) return scope.branches
  let ids = scope.branches
  if (site) {
    const found = (await listBranchesOfSites(scope, site)).filter(({ id }) => isWithinBranches(scope, id))
    const missing = site.find((wanted) => !found.some(({ siteId }) => siteId === wanted))
    if (missing !== undefined)
      throw problem('unknownPlace', `site: ${shown(missing)} is not a site with branches that you may see`)
    ids = found.map(({ id }) => id)
  }
  if (branch) {
    const named = (await listNamedBranches(scope.db, scope.clientId, branch)).filter(({ id }) =>
      isWithinBranches(scope, id),
    )
    const missing = branch.find((one) => !named.some(({ name }) => name === one))
    if (missing !== undefined)
      throw problem('unknownPlace', `branch: ${shown(missing)} is not a branch that you may see`)
    const wanted = new Set(named.map(({ id }) => id))
    ids = site ? ids?.filter((id) => wanted.has(id)) : [...wanted]
  }
  return ids
}
