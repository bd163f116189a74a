// Reads figures of a period: from sums alone, with the period before, grouped as asked. Who sees what is decided here.
import type {
  FigureGroup,
  FigureQuery,
  Figures,
  FigureValue as ShownValue,
} from '@walkaround/contract/dms/figures.ts'
import { figures, type Grouping, MOST_GROUPS } from '@walkaround/contract/figures.ts'
import { type NamedValue, noCounts, valuesOf } from '@walkaround/contract/rules/figure-values.ts'
import { type Role, seesOwnFigures } from '@walkaround/contract/rules/roles.ts'
import { inSlices } from '../../lib/in-slices.ts'
import { listBranchIds, listBranchNames, listSitesOfBranches } from '../../organisation/branch-store.ts'
import { listSites } from '../../organisation/client-store.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { askFor, type Places, toPeriods, toPlaces } from './asked-period.ts'
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

type Wanted = readonly (typeof figures)[number][]

const ofTime: readonly Grouping[] = ['day', 'week', 'month']

export async function readFigures(scope: Scope, query: FigureQuery, viewer: Viewer): Promise<Figures> {
  const { by = 'none', language = scope.client.language, figure: ids } = query
  const only = ids ? figures.filter(({ id }) => ids.includes(id)) : figures
  const periods = toPeriods(scope, query)
  const places = await toPlaces(scope, query)
  const own = keyOf(viewer)
  const person = personFor(scope, query, viewer, own)
  const isTime = ofTime.includes(by)
  const asked = askFor(isTime ? { period: periods.period } : periods, {
    by,
    person,
    ...(by === 'site' ? await withSites(scope, places) : { places }),
  })
  const [counts, money, mark] = await Promise.all([
    isTime || by === 'none'
      ? store.readCounts(scope, asked)
      : store.readTopCounts(scope, asked, { own, most: MOST_GROUPS }),
    store.readMoney(scope, asked),
    findMark(scope),
  ])
  const keys = by === 'none' ? [''] : [...new Set(counts.map(({ key }) => key))].sort()
  const groups = await nameGroups(scope, { by, own }, await toGroups({ by, only }, keys, counts, money))
  const more = groupsOf(counts[0]) - keys.length
  return {
    ...periods,
    ...(mark ? { asOf: mark.loggedAt.toISOString() } : {}),
    groups,
    ...(more > 0 ? { more } : {}),
    definitions: listDefinitions(language, only),
    arePersonsNamed: scope.client.namedFigures,
    isOwnOnly: seesOwnOnly(viewer),
  }
}

/** Sites are read as their branches. */
async function withSites(
  scope: Scope,
  { branchIds, isMost }: Places,
): Promise<{ places: Places; siteIds: readonly string[] }> {
  const ids = branchIds ?? (await listBranchIds(scope.db, scope.clientId))
  const places = await listSitesOfBranches(scope.db, scope.clientId, ids)
  return {
    places: { branchIds: places.map(({ id }) => id), isMost },
    siteIds: places.map(({ siteId }) => siteId),
  }
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

/** Of how many groups these are the first; 0 if all were read. */
const groupsOf = (row: (store.CountRow & { groups?: number }) | undefined): number => row?.groups ?? 0

/** Groups in one turn: each takes a tenth of a millisecond, and there may be thousands. */
const GROUPS_AT_ONCE = 50

/** Times begin at different days in the two periods: of them the period before is not read. */
async function toGroups(
  { by, only }: { by: Grouping; only: Wanted },
  keys: readonly string[],
  counts: readonly store.CountRow[],
  money: readonly store.MoneyRow[],
): Promise<Keyed[]> {
  const place = (row: { key: string; isBefore: boolean }) => `${row.isBefore} ${row.key}`
  const countsAt = new Map(counts.map((row) => [place(row), row]))
  const moneyAt = Map.groupBy(money, place)
  const sumsOf = (key: string, isBefore: boolean) => {
    const at = place({ key, isBefore })
    const ofMoney = moneyAt.get(at) ?? []
    return valuesOf(countsAt.get(at) ?? noCounts(), new Map(ofMoney.map((row) => [row.currency, row])), only)
  }
  const groups: Keyed[] = []
  await inSlices(keys, GROUPS_AT_ONCE, (key) => {
    const now = sumsOf(key, false)
    groups.push({ key, figures: ofTime.includes(by) ? now : withBefore(now, sumsOf(key, true)) })
  })
  return groups
}

/** Money that there was in the period before alone is not shown. */
export function withBefore(now: readonly NamedValue[], before: readonly NamedValue[]): ShownValue[] {
  return now.map((one, index) => {
    const isSame = ({ id, currency }: NamedValue) => id === one.id && currency === one.currency
    // Both have the same order, and nearly always the same currencies.
    const there = before[index]
    const was = there && isSame(there) ? there : before.find(isSame)
    if (!was) return one
    const { id, currency, ...parts } = was
    return { ...one, before: parts }
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
