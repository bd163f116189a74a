// What the form carries of an offer: a name for exactly this text and price, and what it was called, made of and cost, so that
// it can be named and followed when it is gone or changed. Pure. Only the first part is ever believed.
import { hash } from 'node:crypto'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import type { OwnerSum } from '@walkaround/contract/owner-page.ts'
import { canonicalJson } from '@walkaround/contract/rules/canonical-json.ts'

const TITLE_LENGTH = 200
const KEY_LENGTH = 8

/** The name is the same in every language, so that switching it asks nothing again. */
export function toState({ visible: _, ...shown }: Quote, title: string, price?: ShownPrice): string {
  const name = hash('sha256', canonicalJson(shown), 'base64url').slice(0, 27)
  const called = [...title].slice(0, TITLE_LENGTH).join('')
  return [name, keyOf(shown.packageId), keyOf(shown.variantId), writePrice(price), called].join('.')
}

const keyOf = (id: string | undefined): string =>
  id === undefined ? '' : hash('sha256', id, 'base64url').slice(0, KEY_LENGTH)

export interface ShownLine {
  name: string
  /** Empty for an offer without a package. */
  packageKey: string
  variantKey: string
  /** Left out where none was stated. */
  price?: ShownPrice
  title: string
}

export interface ShownPrice {
  readonly sum: OwnerSum
  readonly currency: string
}

const NO_PRICE = '-'

// The parts are divided by dots, so an amount has a comma.
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
