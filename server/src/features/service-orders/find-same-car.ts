// Joins a new order, or one made by hand, with the other order of the same car if that is certain (I5).
import type { Scope } from '../../scope.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { joinByItself } from './join-order.ts'
import * as store from './join-store.ts'
import { type Car, findCertain, likenessOf, listPairs, nearMs, type Pair } from './same-car.ts'

const toCar = ({ id, branchId, isManual, at, header }: store.CarRow): Car => ({
  id,
  branchId,
  isManual,
  at,
  vehicle: (JSON.parse(header) as SurveyHeader).vehicle,
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
  const near = {
    from: new Date(manual.at.getTime() - nearMs),
    to: new Date(manual.at.getTime() + nearMs),
  }
  const orders = (await store.listOfDms(scope, manual.branchId, near)).map(toCar)
  const cars = [...new Map([...waiting, ...orders, arrived].map((car) => [car.id, car])).values()]
  const pair = findCertain(listPairs(cars, await apartOf(scope, cars)), arrived.id)
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
  const pairs = cars.some(({ isManual }) => isManual) ? listPairs(cars, await apartOf(scope, cars)) : []
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

/** Orders made by hand that wait for their DMS order, the newest first. */
export async function listWaiting(scope: Scope): Promise<Waiting[]> {
  const waiting = await listCarsByHand(scope)
  const found: Waiting[] = []
  for (const car of waiting) {
    const near = { from: new Date(car.at.getTime() - nearMs), to: new Date(car.at.getTime() + nearMs) }
    const orders = (await store.listOfDms(scope, car.branchId, near)).map(toCar)
    const pairs = listPairs([car, ...orders], await apartOf(scope, [car]))
    const { numberPlate, vin } = car.vehicle ?? {}
    found.push({
      id: car.id,
      branchId: car.branchId,
      numberPlate,
      vin,
      since: car.at.toISOString(),
      sameCar: pairs.map(({ orderId }) => orderId),
    })
  }
  return found
}
