// Under which names a client remembers a vehicle: its VIN and its plate. Pure.
import type { Vehicle } from '@walkaround/contract/shared.ts'

/** 17 of A–Z and 0–9 without I, O and Q, in capitals; undefined for anything else (F3). */
export function findVin(text: string | undefined): string | undefined {
  const vin = text?.trim()
  // Looked at before it is put into capitals: that makes SS of ß, and S of ſ.
  return vin !== undefined && /^[A-HJ-NPR-Z0-9]{17}$/i.test(vin) ? vin.toUpperCase() : undefined
}

/** A plate as people compare it: capitals, without blanks and hyphens. The country tells equal plates apart. */
function foldPlate(vehicle: Vehicle): string | undefined {
  const plate = vehicle.numberPlate?.toUpperCase().replaceAll(/[\s\-–·.]/g, '')
  if (!plate) return undefined
  const country = vehicle.numberPlateCountry?.trim().toUpperCase()
  return country ? `${country}/${plate}` : plate
}

/** A country that only one of them tells does not tell them apart. */
export function isSamePlate(one: Vehicle | undefined, other: Vehicle | undefined): boolean {
  const [plate, otherPlate] = [one, other].map((vehicle) => vehicle && foldPlate(vehicle))
  if (!plate || !otherPlate) return false
  const [bare, otherBare] = [plate, otherPlate].map((text) => text.slice(text.indexOf('/') + 1))
  const hasBoth = plate !== bare && otherPlate !== otherBare
  return hasBoth ? plate === otherPlate : bare === otherBare
}

/** The surest first. A vehicle without either is nobody's. */
export function vehicleKeys(vehicle: Vehicle | undefined): string[] {
  if (!vehicle) return []
  const vin = findVin(vehicle.vin)
  const plate = foldPlate(vehicle)
  return [...(vin ? [`vin/${vin}`] : []), ...(plate ? [`plate/${plate}`] : [])]
}
