// What the owner decided, in the few words the advisor's mail has for it. Pure; in the language of the mail, not of the page.
import type { OwnerChoice, Receipt } from '@walkaround/contract/owner-page.ts'
import { Formats } from '../printed-forms/draw/formats.ts'
import { fill, getTexts } from '../printed-forms/texts.ts'
import { listReasons } from './texts.ts'

interface Reader {
  language: string
  timeZone: string
}

type Told = Pick<OwnerChoice, 'word' | 'until' | 'reason'> & { line: Pick<OwnerChoice['line'], 'title'> }

/** As it was kept, whenever it is told. */
export const noteOfReceipt = ({ lines }: Receipt, reader: Reader): string =>
  noteOf(
    lines.map(({ title, word, until, reason }) => ({
      line: { title },
      word,
      ...(until === undefined ? {} : { until }),
      ...(reason === undefined ? {} : { reason: reason.code }),
    })),
    reader,
  )

export const noteOfFeedback = ({ stars, text }: { stars: number; text: string | null }): string =>
  [`${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}`, text].filter(Boolean).join('\n')

export function noteOf(choices: readonly Told[], { language, timeZone }: Reader): string {
  const texts = getTexts(language)
  const formats = new Formats(language, timeZone, texts)
  const reasons = new Map(listReasons(language).map(({ code, text, reported = text }) => [code, reported]))
  const wordsOf = ({ word, until, reason }: Told): string => {
    if (word === 'approve') return texts.quotes.approved
    if (word === 'later') {
      return until === undefined
        ? texts.quotes.deferred
        : fill(texts.quotes.deferredTo, { date: formats.date(until) })
    }
    const why = reason === undefined ? undefined : reasons.get(reason)
    return why === undefined ? texts.quotes.rejected : `${texts.quotes.rejected} (${why})`
  }
  return choices.map((choice) => `${choice.line.title}: ${wordsOf(choice)}`).join('\n')
}
