// Reasons to decline: which a client may keep, and in which words each is said. Pure; page and service decide by it.
import type { Language } from './texts.ts'

export const MOST_REASONS = 50
export const LONGEST_REASON = 120
export const LONGEST_CODE = 64
const CODE = /^[A-Za-z][A-Za-z0-9_-]*$/

/** What a reason is called in one language. */
export interface ReasonWords {
  /** In the words of whoever declines. */
  readonly text?: string | undefined
  /** As others tell it of them; left out: the same. */
  readonly reported?: string | undefined
}

export interface KeptReason {
  readonly code: string
  /** It is not offered any more; decisions that name it are still told in words. */
  readonly isOff?: boolean | undefined
  readonly words: Readonly<Partial<Record<Language, ReasonWords>>>
}

/** A reason that comes with the service, in every language. */
export type StandardReason = Pick<KeptReason, 'code' | 'words'>

interface Around {
  readonly standard: readonly StandardReason[]
  /** What the client has kept so far. */
  readonly before: readonly Pick<KeptReason, 'code'>[]
  readonly language: string
}

/** What is wrong with a list, one line each, with the field; none if it can be kept. */
export function whyReasonsRefused(reasons: readonly KeptReason[], around: Around): string[] {
  const { standard, before, language } = around
  const codes = reasons.map(({ code }) => code)
  const faults = reasons.flatMap(({ code, words }, at) => {
    const place = `reasons[${at}]`
    const isStandard = standard.some((one) => one.code === code)
    const isSaid = (words[language as Language]?.text ?? '').trim() !== ''
    return [
      ...(CODE.test(code) && code.length <= LONGEST_CODE
        ? []
        : [
            `${place}.code: ${JSON.stringify(code)} must begin with a letter and have at most ${LONGEST_CODE} letters, digits, - and _`,
          ]),
      ...(codes.indexOf(code) === at ? [] : [`${place}.code: ${JSON.stringify(code)} is there twice`]),
      ...(isStandard || isSaid
        ? []
        : [`${place}.words: ${JSON.stringify(code)} needs a text in the client's language, ${language}`]),
    ]
  })
  const kept = [...standard, ...before].map(({ code }) => code)
  const lost = [...new Set(kept)].filter((code) => !codes.includes(code))
  return [
    ...faults,
    ...lost.map(
      (code) =>
        `reasons: ${JSON.stringify(code)} is missing; decisions may name it, so it can be switched off but not removed`,
    ),
  ]
}

/** The client's list; what came with a later version of the service follows at its end, as it is delivered. */
export function allReasons(
  own: readonly KeptReason[] | undefined,
  standard: readonly StandardReason[],
): readonly KeptReason[] {
  if (!own) return standard
  return [...own, ...standard.filter(({ code }) => !own.some((one) => one.code === code))]
}

const filled = (text: string | undefined) => (text !== undefined && text.trim() !== '' ? text : undefined)

/**
 * In one language: the client's words, then those delivered; an own reason without words there is said in the client's language. `reported`
 * follows the text it stands beside, so that a text of the client's own is never told in delivered words.
 */
export function wordsOfReasonIn(
  { code, words }: KeptReason,
  language: string,
  { standard, clientLanguage }: { standard: readonly StandardReason[]; clientLanguage: string },
): { text: string; reported: string } {
  const delivered = standard.find((one) => one.code === code)?.words
  const spoken = [words, delivered].flatMap((from) => from?.[language as Language] ?? [])
  const otherwise = [words[clientLanguage as Language], words.en, delivered?.en, ...Object.values(words)]
  const found = [...spoken, ...otherwise].find((one) => filled(one?.text) !== undefined)
  const text = filled(found?.text) ?? code
  const own = filled(words[language as Language]?.reported)
  return { text, reported: own ?? filled(found?.reported) ?? text }
}
