// Words typed into the card itself; saved while typing, so that closing the device loses nothing.
import { useRef } from 'preact/compat'
import { newId } from '../../store/ids.ts'
import { type Question, selectedAnswers } from '../../store/survey-elements.ts'
import { useSavedText } from '../finding/use-saved-text.ts'
import { giveWords } from './answering.ts'
import type { Doings } from './doings.ts'
import { cardId } from './use-scrolling.ts'

export function FreeText({
  question,
  isLocked,
  doings,
}: {
  question: Question
  isLocked: boolean
  doings: Doings
}) {
  const entered = selectedAnswers(question).find(({ custom }) => custom)
  const own = useRef(newId())
  const answerId = entered?.id ?? own.current
  const { set: _, ...text } = useSavedText(entered?.value ?? '', (value) =>
    doings.change([giveWords(question, answerId, value)]),
  )
  return (
    <textarea
      className="cl-text"
      rows={2}
      disabled={isLocked}
      aria-labelledby={`${cardId(question.id)}-text`}
      onFocus={() => doings.focus(question.id)}
      {...text}
    />
  )
}
