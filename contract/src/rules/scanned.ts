// What a barcode or key tag says: a VIN, or the words somebody would type. Whether it is this car. Pure.
import { foldForSearch } from './folding.ts'
import { findVin } from './vin.ts'

export interface Scanned {
  vin?: string
  /** The VIN, otherwise the plate or number as it stands there. */
  words: string
}

/** Longer than any plate or number of an order. */
const mostCharacters = 64

/** Barcodes of a VIN may begin with an I, for imported cars, which no VIN contains. */
const vinOf = (text: string) => findVin(text) ?? (/^I/i.test(text) ? findVin(text.slice(1)) : undefined)

/** A tag may say more: an address, or a name before the value. The VIN in it counts, otherwise its last part. */
export function readScanned(text: string): Scanned {
  const clean = text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .replaceAll(/^\*|\*$/g, '')
  const vin = vinOf(clean) ?? clean.split(/[^A-Za-z0-9]+/).flatMap((part) => vinOf(part) ?? [])[0]
  if (vin !== undefined) return { vin, words: vin }
  const last = clean.split(/[/=?&;,:]/).findLast((part) => part.trim() !== '') ?? ''
  return { words: last.trim().slice(0, mostCharacters) }
}

interface CarMarks {
  vin?: string | undefined
  numberPlate?: string | undefined
  /** Of its order, as the system and as people know it. */
  numbers?: readonly (string | undefined)[]
}

/** `unknown` if the car has no VIN to compare with. */
export function compareScanned({ vin, words }: Scanned, car: CarMarks): 'same' | 'other' | 'unknown' {
  if (vin !== undefined) {
    const own = findVin(car.vin)
    if (own === undefined) return 'unknown'
    return own === vin ? 'same' : 'other'
  }
  const folded = foldForSearch(words)
  const marks = [car.numberPlate, car.vin, ...(car.numbers ?? [])]
  return marks.some((mark) => mark !== undefined && foldForSearch(mark) === folded) ? 'same' : 'other'
}
