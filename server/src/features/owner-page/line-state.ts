// What the form carries of an offer: a name for exactly this text and price, and what it was called and made of, so that it
// can be named and followed when it is gone. Pure. Only the first part is ever believed.
import { hash } from 'node:crypto'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { canonicalJson } from './canonical-json.ts'

const TITLE_LENGTH = 200
const KEY_LENGTH = 8

/** The name is the same in every language, so that switching it asks nothing again. */
export function toState({ visible: _, ...shown }: Quote, title: string): string {
  const name = hash('sha256', canonicalJson(shown), 'base64url').slice(0, 27)
  const called = [...title].slice(0, TITLE_LENGTH).join('')
  return [name, keyOf(shown.packageId), keyOf(shown.variantId), called].join('.')
}

const keyOf = (id: string | undefined): string =>
  id === undefined ? '' : hash('sha256', id, 'base64url').slice(0, KEY_LENGTH)

export interface ShownLine {
  name: string
  /** Empty for an offer without a package. */
  packageKey: string
  variantKey: string
  title: string
}

export function parseState(state: string): ShownLine {
  const [name = '', packageKey = '', variantKey = '', ...title] = state.split('.')
  return { name, packageKey, variantKey, title: title.join('.').trim() }
}

export const isSameState = (one: string, other: string): boolean =>
  parseState(one).name === parseState(other).name
