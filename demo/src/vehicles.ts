// The demo's vehicles: invented makes and models, plates of a district that does not exist. Pure.
import { Vehicle } from '@walkaround/contract/shared.ts'
import { type Static, Type } from 'typebox'
import data from '../data/models.json' with { type: 'json' }
import { entries, nameIn, readData } from './data.ts'
import { makeVin } from './vin.ts'
import type { WorkshopClock } from './workshop-clock.ts'

const Model = Type.Object({
  ...Vehicle.properties,
  /** Five characters of the VIN. */
  descriptor: Type.String(),
  warrantyYears: Type.Integer(),
})

export const models = readData('models.json', entries(data, Model), data)
export type ModelId = keyof typeof models

export const Car = Type.Object({
  model: nameIn(models),
  /** Of the VIN, and so of the DMS's id. */
  serial: Type.Integer(),
  /** Days since first registration. */
  ageDays: Type.Integer(),
  colour: Type.String(),
  numberPlate: Type.String(),
  /** On `asOf`. */
  mileage: Type.Integer(),
  mileageUnit: Vehicle.properties.mileageUnit,
  numberPlateCountry: Vehicle.properties.numberPlateCountry,
})
export type Car = Static<typeof Car>

/** The vehicle as the DMS knows it on a day, given in days from today. */
export function vehicleOf(clock: WorkshopClock, car: Car, asOf = 0): Vehicle {
  const { descriptor, warrantyYears: _, ...model } = models[car.model]
  const modelYear = Number(clock.date(-car.ageDays).slice(0, 4))
  return {
    id: `V-${car.serial}`,
    vin: makeVin({ descriptor, modelYear, serial: car.serial }),
    numberPlate: car.numberPlate,
    numberPlateCountry: car.numberPlateCountry ?? 'D',
    ...model,
    modelYear,
    productionYear: modelYear,
    engineNumber: `${model.engineType}${String(car.serial).padStart(7, '0')}`,
    colour: car.colour,
    recordedMileage: car.mileage,
    mileageUnit: car.mileageUnit ?? 'km',
    recordedMileageDate: clock.date(asOf),
  }
}

/** What a DMS that stores warranties adds. */
export function warrantyOf(clock: WorkshopClock, car: Car): Vehicle {
  const start = clock.date(-car.ageDays)
  const { warrantyYears } = models[car.model]
  // The day before the anniversary; that way 29 February has one in every year.
  const end = new Date(Date.parse(start))
  end.setUTCFullYear(end.getUTCFullYear() + warrantyYears)
  end.setUTCDate(end.getUTCDate() - 1)
  const warrantyEndDate = end.toISOString().slice(0, 10)
  return { warrantyStartDate: start, warrantyEndDate, warrantyOn: warrantyEndDate >= clock.date(0) }
}

/** No German district begins with X. */
export const plate = (letters: string, number: number) => `XD ${letters} ${number}`
