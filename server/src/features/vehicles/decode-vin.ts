// The offline decoder: what a VIN alone says about a vehicle, and why it says no more. It never guesses.
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { readAmerican } from './american.ts'
import { findManufacturer, type Manufacturer } from './manufacturers.ts'
import { checkDigit, checkOf, isAmerican, resolveYear } from './vin.ts'

export interface Decoded {
  /** Undefined if no position contains one. */
  checkDigit: { isRight: boolean; expected: string } | undefined
  manufacturer: Manufacturer | undefined
  values: Pick<Vehicle, 'make' | 'model' | 'modelYear' | 'fuelType' | 'engineCapacity' | 'airIntakeType'>
  /** Attribute → why it stays unset. */
  unset: Record<string, string>
}

interface DecodeClues {
  nextYear: number
  /** Years of production or first registration, if known. */
  near?: readonly number[]
}

/** `vin` as findVin returns it. */
export function decodeVin(vin: string, clues: DecodeClues): Decoded {
  const manufacturer = findManufacturer(vin)
  const check = checkOf(vin)
  const hasCheck = isAmerican(vin) || (manufacturer?.year?.rule === 'c' && check === 'right')
  const decoded: Decoded = {
    checkDigit:
      hasCheck && check !== 'none' ? { isRight: check === 'right', expected: checkDigit(vin) } : undefined,
    manufacturer,
    values: {},
    unset: {},
  }
  if (isAmerican(vin) && check === 'wrong') {
    // One wrong character can make it the VIN of another vehicle.
    const why = 'the check digit does not match, so at least one character of the VIN is wrong'
    decoded.unset = { make: why, modelYear: why, model: why }
    return decoded
  }
  if (!manufacturer) {
    const why = `nothing is known of the manufacturer code ${vin.slice(0, 3)}`
    decoded.unset = { make: why, modelYear: why }
    return decoded
  }
  const [make, ...others] = manufacturer.makes
  if (others.length === 0) decoded.values.make = make as string
  else decoded.unset.make = `${manufacturer.code} is used for ${manufacturer.makes.join(', ')}`

  const year = findYear(vin, manufacturer, check, clues)
  if ('why' in year) decoded.unset.modelYear = year.why
  else decoded.values.modelYear = year.year
  if ('year' in year && check === 'right' && manufacturer.year?.rule === '7') {
    const { unclear, ...facts } = readAmerican(vin, year.year)
    decoded.values = { ...decoded.values, ...facts }
    if (decoded.values.make !== undefined) delete decoded.unset.make
    for (const name of unclear) decoded.unset[name] ??= 'the VIN fits several'
  }
  return decoded
}

function findYear(
  vin: string,
  { year }: Manufacturer,
  check: ReturnType<typeof checkOf>,
  { nextYear, near }: DecodeClues,
): { year: number } | { why: string } {
  if (!year) return { why: 'the manufacturer does not put the model year into the VIN everywhere' }
  if (year.rule === '7' && check === 'none') return { why: 'made for a market without model year in the VIN' }
  if (year.rule === 'c' && check !== 'right') return { why: 'position 9 is not the check digit' }
  return resolveYear(vin.charAt(9), {
    since: year.since ?? (year.rule === 'c' ? CHINA_SINCE : undefined),
    position7: year.rule === '7' ? vin.charAt(6) : undefined,
    near,
    nextYear,
  })
}

/** VINs became mandatory in China in this year. */
const CHINA_SINCE = 1997
