// The maker of a vehicle, by the code at the start of its VIN. The table is server/data/vehicles/manufacturers.tsv.
import { readFileSync } from 'node:fs'

export interface Manufacturer {
  code: string
  /** ISO 3166, where the maker is registered. */
  country: string
  /** Several if they share the code. */
  makes: readonly string[]
  /** Where the model year is, as explained at the head of the table. */
  year?: { rule: '7' | 'y' | 'c'; since?: number }
}

export function parseManufacturers(text: string): Map<string, Manufacturer> {
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    rows.map((line) => {
      const [code = '', country = '', makes = '', year = ''] = line.split('\t')
      const mark = /^([7yc])(\d{4})?$/.exec(year)
      if (
        !/^[A-HJ-NPR-Z0-9]{3,6}$|^[A-Z0-9]{2}9\/[A-Z0-9]{3}$/.test(code) ||
        makes === '' ||
        (year && !mark)
      ) {
        throw new Error(`manufacturers.tsv: ${line}`)
      }
      const since = mark?.[2]
      return [
        code,
        {
          code,
          country,
          makes: makes.split(';'),
          year: mark
            ? { rule: mark[1] as '7' | 'y' | 'c', ...(since ? { since: Number(since) } : {}) }
            : undefined,
        },
      ]
    }),
  )
}

const LONGEST = 6
let table: Map<string, Manufacturer> | undefined

export function findManufacturer(vin: string): Manufacturer | undefined {
  table ??= parseManufacturers(
    readFileSync(new URL('../../../data/vehicles/manufacturers.tsv', import.meta.url), 'utf8'),
  )
  // A 9 in third place: a small manufacturer, identified by positions 12 to 14.
  if (vin.charAt(2) === '9') return table.get(`${vin.slice(0, 3)}/${vin.slice(11, 14)}`)
  for (let length = LONGEST; length >= 3; length--) {
    const found = table.get(vin.slice(0, length))
    if (found) return found
  }
  return undefined
}
