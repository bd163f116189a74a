// What the owner decided, asked or said, in a few words for the advisor's e-mail. Pure; in the language of the e-mail, not of the page.
import { type OwnerChoice, type Receipt, statusOfWord } from '@walkaround/contract/owner-page.ts'
import { decisionWords } from '../findings/offer-words.ts'
import { wordsIn } from '../findings/texts.ts'
import type { Reason } from '../words/rejection-reasons.ts'

interface Reader {
  language: string
  timeZone: string
  /** In this language. */
  reasons: readonly Reason[]
}

type Told = Pick<OwnerChoice, 'word' | 'until' | 'reason'> & { line: Pick<OwnerChoice['line'], 'title'> }

/** From the stored receipt, at any later time. */
export const noteOfReceipt = ({ lines }: Receipt, reader: Reader): string =>
  noteOf(
    lines.map(({ title, word, until, reason }) => ({ line: { title }, word, until, reason: reason?.code })),
    reader,
  )

export const noteOfFeedback = ({ stars, text }: { stars: number; text: string | null }): string =>
  [`${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}`, text].filter(Boolean).join('\n')

export const noteOfQuestion = ({ title, words }: { title: string; words: string }): string =>
  `${title}:\n${words}`

export function noteOf(choices: readonly Told[], { language, timeZone, reasons }: Reader): string {
  const words = wordsIn(language, timeZone)
  const reported = new Map(reasons.map((one) => [one.code, one.reported]))
  const wordsOf = ({ word, until, reason = '' }: Told): string => {
    const said = decisionWords(words, { status: statusOfWord[word], deferredTo: until }, words.formats.date)
    const why = word === 'no' ? reported.get(reason) : undefined
    return why === undefined ? said : `${said} (${why})`
  }
  return choices.map((choice) => `${choice.line.title}: ${wordsOf(choice)}`).join('\n')
}
