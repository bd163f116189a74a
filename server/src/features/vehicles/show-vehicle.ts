// Everything local about one VIN, for people who ask why an attribute has its value or is missing.
import { vinAttributes } from '@walkaround/contract/dms/vehicle-information.ts'
import { findVin } from '@walkaround/contract/rules/vin.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Attribute } from './attributes.ts'
import { findKnown, type KnownFrom } from './known-vehicle.ts'
import * as store from './store.ts'

export interface ShownVehicle {
  vin: string
  checkDigit: 'right' | 'wrong' | 'none'
  /** The correct character for position 9, if it has another. */
  expected?: string
  manufacturer?: { code: string; country: string; makes: readonly string[] }
  known: { attribute: Attribute; value: unknown; from: KnownFrom }[]
  unset: { attribute: string; why: string }[]
  seen?: { at: string; orderId?: string; numberPlate?: string; mileageKm?: number }
}

export async function showVehicle(scope: Scope, given: string): Promise<ShownVehicle> {
  const vin = findVin(given)
  if (vin === undefined) {
    throw problem(
      'invalidVin',
      `vin: ${JSON.stringify(given)} is not 17 characters of A–Z and 0–9 without I, O and Q`,
    )
  }
  const { values, from, decoded } = await findKnown(scope, vin)
  const seen = await store.findVehicle(scope, `vin/${vin}`)
  const check = decoded.checkDigit
  return {
    vin,
    checkDigit: check === undefined ? 'none' : check.isRight ? 'right' : 'wrong',
    expected: check && !check.isRight ? check.expected : undefined,
    manufacturer: decoded.manufacturer
      ? {
          code: decoded.manufacturer.code,
          country: decoded.manufacturer.country,
          makes: decoded.manufacturer.makes,
        }
      : undefined,
    known: vinAttributes.flatMap((attribute) => {
      const source = from[attribute]
      return source === undefined ? [] : [{ attribute, value: values[attribute], from: source }]
    }),
    unset: Object.entries(decoded.unset)
      .filter(([attribute]) => !(attribute in values))
      .map(([attribute, why]) => ({ attribute, why })),
    seen: seen ? toSeen(seen) : undefined,
  }
}

function toSeen({ document, lastOrderId, mileageKm, seenAt }: store.SeenVehicle): ShownVehicle['seen'] {
  return {
    at: seenAt.toISOString(),
    orderId: lastOrderId ?? undefined,
    numberPlate: document.numberPlate,
    mileageKm: mileageKm ?? undefined,
  }
}
