// Amounts that orders and leads have in common. Pure.
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { Violation } from '../../problems.ts'

/** An estimated price needs a currency (A9). */
export function vehicleViolations(vehicle: Vehicle | undefined): Violation[] {
  if (vehicle?.estimatedPrice === undefined || vehicle.estimatedPriceCurrency !== undefined) return []
  return [
    {
      kind: 'missingCurrency',
      info: `vehicle.estimatedPrice: ${vehicle.estimatedPrice} is given without vehicle.estimatedPriceCurrency`,
    },
  ]
}
