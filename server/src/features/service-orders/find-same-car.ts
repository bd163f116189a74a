// Joins a new order, or one made by hand, with the other order of the same car if that is certain (I5).
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { Scope } from '../../scope.ts'
import { joinByItself } from './join-order.ts'
import * as store from './join-store.ts'
import { type Car, findCertain, likenessOf, listPairs, nearMs, type Pair } from './same-car.ts'

const toCar = ({ vehicle, ...row }: store.CarRow): Car => ({
  ...row,
  vehicle: vehicle === null ? undefined : (JSON.parse(vehicle) as Vehicle),
})

/** Where and when the DMS order of a car may be. */
const nearTo = ({ branchId, at }: Car): store.Near => ({
  branchId,
  from: new Date(at.getTime() - nearMs),
  to: new Date(at.getTime() + nearMs),
})

/** Cars of orders made by hand that wait for their DMS order, the newest first. */
export const listCarsByHand = async (scope: Scope): Promise<Car[]> =>
  (await store.listByHand(scope)).map(toCar)

/** Returns the id of the order it was joined with. `byHand` may have been listed before the order was saved. */
export async function joinSameCar(
  scope: Scope,
  arrived: Car,
  byHand: readonly Car[],
): Promise<string | undefined> {
  const waiting = byHand.filter(({ id }) => id !== arrived.id)
  const manual = arrived.isManual ? arrived : waiting.find((one) => likenessOf(one, arrived) === 'certain')
  if (!manual) return undefined
  const orders = (await store.listOfDms(scope, [nearTo(manual)])).map(toCar)
  const cars = [...new Map([...waiting, ...orders, arrived].map((car) => [car.id, car])).values()]
  const pair = findCertain(listPairs(cars, { isApart: await apartOf(scope, cars) }), arrived.id)
  if (!pair || !(await joinByItself(scope, pair.manualId, pair.orderId))) return undefined
  return pair.orderId
}

async function apartOf(scope: Scope, cars: readonly Car[]): Promise<(pair: Pair) => boolean> {
  const manualIds = cars.flatMap(({ id, isManual }) => (isManual ? [id] : []))
  const apart = manualIds.length === 0 ? [] : await store.listApart(scope, manualIds)
  const known = new Set(apart.map(({ manualId, orderId }) => JSON.stringify([manualId, orderId])))
  return ({ manualId, orderId }) => known.has(JSON.stringify([manualId, orderId]))
}

/** Whether any order made by hand waits for its DMS order. */
export const hasOrdersByHand = async (scope: Scope): Promise<boolean> =>
  (await store.findByHand(scope)) !== undefined

interface Joined {
  inspectionId: string
  isByItself: boolean
}

/** For the cars of a board: which may be the same, and which were joined. */
export async function findSameCars(
  scope: Scope,
  cars: readonly Car[],
): Promise<{ pairs: Pair[]; joined: Map<string, Joined[]> }> {
  const pairs = cars.some(({ isManual }) => isManual)
    ? listPairs(cars, { isApart: await apartOf(scope, cars) })
    : []
  const orderIds = cars.flatMap(({ id, isManual }) => (isManual ? [] : [id]))
  const joined = new Map<string, Joined[]>()
  for (const row of orderIds.length === 0 ? [] : await store.listJoined(scope, orderIds)) {
    const known = joined.get(row.orderId) ?? []
    joined.set(row.orderId, [...known, { inspectionId: row.manualId, isByItself: row.byItself }])
  }
  return { pairs, joined }
}

export interface Waiting {
  id: string
  branchId: string
  numberPlate?: string
  vin?: string
  since: string
  /** Orders of the DMS that may be for the same car. */
  sameCar: string[]
}

/** Orders made by hand that wait for their DMS order, the newest first. A few statements, however many there are. */
export async function listWaiting(scope: Scope): Promise<Waiting[]> {
  const waiting = await listCarsByHand(scope)
  if (waiting.length === 0) return []
  const orders = (await store.listOfDms(scope, periodsOf(waiting))).map(toCar)
  const isApart = await apartOf(scope, waiting)
  const pairs = Map.groupBy(
    listPairs([...waiting, ...orders], { isApart, onlyNear: true }),
    ({ manualId }) => manualId,
  )
  return waiting.map(({ id, branchId, at, vehicle }) => ({
    id,
    branchId,
    numberPlate: vehicle?.numberPlate,
    vin: vehicle?.vin,
    since: at.toISOString(),
    sameCar: (pairs.get(id) ?? []).map(({ orderId }) => orderId),
  }))
}

/** One for each branch, so that no order is read twice. */
function periodsOf(cars: readonly Car[]): store.Near[] {
  const periods = new Map<string, store.Near>()
  for (const near of cars.map(nearTo)) {
    const known = periods.get(near.branchId)
    const from = known && known.from < near.from ? known.from : near.from
    const to = known && known.to > near.to ? known.to : near.to
    periods.set(near.branchId, { branchId: near.branchId, from, to })
  }
  return [...periods.values()]
}
