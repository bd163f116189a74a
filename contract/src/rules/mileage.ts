// Whether a mileage that somebody reads at the car can be right, beside what the DMS and the last visit know. It only asks back and
// never refuses; the template says from which difference on. Pure.

const KM_PER_MILE = 1.609344

export interface Mileage {
  readonly value: number
  /** `km` or `mi`; anything else, and nothing, is kilometres. */
  readonly unit?: string | undefined
}

export const toKm = ({ value, unit }: Mileage): number => (unit === 'mi' ? value * KM_PER_MILE : value)

/** The same distance in another unit, in whole numbers: nobody reads tenths of what was converted. */
export function inUnit(mileage: Mileage, unit: string | undefined): number {
  const isSame = (mileage.unit === 'mi') === (unit === 'mi')
  if (isSame) return mileage.value
  return Math.round(unit === 'mi' ? toKm(mileage) / KM_PER_MILE : toKm(mileage))
}

interface MileageDoubt {
  kind: 'lower' | 'above'
  /** Who knows another one. */
  source: 'dms' | 'visit'
  known: Mileage
}

interface Warnings {
  readonly lowerThanRecorded?: boolean
  /** In the unit that is read. */
  readonly aboveRecordedBy?: number
}

/** Beside the highest that is known: a car does not run backwards, whoever read it. */
export function findMileageDoubt(
  read: Mileage,
  known: { readonly dms?: Mileage | undefined; readonly visit?: Mileage | undefined },
  warn: Warnings | undefined,
): MileageDoubt | undefined {
  const [highest] = (['visit', 'dms'] as const)
    .flatMap((source) => {
      const one = known[source]
      return one === undefined ? [] : [{ source, known: one, value: inUnit(one, read.unit) }]
    })
    .sort((one, other) => other.value - one.value)
  if (warn === undefined || highest === undefined) return undefined
  const { value, ...found } = highest
  if (warn.lowerThanRecorded && read.value < value) return { kind: 'lower', ...found }
  const isAbove = warn.aboveRecordedBy !== undefined && read.value > value + warn.aboveRecordedBy
  return isAbove ? { kind: 'above', ...found } : undefined
}
