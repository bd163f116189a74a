// What the colours of a finding are called: one word each in every language, on tablet, board, owner's page, paper and in
// messages. The only place where they are written.

export type FindingStatus = 'red' | 'amber' | 'green'
export type StatusWords = Readonly<Record<FindingStatus, string>>

export const statusWords = {
  en: { red: 'Urgent', amber: 'Soon', green: 'Fine' },
  de: { red: 'Dringend', amber: 'Bald', green: 'In Ordnung' },
  ru: { red: 'Срочно', amber: 'Скоро', green: 'В порядке' },
} as const satisfies Record<string, StatusWords>

/** For a language tag as others write it, such as de-AT; English where there are none. */
export function statusWordsOf(language: string): StatusWords {
  const known: Readonly<Record<string, StatusWords>> = statusWords
  const [base = ''] = language.toLowerCase().split(/[-_]/)
  return Object.hasOwn(known, base) ? (known[base] as StatusWords) : statusWords.en
}
