// The shape of a text: words, or words by number. Data only.

/** {n} is the number; a language leaves out the forms it does not have. */
export interface Plural {
  readonly one?: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}
export type Text = string | Plural

export type Values = Readonly<Record<string, string | number>>
