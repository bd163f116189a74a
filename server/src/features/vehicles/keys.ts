// The keys by which a client's vehicle is found: its VIN and its plate. Pure.
import { foldForSearch } from '@walkaround/contract/rules/folding.ts'
import { findVin } from '@walkaround/contract/rules/vin.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'

const barePlate = (vehicle: Vehicle): string => foldForSearch(vehicle.numberPlate ?? '')

/** A plate as people compare it. The country distinguishes equal plates. */
function foldPlate(vehicle: Vehicle): string | undefined {
  const plate = barePlate(vehicle)
  if (!plate) return undefined
  const country = vehicle.numberPlateCountry?.trim().toUpperCase()
  return country ? `${country}/${plate}` : plate
}

/** If only one of them has a country, the country does not distinguish them. */
export function isSamePlate(one: Vehicle | undefined, other: Vehicle | undefined): boolean {
  const [plate, otherPlate] = [one, other].map((vehicle) => vehicle && foldPlate(vehicle))
  if (!plate || !otherPlate) return false
  const [bare, otherBare] = [plate, otherPlate].map((text) => text.slice(text.indexOf('/') + 1))
  const hasBoth = plate !== bare && otherPlate !== otherBare
  return hasBoth ? plate === otherPlate : bare === otherBare
}

/** Two vehicles without any of these in common have neither the same VIN nor the same plate. */
export function comparedKeys(vehicle: Vehicle | undefined): string[] {
  if (!vehicle) return []
  const [vin, plate] = [findVin(vehicle.vin), barePlate(vehicle)]
  return [...(vin ? [`vin/${vin}`] : []), ...(plate ? [`plate/${plate}`] : [])]
}

/** The most reliable first. A vehicle without either has no key. */
export function vehicleKeys(vehicle: Vehicle | undefined): string[] {
  if (!vehicle) return []
  const vin = findVin(vehicle.vin)
  const plate = foldPlate(vehicle)
  return [...(vin ? [`vin/${vin}`] : []), ...(plate ? [`plate/${plate}`] : [])]
}
