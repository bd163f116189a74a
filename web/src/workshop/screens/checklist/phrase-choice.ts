// Which phrases a question offers, and what choosing one does: a phrase of another finding answers the question with its colour
// and writes the comment, both in one tap. Pure.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Status } from '@walkaround/contract/shared.ts'
import { edit } from '../../store/outbox.ts'
import { type Question, selectedAnswers } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { type Phrase, phrasesFor, saidIn, togglePhrase, wordsFor } from '../finding/phrases.ts'
import { giveComment, groupByStatus } from './answering.ts'
import { isMeasured } from './plan.ts'

/** The standard answer that a phrase of this finding gives; undefined if the number decides, or several answers have the colour. */
function answerOf(question: Question, status: Status) {
  if (isMeasured(question) || question.multipleValueAnswer) return undefined
  const [only, ...more] = groupByStatus(question).find((group) => group.status === status)?.answers ?? []
  return more.length > 0 ? undefined : only
}

/** Without an answer only phrases that give one are offered: a comment needs an answer to stand beside. */
export function listPhrases(question: Question, language: Language): Phrase[] {
  const [answer] = selectedAnswers(question)
  return phrasesFor(question.id, language, answer?.status).filter(({ status }) => {
    if (status === undefined || status === answer?.status) return answer !== undefined
    return answerOf(question, status) !== undefined
  })
}

/** A comment in another language is first told in that of the person who taps. */
export function tapPhrase(question: Question, phrase: Phrase, language: Language): Change[] {
  const [answer] = selectedAnswers(question)
  const said = saidIn(answer?.comment ?? '', question.id, language)
  if (answer && (phrase.status === undefined || phrase.status === answer.status))
    return [giveComment(question, answer, togglePhrase(said, phrase.text))]
  const given = phrase.status && answerOf(question, phrase.status)
  if (!given) return []
  const comment = togglePhrase(wordsFor(said, question.id, phrase.status), phrase.text)
  return [edit({ kind: 'answers', answers: [{ questionId: question.id, answerId: given.id!, comment }] })]
}
