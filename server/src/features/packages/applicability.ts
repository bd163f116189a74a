// Which vehicles a package variant fits, and why (E1). One pure function for surveys, quotes, the command line and pages, so that
// offer and explanation can never differ.
import type { PackageVariant } from '@walkaround/contract/dms/packages.ts'
import { roundDecimal } from '@walkaround/contract/rules/decimal.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'

export type Outcome = 'fits' | 'excluded' | 'not filtered'

/** The reason as a code, for callers with their own words. */
type CriterionCode = 'inList' | 'notInList' | 'absent' | 'filledFromVin' | 'marksOnly'

export interface Criterion {
  list: ApplicabilityList
  /** The vehicle's attribute; `bodyPart` is that of the damage mark. */
  attribute: Attribute
  /** Absent if the vehicle has none. */
  value?: string | number
  allowed: readonly (string | number)[]
  outcome: Outcome
  code: CriterionCode
  /** In English words, for support and the command line. */
  why: string
}

interface Explanation {
  fits: boolean
  /** One per list that is not empty, in the order of the interface. */
  criteria: Criterion[]
}

export interface Circumstances {
  /** Attributes the service filled in from the VIN: they never exclude. */
  filledFromVin?: ReadonlySet<string>
  /** The body part of a damage mark; nothing else is filtered by body part. */
  bodyPart?: string
}

const attributes = {
  derivativeCodeApplicabilityList: 'derivativeCode',
  modelCodeApplicabilityList: 'modelCode',
  makeApplicabilityList: 'make',
  fuelTypeApplicabilityList: 'fuelType',
  airIntakeApplicabilityList: 'airIntakeType',
  gearboxTypeApplicabilityList: 'gearboxType',
  bodyPartApplicabilityList: 'bodyPart',
  engineCapacityApplicabilityList: 'engineCapacity',
  modelYearApplicabilityList: 'modelYear',
  productionYearApplicabilityList: 'productionYear',
} as const satisfies { [K in keyof PackageVariant as K extends `${string}List` ? K : never]: string }

export type ApplicabilityList = keyof typeof attributes
type Attribute = (typeof attributes)[ApplicabilityList]

const lists = Object.keys(attributes) as ApplicabilityList[]
/** Vehicles with equal values in these attributes get the same offers. */
export const decidingAttributes = Object.values(attributes).filter((name) => name !== 'bodyPart')

/** The vehicle as in the interface; pass an empty one if nothing is known. */
export function explainVariant(
  variant: PackageVariant,
  vehicle: Vehicle,
  circumstances: Circumstances = {},
): Explanation {
  const criteria: Criterion[] = []
  for (const list of lists) {
    const allowed = variant[list]
    if (allowed === undefined || allowed.length === 0) continue
    const attribute = attributes[list]
    const value = attribute === 'bodyPart' ? circumstances.bodyPart : vehicle[attribute]
    criteria.push({
      list,
      attribute,
      value: isAbsent(value) ? undefined : value,
      allowed,
      ...judge(attribute, value, allowed, circumstances),
    })
  }
  return { fits: criteria.every(({ outcome }) => outcome !== 'excluded'), criteria }
}

type Value = string | number | undefined

function judge(
  attribute: Attribute,
  value: Value,
  allowed: readonly (string | number)[],
  { filledFromVin }: Circumstances,
): Pick<Criterion, 'outcome' | 'code' | 'why'> {
  if (isAbsent(value)) {
    if (attribute === 'bodyPart') {
      return { outcome: 'not filtered', code: 'marksOnly', why: 'body parts count for damage marks only' }
    }
    const why = `the vehicle has no ${attribute}, and a missing attribute excludes nothing`
    return { outcome: 'not filtered', code: 'absent', why }
  }
  const wanted = comparable(attribute, value)
  if (wanted !== undefined && allowed.some((one) => comparable(attribute, one) === wanted)) {
    return { outcome: 'fits', code: 'inList', why: `${attribute} ${shown(value)} is in the list` }
  }
  if (filledFromVin?.has(attribute)) {
    return {
      outcome: 'not filtered',
      code: 'filledFromVin',
      why: `${attribute} ${shown(value)} is not in the list, but it was read from the VIN and so excludes nothing`,
    }
  }
  return { outcome: 'excluded', code: 'notInList', why: `${attribute} ${shown(value)} is not in the list` }
}

/** An empty text counts as absent. */
function isAbsent(value: Value | null): value is undefined {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Values are equal if these are; undefined equals nothing. */
function comparable(attribute: Attribute, value: string | number): string | number | undefined {
  switch (attribute) {
    case 'engineCapacity':
      return toLitres(value)
    case 'modelYear':
    case 'productionYear':
      return Number(value)
    default:
      return folded(String(value))
  }
}

/** The list contains litres as text, such as "1.998" and "2,0"; text that is not a number matches nothing. */
function toLitres(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? roundDecimal(value, 1) : undefined
  const text = value.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{1,20})?$/.test(text) ? roundDecimal(Number(text), 1) : undefined
}

/** Upper and then lower case, because some letters have a two-letter capital: straße and STRASSE are equal. */
function folded(text: string): string {
  return text.trim().normalize('NFC').toLowerCase().toUpperCase().toLowerCase()
}

const shown = (value: string | number): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value)
