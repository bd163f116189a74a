// Which car belongs to which named customer of the demo, and the vehicle data in orders and leads. No such plate exists: no German
// district begins with X, and 00 is not a year on a British plate. Pure.
import { Vehicle } from '@walkaround/contract/shared.ts'
import { type Static, Type } from 'typebox'
import data from '../data/cars.json' with { type: 'json' }
import { customers } from './customers.ts'
import { entries, nameIn, readData } from './data.ts'
import { Car, vehicleOf, warrantyOf } from './vehicles.ts'
import type { WorkshopClock } from './workshop-clock.ts'

export const cars = readData('cars.json', entries(data, Car), data)

const { driver, serviceContractType, serviceContractNumber, estimatedPrice, estimatedPriceCurrency } =
  Vehicle.properties

export const CarOnOrder = Type.Object({
  car: nameIn(cars),
  /** The day its mileage was read, in calendar days from today. */
  asOf: Type.Optional(Type.Integer()),
  /** At an earlier visit, what it was then. */
  mileage: Type.Optional(Type.Integer()),
  /** The DMS stores warranties. */
  withWarranty: Type.Optional(Type.Boolean()),
  serviceContractType,
  serviceContractNumber,
  /** From first registration. */
  serviceContractYears: Type.Optional(Type.Integer()),
  estimatedPrice,
  estimatedPriceCurrency,
  owner: Type.Optional(nameIn(customers)),
  driver,
})

export function toVehicle(clock: WorkshopClock, told: Static<typeof CarOnOrder>): Vehicle {
  const { car: name, asOf, mileage, withWarranty, serviceContractYears, owner, ...more } = told
  const car = mileage === undefined ? cars[name] : { ...cars[name], mileage }
  return {
    ...vehicleOf(clock, car, asOf),
    ...(withWarranty && warrantyOf(clock, car)),
    ...(serviceContractYears !== undefined && {
      serviceContractStartDate: clock.date(-car.ageDays),
      serviceContractEndDate: clock.date(serviceContractYears * 365 - car.ageDays),
    }),
    ...(owner && { owner: customers[owner] }),
    ...more,
  }
}
