// The address of a vehicle's page at the desk, with the person's language and dealership.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { vehicleKeyOf } from '@walkaround/contract/rules/vehicle-key.ts'
import { serviceUrl } from '../../places.ts'

/** Undefined for a car without VIN and plate. */
export function vehiclePageUrl(
  card: Pick<BoardCard, 'vin' | 'numberPlate'>,
  asked: { lang: string; client: string },
): string | undefined {
  const key = vehicleKeyOf(card)
  if (key === undefined) return undefined
  const path = key.split('/').map(encodeURIComponent).join('/')
  return serviceUrl(`desk/vehicles/${path}?${new URLSearchParams(asked)}`)
}
