// Rules for what an admin may enter: names, ids, zones, languages. Pure; the store decides what exists.

import { isIP } from 'node:net'
import type { HourlyRate } from '@walkaround/contract/app/offers.ts'
import { currencies } from '@walkaround/contract/currencies.ts'
import { packageTypes } from '@walkaround/contract/package-types.ts'
import { isColour } from '@walkaround/contract/rules/colours.ts'
import { emailLength, isEmail } from '@walkaround/contract/rules/contact-address.ts'
import { roundDecimal } from '@walkaround/contract/rules/decimal.ts'
import { decimalsOf } from '@walkaround/contract/rules/money.ts'
import { parseHours } from '@walkaround/contract/rules/opening-hours.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { limits } from '@walkaround/contract/schema.ts'
import { surveyTypes } from '@walkaround/contract/survey-types.ts'
import { type Problem, problem } from '../problems.ts'

const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
// Control, format, private and unassigned characters and lone surrogates.
const UNPRINTABLE = /\p{C}/u
const NAME_LENGTH = 200
const LOGIN_LENGTH = 128
const LABEL_LENGTH = 100
// What the head of a printed page has room for.
const ADDRESS_LINES = 6
const ADDRESS_LINE_LENGTH = 200
const TELEPHONE_LENGTH = 50
const WEBSITE_LENGTH = 200
// One for each day.
const HOURS_LINES = 7
// Above this, a limit has no effect.
const VIN_LOOKUPS = 1_000_000

function invalid(what: string, value: string, rule: string): Problem {
  const shown = value.length > 80 ? `${value.slice(0, 80)}…` : value
  return problem('invalidArgument', `${what}: ${JSON.stringify(shown)} ${rule}`)
}

export function isClientId(text: string): boolean {
  return CLIENT_ID.test(text)
}

export function assertClientId(id: string): void {
  if (!isClientId(id)) {
    throw invalid(
      'id',
      id,
      'must be 1 to 64 of A–Z, a–z, 0–9, ".", "_", "-" and start with a letter or digit',
    )
  }
}

/** Ids of sites and branches, and dealer codes: any script, as the interface takes them (A10). */
export function assertIdentifier(what: string, id: string): void {
  if (id.length === 0 || id.length > limits.idLength || id.trim() !== id || UNPRINTABLE.test(id)) {
    throw invalid(
      what,
      id,
      `must be 1 to ${limits.idLength} printable characters without spaces at either end`,
    )
  }
}

export function assertName(what: string, name: string): void {
  if (name.trim() === '' || name.length > NAME_LENGTH || UNPRINTABLE.test(name)) {
    throw invalid(what, name, `must be 1 to ${NAME_LENGTH} printable characters`)
  }
}

export function assertLabel(label: string): void {
  if (label.length > LABEL_LENGTH || UNPRINTABLE.test(label)) {
    throw invalid('label', label, `must be at most ${LABEL_LENGTH} printable characters`)
  }
}

const MOST_NETWORKS = 50

/** Of keys. An IPv6 address is known by its network of 64 bits, so a longer one would fit nobody. */
export function assertNetworks(networks: readonly string[]): void {
  if (networks.length === 0 || networks.length > MOST_NETWORKS)
    throw invalid(
      'addresses',
      String(networks.length),
      `must be 1 to ${MOST_NETWORKS} networks; left out: anywhere`,
    )
  for (const network of networks) {
    const [address = '', prefix, ...more] = network.split('/')
    const family = isIP(address)
    const longest = family === 4 ? 32 : 64
    const bits = prefix === undefined ? (family === 4 ? 32 : 128) : Number(prefix)
    const isBits = prefix === undefined ? family === 4 : /^\d{1,3}$/.test(prefix) && bits <= longest
    if (family === 0 || more.length > 0 || !isBits)
      throw invalid(
        'addresses',
        network,
        'must be an IPv4 address, or a network such as 203.0.113.0/24 or, with at most 64 bits, 2001:db8::/32',
      )
  }
}

