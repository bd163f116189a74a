// The demo's vehicles: invented makes and models, plates of a district that does not exist. Pure.
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { makeVin } from './vin.ts'
import type { WorkshopClock } from './workshop-clock.ts'

type Model = Omit<Vehicle, 'vin'> & {
  /** Five characters of the VIN. */
  descriptor: string
  warrantyYears: number
}

const norvik = { make: 'Norvik', warrantyYears: 3 } as const
const tamber = { make: 'Tamber', warrantyYears: 2 } as const

export const models = {
  fjell: {
    ...norvik,
    descriptor: 'FJ20D',
    model: 'Fjell Estate 2.0 D',
    modelCode: 'FJ2',
    derivativeCode: 'FJ2-E20D-A8',
    fuelType: 'diesel',
    engineCapacity: 2,
    airIntakeType: 'Turbo SC',
    engineType: 'ND20',
    gearboxType: 'automatic',
  },
  lund: {
    ...norvik,
    descriptor: 'LN10P',
    model: 'Lund 1.0 T',
    modelCode: 'LN1',
    derivativeCode: 'LN1-H10P-M6',
    fuelType: 'petrol',
    engineCapacity: 1,
    airIntakeType: 'Turbo SC',
    engineType: 'NP10',
    gearboxType: 'manual',
  },
  sund: {
    ...norvik,
    descriptor: 'SD18H',
    model: 'Sund Hybrid 1.8',
    modelCode: 'SD1',
    derivativeCode: 'SD1-S18H-CV',
    fuelType: 'hybrid',
    engineCapacity: 1.8,
    airIntakeType: 'Naturally aspirated',
    engineType: 'NH18',
    gearboxType: 'continuously variable',
  },
  lyn: {
    ...norvik,
    descriptor: 'LY64E',
    model: 'Lyn Electric 64 kWh',
    modelCode: 'LY1',
    derivativeCode: 'LY1-H64E-A1',
    fuelType: 'electric',
    engineType: 'NE64',
    gearboxType: 'automatic',
  },
  piccolo: {
    ...tamber,
    descriptor: 'PC12P',
    model: 'Piccolo 1.2',
    modelCode: 'PC3',
    derivativeCode: 'PC3-H12P-M5',
    fuelType: 'petrol',
    engineCapacity: 1.2,
    airIntakeType: 'Naturally aspirated',
    engineType: 'TP12',
    gearboxType: 'manual',
  },
  viola: {
    ...tamber,
    descriptor: 'VL14G',
    model: 'Viola 1.4 LPG',
    modelCode: 'VL2',
    derivativeCode: 'VL2-L14G-M5',
    fuelType: 'liquefiedGas',
    engineCapacity: 1.4,
    airIntakeType: 'Naturally aspirated',
    engineType: 'TG14',
    gearboxType: 'manual',
  },
  cargo: {
    ...tamber,
    descriptor: 'CG22D',
    model: 'Cargo 2.2 D long',
    modelCode: 'CG2',
    derivativeCode: 'CG2-V22D-M6',
    fuelType: 'diesel',
    engineCapacity: 2.2,
    airIntakeType: 'Turbo SC',
    engineType: 'TD22',
    gearboxType: 'manual',
  },
} as const satisfies Record<string, Model>

export type ModelId = keyof typeof models

export interface Car {
  model: ModelId
  /** Of the VIN, and with it of the DMS's id. */
  serial: number
  /** Days since first registration. */
  ageDays: number
  colour: string
  numberPlate: string
  /** On `asOf`. */
  mileage: number
  mileageUnit?: 'km' | 'mi'
  numberPlateCountry?: string
}

/** The vehicle as the DMS knows it on a day, told in days from today. */
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

/** What a DMS that keeps warranties adds. */
export function warrantyOf(clock: WorkshopClock, car: Car): Vehicle {
  const start = clock.date(-car.ageDays)
  const { warrantyYears } = models[car.model]
  // The day before the anniversary; 29 February has one in every year that way.
  const end = new Date(Date.parse(start))
  end.setUTCFullYear(end.getUTCFullYear() + warrantyYears)
  end.setUTCDate(end.getUTCDate() - 1)
  const warrantyEndDate = end.toISOString().slice(0, 10)
  return { warrantyStartDate: start, warrantyEndDate, warrantyOn: warrantyEndDate >= clock.date(0) }
}

/** No German district begins with X. */
export const plate = (letters: string, number: number) => `XD ${letters} ${number}`
