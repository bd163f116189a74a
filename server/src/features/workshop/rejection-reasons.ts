// Reasons why customers decline, for staff to choose from: the codes of the owner's page, worded about the customer. The words are
// data; there is no list here.
import type { RejectionReason } from '@walkaround/contract/app/offers.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { listReasons } from '../owner-page/texts.ts'

/** In the order of the English file, which defines the reasons; a language without a text for one uses the English one. */
export function listRejectionReasons(): RejectionReason[] {
  const byLanguage = languages.map((language) => {
    const words = listReasons(language).map(({ code, text, reported = text }) => [code, reported] as const)
    return [language, new Map(words)] as const
  })
  return listReasons('en').map(({ code, text, reported }) => ({
    code,
    words: Object.fromEntries(
      byLanguage.map(([language, words]) => [language, words.get(code) ?? reported ?? text]),
    ),
  }))
}
