// The period, branches and sites that a request for figures names, and what of it the caller may see.
import { type Grouping, MOST_YEARS } from '@walkaround/contract/figures.ts'
import { addDays, dateOf } from '@walkaround/contract/rules/days.ts'
import { type Period, periodBefore, piecesOf, type Span } from '@walkaround/contract/rules/figure-periods.ts'
import { isWithinBranches } from '../../organisation/branch-reach.ts'
import { listBranchIds, listNamedBranches } from '../../organisation/branch-store.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { type Asked, listBranchesOfSites, type Piece } from './read-store.ts'

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

/** In which sums groups are read: not in longer ones than they are. Days of a client are few, and so are those of a person. */
function spansFor(of: Summed, by: Grouping): readonly Span[] {
  if (of === 'client' || by === 'day') return ['day']
  if (by === 'week') return of === 'branch' ? ['week', 'day'] : ['day']
  return by === 'month' ? ['month', 'third', 'day'] : ['year', 'month', 'third', 'day']
}
const spansOfQuestions = { client: ['month', 'day'], branch: ['year', 'month', 'third', 'day'] } as const

export interface Periods {
  period: Period
  /** Left out where nothing is compared with it. */
  before?: Period | undefined
}

/** In which sums the periods are read: the fewest of these spans. */
function piecesFor({ period, before }: Periods, of: Summed, spans: readonly Span[]): Piece[] {
  return [period, before].flatMap((one) =>
    (one ? piecesOf(one, spans) : []).map(({ span, ...piece }) => ({
      ...piece,
      grain: `${of}.${span}` as const,
      isBefore: one === before,
    })),
  )
}

type Summing = Pick<Asked, 'by' | 'siteIds' | 'person'> & { places: Places }

/** What is read of the sums of figures. */
export function askFor(
  periods: Periods,
  { by, siteIds, person, places: { branchIds, isMost } }: Summing,
): Asked {
  const piecesIn = (of: Summed) => piecesFor(periods, of, spansFor(of, by))
  if (person !== undefined) return { by, branchIds, person, ofPerson: piecesIn('person') }
  // Of each of these groups there are sums, which need not be put together.
  const grouped = by === 'person' ? 'person' : by === 'branch' || by === 'site' ? 'branch' : undefined
  if (grouped && (isMost || !branchIds)) return { by, branchIds, siteIds, pieces: piecesIn(grouped) }
  if (grouped) return { by, branchIds, siteIds, ofEach: piecesIn(grouped) }
  return { by, ...summedOf({ branchIds, isMost }, piecesIn) }
}

/** The same of questions. */
export const askForQuestions = (periods: Periods, places: Places): Asked => ({
  by: 'none',
  ...summedOf(places, (of) => piecesFor(periods, of, spansOfQuestions[of])),
})

/** All of the client; the client less some branches; or some branches. */
function summedOf(
  { branchIds, isMost }: Places,
  piecesIn: (of: 'client' | 'branch') => Piece[],
): Omit<Asked, 'by'> {
  if (!branchIds) return { pieces: piecesIn('client') }
  // The sums of the client are of no branch: none is left out of them by its name.
  if (isMost) return { pieces: piecesIn('client'), ofOthers: piecesIn('branch'), allBut: branchIds }
  return { branchIds, ofEach: piecesIn('branch') }
}

export interface Places {
  /** Undefined if it is the whole client. */
  branchIds?: readonly string[] | undefined
  /** They are most of all branches. */
  isMost: boolean
}

interface Where {
  branch?: string[]
  site?: string[]
}

/** A branch out of reach is as unknown as one that does not exist. */
export async function toPlaces(scope: Scope, where: Where): Promise<Places> {
  const branchIds = await namedBranches(scope, where)
  if (!branchIds) return { isMost: true }
  const named = new Set(branchIds)
  const all = await listBranchIds(scope.db, scope.clientId)
  const missing = all.filter((id) => !named.has(id)).length
  // The sums of the client are few: whoever reaches every branch reads them.
  return missing === 0 ? { isMost: true } : { branchIds, isMost: missing < branchIds.length }
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
