// What the demo dealership charges for the items of the service's packages. Pure.
import type { PackageItem } from '@walkaround/contract/dms/packages.ts'
import { toUnits } from '@walkaround/contract/rules/decimal.ts'
import { amount } from '@walkaround/contract/schema.ts'
import data from '../data/prices.json' with { type: 'json' }
import { entries, readData } from './data.ts'
import { amountsOf, HOURLY_RATE } from './lines.ts'

/** Euros per piece, litre, gram … without VAT, by the name of the part. */
const parts: Readonly<Record<string, number>> = readData('prices.json', entries(data, amount('')), data)

/** Undefined for a part that is not in the price list: its package then has no price, as with any DMS. */
export function findAmounts(item: PackageItem) {
  const { itemCategory, description = '', quantity = 1 } = item
  if (itemCategory === 'labour') return amountsOf(quantity, HOURLY_RATE)
  const price = parts[description]
  return price === undefined ? undefined : amountsOf(quantity, Number(toUnits(price, 2)))
}
