// Whether two orders are for the same car (I5). Pure.

import { findVin } from '@walkaround/contract/rules/vin.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { comparedKeys, isSamePlate } from '../vehicles/keys.ts'

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

const areNear = (one: Car, other: Car): boolean =>
  one.branchId === other.branchId && Math.abs(one.at.getTime() - other.at.getTime()) <= nearMs

export function likenessOf(one: Car, other: Car): Likeness | undefined {
  const isNear = areNear(one, other)
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

interface PairOptions {
  isApart: (pair: Pair) => boolean
  /** Without orders of the same VIN in another branch or at another time. */
  onlyNear?: boolean
}

/**
 * Pairs of manual and DMS orders, without those somebody separated. Compares only cars with something in common: after a morning
 * without the DMS a board has a hundred manual orders beside a thousand others.
 */
export function listPairs(cars: readonly Car[], { isApart, onlyNear = false }: PairOptions): Pair[] {
  const byKey = new Map<string, Car[]>()
  const placeOf = new Map<Car, number>()
  for (const [place, car] of cars.entries()) {
    if (car.isManual) continue
    placeOf.set(car, place)
    for (const key of comparedKeys(car.vehicle)) {
      const known = byKey.get(key)
      if (known) known.push(car)
      else byKey.set(key, [car])
    }
  }
  const likeTo = (manual: Car): Car[] => {
    const found = new Set(comparedKeys(manual.vehicle).flatMap((key) => byKey.get(key) ?? []))
    return [...found].sort((one, other) => (placeOf.get(one) ?? 0) - (placeOf.get(other) ?? 0))
  }
  return cars
    .filter(({ isManual }) => isManual)
    .flatMap((manual) =>
      likeTo(manual).flatMap((order): Pair[] => {
        const likeness = onlyNear && !areNear(manual, order) ? undefined : likenessOf(manual, order)
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
