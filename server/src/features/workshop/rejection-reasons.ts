// Why customers decline, for staff to choose from: the codes of the owner's page, in words said of the customer. The words are
// data; here is no list.
import type { RejectionReason } from '@walkaround/contract/app/board.ts'
import { languages } from '../../access/rules.ts'
import { readTexts } from '../../outside/language-files.ts'

interface Reason {
  code: string
  /** As the owner says it. */
  text: string
  /** As staff say it of the owner. */
  reported?: string
}

/** In the order of the English file, by which a reason exists; a language without words for one has the English ones. */
export function listRejectionReasons(): RejectionReason[] {
  const byLanguage = languages.map((language) => {
    const { reasons } = readTexts<{ reasons: Reason[] }>('rejection-reasons', language)
    return [language, new Map(reasons.map((one) => [one.code, one.reported ?? one.text]))] as const
  })
  const { reasons } = readTexts<{ reasons: Reason[] }>('rejection-reasons', 'en')
  return reasons.map(({ code, text, reported }) => ({
    code,
    words: Object.fromEntries(
      byLanguage.map(([language, words]) => [language, words.get(code) ?? reported ?? text]),
    ),
  }))
}
