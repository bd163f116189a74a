// The demo's customers: invented people and companies in several scripts, with telephone numbers that the German regulator reserves
// for films and examples, and addresses with unused post codes. The dealership is its own customer for the cars it sells. Pure.
import { BusinessPartner, type PersonPartner } from '@walkaround/contract/shared.ts'
import { type Static, Type } from 'typebox'
import data from '../data/customers.json' with { type: 'json' }
import regularsData from '../data/regulars.json' with { type: 'json' }
import { entries, readData } from './data.ts'

export const customers = readData('customers.json', entries(data, BusinessPartner), data)

const words = Type.Array(Type.String(), { minItems: 1 })
const regulars = readData(
  'regulars.json',
  Type.Object({
    firstNames: Type.Object({ female: words, male: words }),
    lastNames: words,
    streets: words,
  }),
  regularsData,
)

/** 200 mobile numbers in two blocks of 100. */
function mobile(index: number): string {
  const within = String(index % 100).padStart(2, '0')
  return index < 100 ? `+49 171 39200 ${within}` : `+49 176 040690 ${within}`
}

/** One of the many customers of the last half-year; the same for the same number. */
export function regular(index: number): Static<typeof PersonPartner> {
  const gender = index % 2 === 0 ? 'female' : 'male'
  const { firstNames, lastNames, streets } = regulars
  const firstName = firstNames[gender][Math.floor(index / 2) % firstNames[gender].length]
  const lastName = lastNames[(index * 7 + 3) % lastNames.length]
  const street = streets[index % streets.length]
  return {
    category: 'person',
    id: `C-${1200 + index}`,
    firstName,
    lastName,
    gender,
    mobilePhone: mobile(40 + index),
    email: `customer.${1200 + index}@example.org`,
    address: `${street} ${((index * 5) % 60) + 1}, 0012${index % 7} Neuenbrück`,
  }
}
