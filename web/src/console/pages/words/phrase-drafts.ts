// A phrase as its form holds it, and the list with it as it is sent. Pure.
import type { Phrases, PhrasesChange } from '@walkaround/contract/app/phrases.ts'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import type { Status } from '@walkaround/contract/shared.ts'

type Listed = Phrases['phrases'][number]

/** A text by language: each is a field of its own. */
export type PhraseDraft = Readonly<Record<Language, string>> & {
  readonly questions: readonly string[]
  readonly status: Status | ''
}

export function toPhraseDraft(phrase: Listed | undefined): PhraseDraft {
  const texts = Object.fromEntries(
    languages.map((language) => [
      language,
      phrase?.words.find((one) => one.language === language)?.text ?? '',
    ]),
  ) as Record<Language, string>
  return { ...texts, questions: phrase?.questions ?? [], status: phrase?.status ?? '' }
}

export const phraseText = ({ words }: Pick<Listed, 'words'>, language: Language): string =>
  (words.find((one) => one.language === language) ?? words[0])?.text ?? ''

/** The whole list with this one in its place; a new one comes first, where people see it. */
export function withPhrase(
  all: readonly Listed[],
  id: string | undefined,
  draft: PhraseDraft,
): PhrasesChange {
  const changed = {
    ...(id === undefined ? {} : { id }),
    words: languages.flatMap((language) => {
      const text = draft[language].trim()
      return text === '' ? [] : [{ language, text }]
    }),
    ...(draft.questions.length > 0 ? { questions: [...draft.questions] } : {}),
    ...(draft.status === '' ? {} : { status: draft.status }),
  }
  const isThere = all.some((one) => one.id === id)
  return { phrases: isThere ? all.map((one) => (one.id === id ? changed : one)) : [changed, ...all] }
}

export const withoutPhrase = (all: readonly Listed[], id: string): PhrasesChange => ({
  phrases: all.filter((one) => one.id !== id),
})
