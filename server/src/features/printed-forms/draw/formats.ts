// Numbers, dates, money and names as a reader of the language writes them. Pure: no clock, no default time zone.
// Sums are exact decimals; a float is never added.
import { fromUnits, toUnits } from '../../../lib/decimal.ts'
import { Recent } from '../../../lib/recent.ts'
import { type PriceSum, sumPrices } from '../../../lib/sum-prices.ts'
import type { FormPartner, FormPerson, FormSum } from '../model.ts'
import type { FormTexts } from '../texts.ts'

/** Making one takes longer than using it, and every form of a client needs the same. They hold nothing but a locale. */
const KEPT = 200
const numberFormats = new Recent<Intl.NumberFormat>(KEPT)
const dateFormats = new Recent<Intl.DateTimeFormat>(KEPT)
const known = new Recent<string>(KEPT)

function recall<Value>(store: Recent<Value>, key: string, make: () => Value): Value {
  const value = store.get(key) ?? make()
  store.set(key, value)
  return value
}

export class Formats {
  readonly #locale: string
  readonly #zone: string
  readonly #texts: FormTexts

  constructor(language: string, timeZone: string, texts: FormTexts) {
    // English without a country: 12 March is read right everywhere, 03/04 and 3 PM are not.
    const tag = language === 'en' ? 'en-GB' : language
    this.#locale = resolved(`l${tag}`, () => new Intl.NumberFormat(tag).resolvedOptions().locale, 'en-GB')
    this.#zone = resolved(
      `z${timeZone}`,
      () => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone,
      'UTC',
    )
    this.#texts = texts
  }

  number(value: number): string {
    return this.#number('plain', { maximumFractionDigits: 6 }).format(value)
  }

  /** A count, mileage, value with its unit: 12.400 km, 3,5 mm, 80 %. */
  quantity(value: number, unit?: string): string {
    return unit ? `${this.number(value)}\u00a0${this.unit(unit)}` : this.number(value)
  }

  /** Litres of an engine: 2.0, as the trade writes it. */
  capacity(value: number): string {
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
    return `${this.#number('capacity', digits).format(value)}\u00a0${this.unit('l')}`
  }

  unit(code: string): string {
    const units: Record<string, string> = this.#texts.units
    return Object.hasOwn(units, code) ? (units[code] as string) : code
  }

  money(value: number, currency?: string): string {
    if (currency && /^[A-Za-z]{3}$/.test(currency))
      return this.#number(currency, { style: 'currency', currency }).format(value)
    return this.#number('amount', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)
  }

  /** 15. November 2026; a date without a time is that date in every time zone. */
  date(iso: string): string {
    return this.#date(iso, { dateStyle: 'long' })
  }

  shortDate(iso: string): string {
    return this.#date(iso, { dateStyle: 'medium' })
  }

  dateTime(iso: string): string {
    if (isDay(iso)) return this.date(iso)
    return this.#date(iso, { dateStyle: 'long', timeStyle: 'short' })
  }

  #number(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
    return recall(numberFormats, `${this.#locale}|${key}`, () => new Intl.NumberFormat(this.#locale, options))
  }

  #date(iso: string, options: Intl.DateTimeFormatOptions): string {
    const date = new Date(iso)
    if (Number.isNaN(date.getTime())) return iso
    const timeZone = isDay(iso) ? 'UTC' : this.#zone
    return recall(
      dateFormats,
      `${this.#locale}|${timeZone}|${options.dateStyle}|${options.timeStyle}`,
      () => new Intl.DateTimeFormat(this.#locale, { ...options, timeZone }),
    ).format(date)
  }
}

const isDay = (iso: string) => /^\d{4}-\d{2}-\d{2}$/.test(iso)

function resolved(key: string, resolve: () => string, otherwise: string): string {
  return recall(known, key, () => {
    try {
      return resolve()
    } catch {
      return otherwise
    }
  })
}

/** The smallest part of a currency as decimals: 2 for EUR, 0 for JPY. */
function minorDigits(currency?: string): number {
  if (!currency || !/^[A-Za-z]{3}$/.test(currency)) return 2
  const format = recall(
    numberFormats,
    `en|${currency}`,
    () => new Intl.NumberFormat('en', { style: 'currency', currency }),
  )
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

export type Total = PriceSum

/** The sum of what has a price; `isComplete` says whether that was everything. */
export const sumOf = (sums: readonly FormSum[], currency?: string): Total =>
  sumPrices(sums, minorDigits(currency))

export function differenceOf(one: number, other: number, currency?: string): number {
  const digits = minorDigits(currency)
  return fromUnits(toUnits(one, digits) - toUnits(other, digits), digits)
}

export function nameOf(person: FormPerson): string {
  const { title, firstName, middleName, lastName } = person
  return [title, firstName, middleName, lastName]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
}

export function partnerName(partner: FormPartner): string {
  return partner.category === 'person' ? nameOf(partner) : partner.name
}
