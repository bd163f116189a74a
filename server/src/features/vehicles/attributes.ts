// The attributes of a vehicle that its VIN can give (spec heading VehicleInfo). Pure.
import { vinAttributes } from '@walkaround/contract/dms/vehicle-information.ts'
import { Vehicle } from '@walkaround/contract/shared.ts'

export type Attribute = (typeof vinAttributes)[number]
export type Attributes = Pick<Vehicle, Attribute>

/** Not in a VIN, but they decide between two model years thirty years apart. */
const clues = ['productionYear', 'warrantyStartDate'] as const

/** What is stored of a vehicle for the next time its VIN is seen. */
export const remembered = [...vinAttributes, ...clues] as const
export type Remembered = Pick<Vehicle, (typeof remembered)[number]>

export function yearsNear(...vehicles: Remembered[]): number[] {
  return vehicles.flatMap(({ productionYear, warrantyStartDate }) => [
    ...(productionYear === undefined ? [] : [productionYear]),
    ...(warrantyStartDate === undefined ? [] : [Number(warrantyStartDate.slice(0, 4))]),
  ])
}

const names = Object.keys(Vehicle.properties) as (keyof Vehicle)[]

/** The fields in the order of the interface, so that equal vehicles give equal text. */
export function inOrder(vehicle: Vehicle): Vehicle {
  return Object.fromEntries(
    names.flatMap((name) => (vehicle[name] === undefined ? [] : [[name, vehicle[name]]])),
  ) as Vehicle
}
