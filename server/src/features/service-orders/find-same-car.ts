// Joins an order that came, or one made by hand, with the other one of the same car, where that is certain (I5).
import type { Scope } from '../../scope.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { joinByItself } from './join-order.ts'
import * as store from './join-store.ts'
import { type Car, findCertain, likenessOf, listPairs, nearMs, type Pair } from './same-car.ts'

const toCar = ({ id, branch_id, is_manual, at, header }: store.CarRow): Car => ({
  id,
  branchId: branch_id,
  isManual: is_manual,
  at,
  vehicle: (JSON.parse(header) as SurveyHeader).vehicle,
})

/** The id of the order it is now part of, or that joined it. */
export async function joinSameCar(scope: Scope, arrived: Car): Promise<string | undefined> {
  const waiting = (await store.listByHand(scope)).map(toCar)
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
  const known = new Set(apart.map(({ manual_id, order_id }) => JSON.stringify([manual_id, order_id])))
  return ({ manualId, orderId }) => known.has(JSON.stringify([manualId, orderId]))
}

export interface Joined {
  inspectionId: string
  isByItself: boolean
}

/** Of the cars of a board: which may be the same, and which were joined. */
export async function findSameCars(
  scope: Scope,
  cars: readonly Car[],
): Promise<{ pairs: Pair[]; joined: Map<string, Joined[]> }> {
  const pairs = cars.some(({ isManual }) => isManual) ? listPairs(cars, await apartOf(scope, cars)) : []
  const orderIds = cars.flatMap(({ id, isManual }) => (isManual ? [] : [id]))
  const joined = new Map<string, Joined[]>()
  for (const row of orderIds.length === 0 ? [] : await store.listJoined(scope, orderIds)) {
    const known = joined.get(row.order_id) ?? []
    joined.set(row.order_id, [...known, { inspectionId: row.manual_id, isByItself: row.by_itself }])
  }
  return { pairs, joined }
}

export interface Waiting {
  id: string
  branchId: string
  numberPlate?: string
  vin?: string
  since: string
  /** Orders of the DMS that may be of the same car. */
  sameCar: string[]
}

/** Orders made by hand that wait for theirs, the newest first. */
export async function listWaiting(scope: Scope): Promise<Waiting[]> {
  const waiting = (await store.listByHand(scope)).map(toCar)
  const found: Waiting[] = []
  for (const car of waiting) {
    const near = { from: new Date(car.at.getTime() - nearMs), to: new Date(car.at.getTime() + nearMs) }
    const orders = (await store.listOfDms(scope, car.branchId, near)).map(toCar)
    const pairs = listPairs([car, ...orders], await apartOf(scope, [car]))
    const { numberPlate, vin } = car.vehicle ?? {}
    found.push({
      id: car.id,
      branchId: car.branchId,
      ...(numberPlate === undefined ? {} : { numberPlate }),
      ...(vin === undefined ? {} : { vin }),
      since: car.at.toISOString(),
      sameCar: pairs.map(({ orderId }) => orderId),
    })
  }
  return found
}
