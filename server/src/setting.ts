// What a setting is. The settings themselves are in settings.ts and message-settings.ts.
import type { Static, TSchema } from 'typebox'

export type Setting<S extends TSchema = TSchema> = {
  /** Carries type, limits, default, description and example. */
  schema: S
  /** The rule in words: ends the sentence "… is refused; it must be". */
  rule: string
  /** Words for the default where no fixed value is one. */
  unset?: string
  secret?: boolean
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
