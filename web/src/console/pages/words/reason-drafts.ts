// Reasons to decline as their form holds them, and as they are sent. Pure.
import type { RejectionReasons, RejectionReasonsChange } from '@walkaround/contract/app/rejection-reasons.ts'
import type { ReasonWords } from '@walkaround/contract/rules/rejection-reasons.ts'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'

type ByLanguage = Readonly<Partial<Record<Language, ReasonWords>>>

export interface ReasonDraft {
  readonly code: string
  readonly isOff: boolean
  /** It is not kept yet, so its code may be chosen. */
  readonly isNew: boolean
  readonly words: ByLanguage
  /** Of a reason that comes with the service. */
  readonly delivered: ByLanguage | undefined
}

const byLanguage = (words: readonly (ReasonWords & { language: Language })[]): ByLanguage =>
  Object.fromEntries(words.map(({ language, ...said }) => [language, said]))

export const toReasonDrafts = ({ reasons }: RejectionReasons): readonly ReasonDraft[] =>
  reasons.map(({ code, isOff = false, words, delivered }) => ({
    code,
    isOff,
    isNew: false,
    words: byLanguage(words),
    delivered: delivered && byLanguage(delivered),
  }))

/** Numbered, so that nobody has to think of a code: `own1`, `own2` … */
export function newReason(drafts: readonly ReasonDraft[]): ReasonDraft {
  const codes = new Set(drafts.map(({ code }) => code))
  const next = Array.from({ length: codes.size + 1 }, (_, at) => `own${at + 1}`).find(
    (code) => !codes.has(code),
  )
  return { code: next ?? 'own', isOff: false, isNew: true, words: {}, delivered: undefined }
}

export const toReasonsChange = (drafts: readonly ReasonDraft[]): RejectionReasonsChange => ({
  reasons: drafts.map(({ code, isOff, words }) => {
    const said = languages.flatMap((language) => {
      const { text = '', reported = '' } = words[language] ?? {}
      if (text.trim() === '' && reported.trim() === '') return []
      return [{ language, ...(text.trim() && { text }), ...(reported.trim() && { reported }) }]
    })
    return { code: code.trim(), ...(isOff ? { isOff } : {}), words: said }
  }),
})

/** The one at `from` stands at `to`. */
export function moved<T>(all: readonly T[], from: number, to: number): readonly T[] {
  const rest = all.filter((_, at) => at !== from)
  const one = all[from]
  return one === undefined || to < 0 || to >= all.length
    ? all
    : [...rest.slice(0, to), one, ...rest.slice(to)]
}
