// What a setting is, and forms that several have. The settings themselves are in settings.ts and message-settings.ts.
import { resolve } from 'node:path'
import type { Static, TSchema } from 'typebox'

export type Setting<S extends TSchema = TSchema> = {
  /** Carries type, limits, default, description and example. */
  schema: S
  /** The rule in words: ends the sentence "… is refused; it must be". */
  rule: string
  /** Words for the default where no fixed value is one. */
  unset?: string
  /** Never shown; of an address only its password and such parameters are not. */
  secret?: true | 'within an address'
  /** What the schema cannot say: gives the value in its final form, or throws the reason. */
  accept?: (value: Static<S>) => Static<S>
}

export const setting = <S extends TSchema>(schema: S, rest: Omit<Setting<S>, 'schema'>): Setting<S> => ({
  schema,
  ...rest,
})

export function toHeaderValue(given: string): string {
  if (!/^[\x21-\x7e]+$/.test(given)) throw new Error('it holds other characters')
  return given
}

export function toPemPath(given: string): string {
  // The easy mistake: …_CERT_FILE=/path/cert.pem. The _FILE form holds the value, and the value is a path.
  if (given.includes('-----BEGIN'))
    throw new Error('it is the PEM text itself, give the path without the _FILE suffix')
  return resolve(given)
}
