// Money, numbers and dates as a reader of the language writes them. Pure: no clock, no default time zone.

export class Formats {
  readonly #locale: string
  readonly #zone: string

  constructor(language: string, timeZone: string) {
    // English without a country: 12 March is read right everywhere, 03/04 is not.
    this.#locale = language === 'en' ? 'en-GB' : language
    this.#zone = timeZone
  }

  money(value: number, currency: string): string {
    try {
      return new Intl.NumberFormat(this.#locale, { style: 'currency', currency }).format(value)
    } catch {
      // A code that is none, from long ago.
      return `${this.number(value)} ${currency}`
    }
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.#locale, { maximumFractionDigits: 6 }).format(value)
  }

  quantity(value: number, unit: string | undefined): string {
    return unit === undefined ? this.number(value) : `${this.number(value)}\u00a0${unit}`
  }

  /** A date, or the day of an instant at the dealership. */
  date(iso: string): string {
    return this.#format(iso, { dateStyle: 'long' })
  }

  dateTime(iso: string): string {
    return this.#format(iso, { dateStyle: 'long', timeStyle: 'short' })
  }

  #format(iso: string, style: Intl.DateTimeFormatOptions): string {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso)
    const date = new Date(isDay ? `${iso}T00:00:00Z` : iso)
    if (Number.isNaN(date.getTime())) return iso
    const timeZone = isDay ? 'UTC' : this.#zone
    return new Intl.DateTimeFormat(this.#locale, {
      ...(isDay ? { dateStyle: 'long' } : style),
      timeZone,
    }).format(date)
  }
}
