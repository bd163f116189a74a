// Reads figures of a period: from sums alone, with the period before, grouped as asked. Who sees what is decided here.
import type {
  FigureGroup,
  FigureQuery,
  Figures,
  FigureValue as ShownValue,
} from '@walkaround/contract/dms/figures.ts'
import { type Grouping, MOST_GROUPS } from '@walkaround/contract/figures.ts'
import {
  type FigureValue,
  type NamedValue,
  noCounts,
  valuesOf,
} from '@walkaround/contract/rules/figure-values.ts'
import { type Role, seesOwnFigures } from '@walkaround/contract/rules/roles.ts'
import { inSlices } from '../../lib/in-slices.ts'
import { listBranchIds, listBranchNames, listSitesOfBranches } from '../../organisation/branch-store.ts'
import { listSites } from '../../organisation/client-store.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { piecesFor, spansFor, toBranches, toPeriods } from './asked-period.ts'
import { findMark } from './mark-store.ts'
import { keyOf } from './persons.ts'
import * as store from './read-store.ts'
import { listDefinitions } from './words.ts'

export interface Viewer {
  login: string
  name: string
  role: Role | 'support'
}

export const seesOwnOnly = ({ role }: Viewer): boolean => seesOwnFigures(role)

const ofTime: readonly Grouping[] = ['day', 'week', 'month']

export async function readFigures(scope: Scope, query: FigureQuery, viewer: Viewer): Promise<Figures> {
  const { by = 'none', language = scope.client.language } = query
  const periods = toPeriods(scope, query)
  const places = await toPlaces(scope, by, await toBranches(scope, query))
  const own = keyOf(viewer)
  const person = personFor(scope, query, viewer, own)
  const of =
    person !== undefined || by === 'person'
      ? 'person'
      : places.branchIds || by === 'branch'
        ? 'branch'
        : 'client'
  const pieces = piecesFor(periods, of, spansFor(of, by))
  const asked: store.Asked = { pieces, by, ...places, person }
  const [counts, money, mark] = await Promise.all([
    store.readCounts(scope, asked),
    store.readMoney(scope, asked),
    findMark(scope),
  ])
  const found = keysOf(by, counts)
  const keys = ofTime.includes(by) ? found : withMostOrders(found, counts, own)
  const groups = await nameGroups(scope, { by, own }, await toGroups(by, keys, counts, money))
  return {
    ...periods,
    ...(mark ? { asOf: mark.loggedAt.toISOString() } : {}),
    groups,
    ...(keys.length < found.length ? { more: found.length - keys.length } : {}),
    definitions: listDefinitions(language),
    arePersonsNamed: scope.client.namedFigures,
    isOwnOnly: seesOwnOnly(viewer),
  }
}

/** Sites are read as their branches. */
async function toPlaces(
  scope: Scope,
  by: Grouping,
  branchIds: readonly string[] | undefined,
): Promise<Pick<store.Asked, 'branchIds' | 'siteIds'>> {
  if (by !== 'site') return { branchIds }
  const ids = branchIds ?? (await listBranchIds(scope.db, scope.clientId))
  const places = await listSitesOfBranches(scope.db, scope.clientId, ids)
  return { branchIds: places.map(({ id }) => id), siteIds: places.map(({ siteId }) => siteId) }
}

/** Whose figures are read; undefined for everybody's. Others are named only where the client's setting allows it. */
export function personFor(
  scope: Scope,
  { by, person }: Pick<FigureQuery, 'by' | 'person'>,
  viewer: Viewer,
  own: string,
): string | undefined {
  const wanted = person === undefined || person === 'me' ? person && own : person
  if (wanted !== undefined && wanted !== own) {
    if (seesOwnOnly(viewer))
      throw problem('forbidden', 'person: your role sees its own figures, which are those of `me`')
    if (!scope.client.namedFigures)
      throw problem('forbidden', 'person: this system client does not show the figures of other persons')
  }
  if (seesOwnOnly(viewer) || (by === 'person' && !scope.client.namedFigures)) return own
  return wanted
}