export function assertAddress(lines: readonly string[]): void {
  if (lines.length > ADDRESS_LINES) {
    throw invalid(
      'address',
      lines.join('; '),
      `has ${lines.length} lines; at most ${ADDRESS_LINES} are printed`,
    )
  }
  for (const line of lines) {
    if (line.trim() === '' || line.length > ADDRESS_LINE_LENGTH || UNPRINTABLE.test(line)) {
      throw invalid('address', line, `must be a line of 1 to ${ADDRESS_LINE_LENGTH} printable characters`)
    }
  }
}

export function assertTelephone(telephone: string): void {
  if (!/\d/.test(telephone) || telephone.length > TELEPHONE_LENGTH || UNPRINTABLE.test(telephone)) {
    throw invalid(
      'telephone',
      telephone,
      `must be 1 to ${TELEPHONE_LENGTH} printable characters with a digit, such as +49 30 123456`,
    )
  }
}

export function assertEmail(email: string): void {
  if (!isEmail(email)) {
    throw invalid(
      'email',
      email,
      `must be an address such as service@example.com, of at most ${emailLength} characters`,
    )
  }
}

export function assertMailFrom(address: string): void {
  if (!isEmail(address)) throw invalid('mailFrom', address, 'is not an e-mail address')
}

/** As recipients read it: the rules of a channel's own sender. */
export function assertSenderName(what: string, name: string, most: number): void {
  if (name.trim() === '' || name.length > most || UNPRINTABLE.test(name))
    throw invalid(what, name, `must be one line of 1 to ${most} characters`)
}

export function assertWebsite(what: string, website: string): void {
  const url = URL.canParse(website) ? new URL(website) : undefined
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  const isClean = /^https:\/\/\S+$/iu.test(website) && !UNPRINTABLE.test(website)
  if (!isPlain || !isClean || website.length > WEBSITE_LENGTH) {
    throw invalid(
      what,
      website,
      `must be an address such as https://example.com, of at most ${WEBSITE_LENGTH} characters, without a password`,
    )
  }
}

export function assertColour(what: string, colour: string): void {
  if (!isColour(colour)) throw invalid(what, colour, 'must be a colour such as #0b5768')
}

export function assertHours(lines: readonly string[]): void {
  if (lines.length > HOURS_LINES) {
    throw invalid('hours', lines.join('; '), `has ${lines.length} lines; at most ${HOURS_LINES} are shown`)
  }
  for (const line of lines) {
    if (parseHours(line)) continue
    throw invalid(
      'hours',
      line,
      'must be days and times in their order, such as mo-fr 08:00-12:00 13:00-18:00',
    )
  }
}

export function assertLanguage(language: string): void {
  if (!(languages as readonly string[]).includes(language)) {
    throw invalid('language', language, `is not one of ${languages.join(', ')}`)
  }
}

export function assertCurrency(currency: string): void {
  if (!currencies.has(currency)) {
    throw invalid('currency', currency, 'is not an ISO 4217 code in upper case, such as EUR')
  }
}

/** Amounts keep six decimals and are below 10¹² (A9). */
export function assertDecisionCodeAbove(sum: number): void {
  const isAmount = Number.isFinite(sum) && sum >= 0 && sum < 1e12 && roundDecimal(sum, 6) === sum
  if (!isAmount) throw invalid('decisionCodeAbove', String(sum), 'is not an amount, such as 500 or 499.90')
}

export function assertReleaseTypes(types: readonly string[]): void {
  const known: readonly string[] = surveyTypes
  const wrong = types.find((type) => !known.includes(type))
  if (wrong !== undefined) throw invalid('releaseTypes', wrong, `is not one of ${surveyTypes.join(', ')}`)
  if (new Set(types).size !== types.length) {
    throw invalid('releaseTypes', types.join(','), 'names a survey type twice')
  }
}

export function assertVinLookups(what: string, count: number): void {
  if (!Number.isInteger(count) || count < 1 || count > VIN_LOOKUPS) {
    throw invalid(what, String(count), `is not a whole number from 1 to ${VIN_LOOKUPS}`)
  }
}

