// Defines a row of the table of settings: one setting, or several that make one value together. The table itself is
// settings.ts; the type of the configuration follows from it.
import type { Static, TSchema } from 'typebox'

/** The type of its value includes `undefined` if the setting has no default. */
export interface Setting<V = unknown> {
  /** The environment variable. */
  name: string
  /** Carries type, limits, default, description and example. */
  schema: TSchema
  /** The rule in words: ends the sentence "… is refused; it must be". */
  rule: string
  /** Words for what happens without it, where no fixed value is the default. */
  unset?: string
  /** The value without it, where words say more than the value. */
  otherwise?: V
  /** The value is never shown; with 'within an address', only its password and secret parameters are hidden. */
  secret?: true | 'within an address'
  /** What the schema cannot say: gives the value in its final form, or throws the reason. */
  accept?(value: never): V
  /** The value as the operator would write it. */
  print?(value: NonNullable<V>): string
  /** What `config print` shows when it is not set. */
  printUnset?: (config: { port: number }) => string | undefined
}

export type Rows = { readonly [field: string]: Setting | Group }

/** Settings that make one value together; `needs` and `when` decide whether the value exists. */
export interface Group<
  R extends Rows = Rows,
  N extends string = string,
  W extends 'always' | 'all' | 'any' = 'always' | 'all' | 'any',
> {
  rows: R
  needs: readonly N[]
  when: W
}

/** What the row gives: what `accept` makes of the value, else the value itself. */
type Final<S extends TSchema, A> = A extends (value: never) => infer V ? V : Static<S>
type Accept<S extends TSchema> = (value: Static<S>) => unknown
type Rest<V, A> = Omit<Setting<V>, 'name' | 'schema' | 'accept'> & { accept?: A }

/** A setting that always has a value. */
export const setting = <S extends TSchema, A extends Accept<S> | undefined = undefined>(
  name: string,
  schema: S,
  rest: Rest<Final<S, A>, A>,
) => ({ name, schema, ...rest }) as Setting<Final<S, A>>

/** A setting without a default. */
export const optional = <S extends TSchema, A extends Accept<S> | undefined = undefined>(
  name: string,
  schema: S,
  rest: Rest<Final<S, A>, A> & { unset: string },
) => ({ name, schema, ...rest }) as Setting<Final<S, A> | undefined>

export const always = <R extends Rows>(rows: R): Group<R, never, 'always'> => ({
  rows,
  needs: [],
  when: 'always',
})

/** Present if all of `needs` are set; setting only some of them is an error. */
export const together = <R extends Rows, N extends keyof R & string>(
  needs: readonly N[],
  rows: R,
): Group<R, N, 'all'> => ({ rows, needs, when: 'all' })

/** Present if one of `needs` is set. */
export const anyOf = <R extends Rows, N extends keyof R & string>(
  needs: readonly N[],
  rows: R,
): Group<R, N, 'any'> => ({ rows, needs, when: 'any' })

type ValueOf<E> =
  E extends Setting<infer V>
    ? V
    : E extends Group<infer R, infer N, infer W>
      ? 'always' extends W
        ? ValuesOf<R>
        : ('all' extends W ? ValuesOf<R> & { [K in N]: NonNullable<ValueOf<R[K]>> } : ValuesOf<R>) | undefined
      : never

/** The values of rows, by field. */
export type ValuesOf<R> = Readonly<
  { [K in keyof R as undefined extends ValueOf<R[K]> ? never : K]: ValueOf<R[K]> } & {
    [K in keyof R as undefined extends ValueOf<R[K]> ? K : never]?: ValueOf<R[K]>
  }
>

export const isGroup = (entry: Setting | Group): entry is Group => 'rows' in entry

/** Every setting of a table, in its order. */
export const listSettings = (rows: Rows): Setting[] =>
  Object.values(rows).flatMap((entry) => (isGroup(entry) ? listSettings(entry.rows) : [entry]))

// The last @ before the path ends the password; a parameter (sslpassword, api_key, token) may carry one as well.
const SECRET_PARAMETER = /([?&][\w-]*(?:pass|pwd|secret|token|key|auth)[\w-]*=)[^&#]*/gi
export function withoutPasswords(text: string): string {
  return text.replace(/^(\w+:\/\/[^:/?#]*:)[^/?#]*@/, '$1***@').replace(SECRET_PARAMETER, '$1***')
}
