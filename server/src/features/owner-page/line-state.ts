// What the form contains about an offer: a hash of exactly this text and price, and its name, content and price, so that it can be
// named and traced if it has changed or gone. Pure. Only the hash is trusted.
import { hash } from 'node:crypto'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import type { OwnerSum } from '@walkaround/contract/owner-page.ts'
import { canonicalJson } from '@walkaround/contract/rules/canonical-json.ts'

const TITLE_LENGTH = 200
const KEY_LENGTH = 8

/** The hash is the same in every language, so that switching the language asks nothing again. */
export function toState({ visible: _, ...shown }: Quote, title: string, price?: ShownPrice): string {
  const name = hash('sha256', canonicalJson(shown), 'base64url').slice(0, 27)
  const called = [...title].slice(0, TITLE_LENGTH).join('')
  return [name, keyOf(shown.packageId), keyOf(shown.variantId), writePrice(price), called].join('.')
}

const keyOf = (id: string | undefined): string =>
  id === undefined ? '' : hash('sha256', id, 'base64url').slice(0, KEY_LENGTH)

interface ShownLine {
  name: string
  /** Empty for an offer without a package. */
  packageKey: string
  variantKey: string
  /** Absent if none was stated. */
  price?: ShownPrice
  title: string
}

interface ShownPrice {
  readonly sum: OwnerSum
  readonly currency: string
}

const NO_PRICE = '-'

// Dots separate the parts, so an amount has a comma.
function writePrice({ sum, currency }: ShownPrice = { sum: {}, currency: '' }): string {
  const amount = sum.incVat ?? sum.exVat
  if (amount === undefined) return NO_PRICE
  return `${sum.incVat === undefined ? 'x' : 'i'}${String(amount).replace('.', ',')}${currency}`
}

function readPrice(text: string): ShownPrice | undefined {
  const [, kind, amount = '', currency = ''] = /^([ix])(\d{1,12}(?:,\d{1,6})?)([A-Z]{3})$/.exec(text) ?? []
  if (kind === undefined) return undefined
  return { sum: { [kind === 'i' ? 'incVat' : 'exVat']: Number(amount.replace(',', '.')) }, currency }
}

export function parseState(state: string): ShownLine {
  const [name = '', packageKey = '', variantKey = '', shown = '', ...title] = state.split('.')
  const price = readPrice(shown)
  const called = price || shown === NO_PRICE ? title : [shown, ...title]
  return { name, packageKey, variantKey, title: called.join('.').trim(), ...(price ? { price } : {}) }
}

export const isSameState = (one: string, other: string): boolean =>
  parseState(one).name === parseState(other).name