/** A week at most: nobody waits longer for somebody who stands in the workshop. */
const RED_MINUTES = 10_080

export function assertRedWarningMinutes(minutes: number): void {
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > RED_MINUTES) {
    throw invalid('redWarningMinutes', String(minutes), `is not a whole number from 1 to ${RED_MINUTES}`)
  }
}

export function assertHiddenUpsaleTypes(types: readonly string[]): void {
  const known: readonly string[] = packageTypes
  const wrong = types.find((type) => !known.includes(type))
  if (wrong !== undefined)
    throw invalid('hiddenUpsaleTypes', wrong, `is not one of ${packageTypes.join(', ')}`)
  if (new Set(types).size < types.length) {
    throw invalid('hiddenUpsaleTypes', types.join(','), 'names a package type twice')
  }
}

/** The other half of the check, whether the database knows the zone too, is in the store. */
export function assertTimeZone(timeZone: string): void {
  // Offsets are not zones: PostgreSQL reads their sign the opposite way to JavaScript.
  let isKnown = /^[A-Za-z]/.test(timeZone)
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    isKnown = false
  }
  if (!isKnown) throw unknownTimeZone(timeZone)
}

export function unknownTimeZone(timeZone: string): Problem {
  return invalid('timeZone', timeZone, 'is not an IANA time zone such as Europe/Berlin')
}

/** Logins compare without case and are stored in lower case. Undefined if the text cannot be a login. */
export function findLoginName(login: string): string | undefined {
  const name = login.normalize('NFC').toLowerCase()
  if (name.length === 0 || name.length > LOGIN_LENGTH || /\s/u.test(name) || UNPRINTABLE.test(name)) {
    return undefined
  }
  return name
}

export function toLoginName(login: string): string {
  const name = findLoginName(login)
  if (name === undefined) {
    throw invalid(
      'login',
      login,
      `must be 1 to ${LOGIN_LENGTH} printable characters without spaces, such as an e-mail address`,
    )
  }
  return name
}

const RATES = 30
const LABOUR_TYPE_LENGTH = 128

/** One rate as it is typed: `mechanical=118.50 EUR`, or `118.50 EUR` for labour of any type. */
export function toHourlyRates(texts: readonly string[]): HourlyRate[] {
  const rates = texts.map((text): HourlyRate => {
    const [, labourType = '', amount = '', currency = ''] =
      /^(?:([^=]*)=)?\s*(\d{1,7}(?:\.\d{1,6})?)\s+([A-Z]{3})$/u.exec(text.trim()) ?? []
    const type = labourType.trim()
    const rate = { ...(type === '' ? {} : { labourType: type }), amountExVat: Number(amount), currency }
    if (!isRate(rate)) throw invalid('hourlyRates', text, rateRule)
    return rate
  })
  assertHourlyRates(rates)
  return rates
}

const rateRule =
  'must be a labour type, =, a price without VAT above 0 and a currency, such as "mechanical=118.50 EUR"; the price has no ' +
  'more decimals than the currency'

function isRate({ labourType = '', amountExVat, currency }: HourlyRate): boolean {
  if (!(amountExVat > 0 && amountExVat < 1e7 && currencies.has(currency))) return false
  if (roundDecimal(amountExVat, decimalsOf(currency)) !== amountExVat) return false
  return (
    labourType.length <= LABOUR_TYPE_LENGTH &&
    labourType === labourType.trim() &&
    !UNPRINTABLE.test(labourType)
  )
}

export function assertHourlyRates(rates: readonly HourlyRate[]): void {
  if (rates.length > RATES)
    throw invalid('hourlyRates', String(rates.length), `must be at most ${RATES} rates`)
  for (const rate of rates) {
    const { labourType, amountExVat, currency } = rate
    if (!isRate(rate))
      throw invalid('hourlyRates', `${labourType ?? ''}=${amountExVat} ${currency}`, rateRule)
  }
  const keys = rates.map(({ labourType = '', currency }) => `${labourType} ${currency}`)
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice !== undefined) throw invalid('hourlyRates', twice.trim(), 'must be given once')
}
