// The orders behind figures, page by page: the same period, places and persons as the figures, and rows that add up to them.
import {
  CARS_LISTED,
  type FigureCar,
  type FigureCarQuery,
  type FigureCars,
} from '@walkaround/contract/dms/figures.ts'
import { MOST_SORTED_ORDERS, ordersByMoney } from '@walkaround/contract/figures.ts'
import { addDays } from '@walkaround/contract/rules/days.ts'
import type { Period } from '@walkaround/contract/rules/figure-periods.ts'
import { valuesOf } from '@walkaround/contract/rules/figure-values.ts'
import { listBranchNames } from '../../organisation/branch-store.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { listOrderHeaders } from '../ledger/today-rows.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { askFor, type Places, toPeriods, toPlaces } from './asked-period.ts'
import { readCarPlace, writeCarPlace } from './car-places.ts'
import * as store from './cars-store.ts'
import { findMark } from './mark-store.ts'
import { keyOf } from './persons.ts'
import { personFor, seesOwnOnly, type Viewer } from './read-figures.ts'
import { listNames, readCounts } from './read-store.ts'
import { listDefinitions } from './words.ts'

export async function readFigureCars(
  scope: Scope,
  query: FigureCarQuery,
  viewer: Viewer,
): Promise<FigureCars> {
  const { limit = CARS_LISTED, language = scope.client.language } = query
  const { period } = toPeriods(scope, query)
  const places = await toPlaces(scope, query)
  const own = keyOf(viewer)
  const person = personFor(scope, query, viewer, own)
  const asked = { ...period, branchIds: places.branchIds, person, limit: limit + 1 }
  const count = () => countOrders(scope, period, { places, person })
  // Whose list it is belongs to the query: a cursor of somebody else would begin elsewhere.
  const filters = [scope.clientId, period, query.branch, query.site, person, query.sort, query.currency]
  const after = readCarPlace(query.cursor, filters)
  const [rows, mark] = await Promise.all([
    listCars(scope, query, { ...asked, count }, after),
    findMark(scope),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    period,
    ...(mark ? { asOf: mark.loggedAt.toISOString() } : {}),
    cars: await describe(scope, shown, own),
    ...(rows.length > limit && last ? { next: writeCarPlace(last, filters) } : {}),
    definitions: listDefinitions(language),
    arePersonsNamed: scope.client.namedFigures,
    isOwnOnly: seesOwnOnly(viewer),
  }
}

async function listCars(
  scope: Scope,
  { sort = 'day', currency }: FigureCarQuery,
  { count, ...asked }: store.AskedCars & { count: () => Promise<number> },
  after: store.RankedPlace | undefined,
): Promise<store.CarRow[]> {
  if (sort === 'day')
    return store.listNewestCars(scope, asked, after ?? { day: addDays(asked.to, 1), orderId: '' })
  if (ordersByMoney.includes(sort) && currency === undefined)
    throw problem(
      'missingField',
      `currency: "sort" is "${sort}", and money of several currencies is never compared`,
    )
  const orders = await count()
  if (orders > MOST_SORTED_ORDERS)
    throw problem(
      'invalidDate',
      `to: up to ${JSON.stringify(asked.to)} the period has ${orders} orders, and with "sort" "${sort}" it may have ${MOST_SORTED_ORDERS}: name a shorter one, or fewer branches`,
    )
  return store.listRankedCars(scope, asked, sort, currency, after)
}

/** By the sums, before so many are read one by one. */
async function countOrders(
  scope: Scope,
  period: Period,
  of: { places: Places; person: string | undefined },
): Promise<number> {
  const rows = await readCounts(scope, askFor({ period }, { by: 'none', ...of }))
  return rows.reduce((sum, { orders, rejected }) => sum + orders + rejected, 0)
}

/** Adds what the facts do not know: the car, and who may be named. */
async function describe(scope: Scope, rows: readonly store.CarRow[], own: string): Promise<FigureCar[]> {
  if (rows.length === 0) return []
  const orderIds = rows.map(({ orderId }) => orderId)
  const isShown = (person: string) => scope.client.namedFigures || person === own
  const people = [...new Set(rows.flatMap(({ persons }) => persons.filter(isShown)))]
  const [money, headers, branches, names] = await Promise.all([
    store.listCarMoney(scope, orderIds),
    listOrderHeaders(scope, orderIds),
    listBranchNames(scope.db, [scope.clientId]),
    listNames(scope, people),
  ])
  const moneyOf = Map.groupBy(money, ({ orderId }) => orderId)
  const headerOf = new Map(
    headers.map(({ orderId, header }) => [orderId, JSON.parse(header) as SurveyHeader]),
  )
  const branchOf = new Map(branches.map(({ id, name }) => [id, name]))
  return rows.map((row): FigureCar => {
    const { orderId, day, branchId } = row
    const purses = new Map((moneyOf.get(orderId) ?? []).map((one) => [one.currency, one]))
    const persons = row.persons
      .filter(isShown)
      .map((key) => ({ key, name: names.get(key) ?? key, ...(key === own ? { isOwn: true } : {}) }))
    return {
      orderId,
      day,
      branchId,
      ...textsOf(headerOf.get(orderId) ?? {}, branchOf.get(branchId)),
      ...(row.rejected > 0 ? { isRejected: true } : {}),
      ...(persons.length > 0 ? { persons } : {}),
      figures: valuesOf(row, purses),
    }
  })
}

function textsOf({ externalId, vehicle }: SurveyHeader, branch: string | undefined): Partial<FigureCar> {
  const { numberPlate, vin, make, model } = vehicle ?? {}
  const texts = { branch, externalId, numberPlate, vin, make, model }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
}
