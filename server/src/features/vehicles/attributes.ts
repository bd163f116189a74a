// The attributes of a vehicle that its VIN can tell (spec heading VehicleInfo). Pure.
import type { VehicleInfo } from '@walkaround/contract/dms/vehicle-information.ts'
import { Vehicle } from '@walkaround/contract/shared.ts'

export const attributes = [
  'make',
  'model',
  'modelCode',
  'modelYear',
  'fuelType',
  'engineCapacity',
  'airIntakeType',
  'engineType',
  'colour',
  'gearboxType',
] as const satisfies (keyof Omit<VehicleInfo, 'vin'>)[]

export type Attribute = (typeof attributes)[number]
export type Attributes = Pick<Vehicle, Attribute>

/** Not told by a VIN, but they say which of two model years thirty years apart it is. */
const clues = ['productionYear', 'warrantyStartDate'] as const

/** What is kept of a vehicle for the next time its VIN is seen. */
export const remembered = [...attributes, ...clues] as const
export type Remembered = Pick<Vehicle, (typeof remembered)[number]>

export function yearsNear(...vehicles: Remembered[]): number[] {
  return vehicles.flatMap(({ productionYear, warrantyStartDate }) => [
    ...(productionYear === undefined ? [] : [productionYear]),
    ...(warrantyStartDate === undefined ? [] : [Number(warrantyStartDate.slice(0, 4))]),
  ])
}

const names = Object.keys(Vehicle.properties) as (keyof Vehicle)[]

/** The fields in the order of the interface, so that the same vehicle is the same text. */
export function inOrder(vehicle: Vehicle): Vehicle {
  return Object.fromEntries(
    names.flatMap((name) => (vehicle[name] === undefined ? [] : [[name, vehicle[name]]])),
  ) as Vehicle
}
