// What the owner decided, asked or said, in a few words for the advisor's e-mail. Pure; in the language of the e-mail, not of the page.
import { type OwnerChoice, type Receipt, statusOfWord } from '@walkaround/contract/owner-page.ts'
import { decisionWords } from '../findings/offer-words.ts'
import { wordsIn } from '../findings/texts.ts'
import { listReasons } from './texts.ts'

interface Reader {
  language: string
  timeZone: string
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

export function noteOf(choices: readonly Told[], { language, timeZone }: Reader): string {
  const words = wordsIn(language, timeZone)
  const reasons = new Map(listReasons(language).map(({ code, text, reported = text }) => [code, reported]))
  const wordsOf = ({ word, until, reason = '' }: Told): string => {
    const said = decisionWords(words, { status: statusOfWord[word], deferredTo: until }, words.formats.date)
    const why = word === 'no' ? reasons.get(reason) : undefined
    return why === undefined ? said : `${said} (${why})`
  }
  return choices.map((choice) => `${choice.line.title}: ${wordsOf(choice)}`).join('\n')
}
