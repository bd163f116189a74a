// Whether two orders are for the same car (I5). Pure.

import { findVin } from '@walkaround/contract/rules/vin.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { isSamePlate } from '../vehicles/keys.ts'

export interface Car {
  id: string
  branchId: string
  isManual: boolean
  /** Planned start, otherwise when it came. */
  at: Date
  vehicle: Vehicle | undefined
}

const DAY_MS = 86_400_000
export const nearMs = 3 * DAY_MS

/** `certain`: may be joined automatically if no other matches. `possible`: somebody must confirm it. */
type Likeness = 'certain' | 'possible'

export function likenessOf(one: Car, other: Car): Likeness | undefined {
  const isNear = one.branchId === other.branchId && Math.abs(one.at.getTime() - other.at.getTime()) <= nearMs
  const [vin, otherVin] = [findVin(one.vehicle?.vin), findVin(other.vehicle?.vin)]
  if (vin !== undefined && vin === otherVin) return isNear ? 'certain' : 'possible'
  if (!isNear || !isSamePlate(one.vehicle, other.vehicle)) return undefined
  // If two cars have the same plate, one of the plates is wrong.
  return vin !== undefined && otherVin !== undefined ? 'possible' : 'certain'
}

export interface Pair {
  manualId: string
  orderId: string
  likeness: Likeness
}

/** Pairs of manual and DMS orders, without those somebody separated. */
export function listPairs(cars: readonly Car[], isApart: (pair: Pair) => boolean): Pair[] {
  const orders = cars.filter(({ isManual }) => !isManual)
  return cars
    .filter(({ isManual }) => isManual)
    .flatMap((manual) =>
      orders.flatMap((order): Pair[] => {
        const likeness = likenessOf(manual, order)
        return likeness ? [{ manualId: manual.id, orderId: order.id, likeness }] : []
      }),
    )
    .filter((pair) => !isApart(pair))
}

/** The only pair with this order, if neither side matches anything else. */
export function findCertain(pairs: readonly Pair[], id: string): Pair | undefined {
  const [only, ...others] = pairs.filter(({ manualId, orderId }) => manualId === id || orderId === id)
  if (!only || others.length > 0 || only.likeness !== 'certain') return undefined
  const isAlone = pairs.every(
    (pair) => pair === only || (pair.manualId !== only.manualId && pair.orderId !== only.orderId),
  )
  return isAlone ? only : undefined
}
