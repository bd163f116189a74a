// Phrases of a client's own: which may be kept. Pure; page, command line and service decide by it.
import type { Status } from '../shared.ts'
import type { Language } from './texts.ts'

export const MOST_PHRASES = 1000
export const LONGEST_PHRASE = 120
export const MOST_PHRASE_QUESTIONS = 100

export interface KeptPhrase {
  readonly id: string
  /** None: for every question. */
  readonly questions?: readonly string[] | undefined
  readonly status?: Status | undefined
  readonly words: Readonly<Partial<Record<Language, string>>>
}

interface Around {
  /** Ids of all questions that the client's templates ask. */
  readonly questions: ReadonlySet<string>
  /** What was kept so far: a question that a template no longer asks may stay where it is. */
  readonly before: readonly KeptPhrase[]
  readonly language: string
}

/** What is wrong with a list, one line each, with the field; none if it can be kept. */
export function whyPhrasesRefused(phrases: readonly KeptPhrase[], around: Around): string[] {
  const seen = new Map<string, number>()
  const ids = new Map<string, number>()
  return phrases.flatMap((phrase, at) => {
    const place = `phrases[${at}]`
    const faults = whyPhraseRefused(phrase, around).map((fault) => `${place}.${fault}`)
    const { [around.language as Language]: text = '' } = phrase.words
    const key = JSON.stringify([text, [...(phrase.questions ?? [])].sort()])
    if (text !== '' && seen.has(key))
      faults.push(`${place}.words: ${JSON.stringify(text)} is there already, for the same questions`)
    if (ids.has(phrase.id)) faults.push(`${place}.id: ${JSON.stringify(phrase.id)} is there twice`)
    seen.set(key, at)
    ids.set(phrase.id, at)
    return faults
  })
}

function whyPhraseRefused({ id, questions = [], words }: KeptPhrase, around: Around): string[] {
  const former = around.before.find((one) => one.id === id)?.questions ?? []
  const unknown = questions.filter((one) => !around.questions.has(one) && !former.includes(one))
  const texts = Object.entries(words)
  return [
    ...unknown.map((one) => `questions: ${JSON.stringify(one)} is asked by no template`),
    ...(words[around.language as Language]
      ? []
      : [`words: needs a text in the client's language, ${around.language}`]),
    // Phrases stand in a comment with semicolons between them.
    ...texts.flatMap(([language, text]) =>
      /[;\r\n]/.test(text)
        ? [`words: ${JSON.stringify(text)} (${language}) has a semicolon or a line break`]
        : [],
    ),
  ]
}

/** In every language: where there is none, that of the client's language. */
export function wordsInAll<L extends Language>(
  { words }: KeptPhrase,
  languages: readonly L[],
  clientLanguage: string,
): Record<L, string> {
  const otherwise = words[clientLanguage as Language] ?? words.en ?? Object.values(words)[0] ?? ''
  return Object.fromEntries(languages.map((language) => [language, words[language] ?? otherwise])) as Record<
    L,
    string
  >
}