type Keyed = FigureGroup & { key: string }

const namesOf = ({ id, currency = '' }: NamedValue) => `${id} ${currency}`
const partsOf = ({ value, count, of }: NamedValue): FigureValue => ({
  ...(value === undefined ? {} : { value }),
  ...(count === undefined ? {} : { count }),
  ...(of === undefined ? {} : { of }),
})

function keysOf(by: Grouping, counts: readonly store.CountRow[]): string[] {
  if (by === 'none') return ['']
  const shown = ofTime.includes(by) ? counts.filter(({ isBefore }) => !isBefore) : counts
  return [...new Set(shown.map(({ key }) => key))].sort()
}

/** The caller's own group is always among them. */
function withMostOrders(keys: string[], counts: readonly store.CountRow[], own: string): string[] {
  if (keys.length <= MOST_GROUPS) return keys
  const orders = new Map(counts.flatMap((row) => (row.isBefore ? [] : [[row.key, row.orders]])))
  const rank = (key: string) => (key === own ? Number.POSITIVE_INFINITY : (orders.get(key) ?? 0))
  return keys.toSorted((one, other) => rank(other) - rank(one)).slice(0, MOST_GROUPS)
}

/** Groups in one turn: each takes a tenth of a millisecond, and there may be thousands. */
const GROUPS_AT_ONCE = 50

/** Times begin at different days in the two periods, so only other groups are compared with the period before. */
async function toGroups(
  by: Grouping,
  keys: readonly string[],
  counts: readonly store.CountRow[],
  money: readonly store.MoneyRow[],
): Promise<Keyed[]> {
  const isTime = ofTime.includes(by)
  const place = (row: { key: string; isBefore: boolean }) => `${row.isBefore} ${row.key}`
  const countsAt = new Map(counts.map((row) => [place(row), row]))
  const moneyAt = Map.groupBy(money, place)
  const sumsOf = (key: string, isBefore: boolean) => {
    const at = place({ key, isBefore })
    const ofMoney = moneyAt.get(at) ?? []
    return valuesOf(countsAt.get(at) ?? noCounts(), new Map(ofMoney.map((row) => [row.currency, row])))
  }
  const groups: Keyed[] = []
  await inSlices(keys, GROUPS_AT_ONCE, (key) => {
    const now = sumsOf(key, false)
    groups.push({ key, figures: isTime ? now : withBefore(now, sumsOf(key, true)) })
  })
  return groups
}

/** Money that there was in the period before alone is not shown. */
export function withBefore(now: readonly NamedValue[], before: readonly NamedValue[]): ShownValue[] {
  const known = new Map(before.map((one) => [namesOf(one), partsOf(one)]))
  return now.map((one) => {
    const was = known.get(namesOf(one))
    return was ? { ...one, before: was } : one
  })
}

async function nameGroups(
  scope: Scope,
  { by, own }: { by: Grouping; own: string },
  groups: Keyed[],
): Promise<FigureGroup[]> {
  if (by === 'none') return groups.map(({ figures }) => ({ figures }))
  if (ofTime.includes(by)) return groups
  const names = await namesFor(scope, by, groups)
  const order = new Intl.Collator(scope.client.language)
  return groups
    .map((group) => ({
      ...group,
      name: names.get(group.key) ?? group.key,
      ...(by === 'person' && group.key === own ? { isOwn: true } : {}),
    }))
    .sort((one, other) => order.compare(one.name, other.name) || (one.key < other.key ? -1 : 1))
}

async function namesFor(
  scope: Scope,
  by: Grouping,
  groups: readonly Keyed[],
): Promise<ReadonlyMap<string, string>> {
  if (by === 'person')
    return store.listNames(
      scope,
      groups.map(({ key }) => key),
    )
  const places =
    by === 'branch'
      ? await listBranchNames(scope.db, [scope.clientId])
      : await listSites(scope.db, scope.clientId)
  return new Map(places.map(({ id, name }) => [id, name]))
}
