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

/** The fields of a reason at which a refusal is shown. */
export type ReasonField = 'text' | 'reported' | 'code'

/** By the reason's place in the list; what is said of a whole reason stands at its text, and of a code that is not typed here too. */
export function faultsOfReasons(
  partFaults: Readonly<Record<string, string>>,
  drafts: readonly ReasonDraft[],
): ReadonlyMap<number, Partial<Record<ReasonField, string>>> {
  const found = new Map<number, Partial<Record<ReasonField, string>>>()
  for (const [part, rule] of Object.entries(partFaults)) {
    const [, index = '', rest = ''] = /^\[(\d+)\](.*)$/.exec(part) ?? []
    const draft = drafts[Number(index)]
    if (index === '' || !draft) continue
    const last = /(?:^|\.)(code|reported)$/.exec(rest)?.[1]
    const field = last === 'reported' ? 'reported' : last === 'code' && draft.isNew ? 'code' : 'text'
    found.set(Number(index), { [field]: rule, ...found.get(Number(index)) })
  }
  return found
}

/** The one at `from` stands at `to`. */
export function moved<T>(all: readonly T[], from: number, to: number): readonly T[] {
  const rest = all.filter((_, at) => at !== from)
  const one = all[from]
  return one === undefined || to < 0 || to >= all.length
    ? all
    : [...rest.slice(0, to), one, ...rest.slice(to)]
}
