// Why customers decline, for staff to choose from: the codes of the owner's page, in words said of the customer. The words are
// data; here is no list.
import type { RejectionReason } from '@walkaround/contract/app/board.ts'
import { languages } from '../../access/rules.ts'
import { listReasons } from '../owner-page/texts.ts'

/** In the order of the English file, by which a reason exists; a language without words for one has the English ones. */
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
