// What is read on a tyre beside its tread: up to three depths, of which the lowest counts, the week of production and the size.
// Used by tablet and service. Pure.
import type { EditOf } from '../app/edits.ts'
import { toNumber } from './bands.ts'
import type { Fault } from './given-answers.ts'

export const tyrePlaces = ['inner', 'middle', 'outer'] as const
export type TyrePlace = (typeof tyrePlaces)[number]

/** As it is noted: everything may be left out. */
export type TyreDetails = Pick<EditOf<'tyre'>, TyrePlace | 'dot' | 'size'>

/** Millimetres; no tyre has more. */
const deepest = 40
/** Week 01 to 53 and the last two digits of the year, as stamped. */
const stamped = /^(0[1-9]|[1-4]\d|5[0-3])\d\d$/

/** The reading that counts, as it was typed; undefined if there is none. */
export function lowestReading(details: TyreDetails): string | undefined {
  const readings = tyrePlaces.flatMap((place) => details[place] ?? [])
  return readings.toSorted((a, b) => Number(a) - Number(b))[0]
}

export function findTyreFault(details: TyreDetails): Fault | undefined {
  for (const place of tyrePlaces) {
    const [text, number] = [details[place], toNumber(details[place])]
    if (text !== undefined && (number === undefined || number < 0 || number > deepest))
      return {
        kind: 'invalidArgument',
        info: `${place}: ${JSON.stringify(text)} is not a number from 0 to ${deepest}`,
      }
  }
  const { dot } = details
  if (dot !== undefined && !stamped.test(dot))
    return {
      kind: 'invalidArgument',
      info: `dot: ${JSON.stringify(dot)} is not a week from 01 to 53 and two digits of the year, such as 2319`,
    }
  return undefined
}
