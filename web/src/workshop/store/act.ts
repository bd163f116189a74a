// What a signature on this page covers, and which existing ones are still valid, by the service's own rule. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { signatureHolds, signedText } from '@walkaround/contract/rules/signed-text.ts'
import { elementsOf, listQuestions } from './survey-elements.ts'

/** Undefined for a page stored before acts existed: it is read again when there is a network. */
export function actTextOf(page: SurveyPage): string | undefined {
  const { act, damage } = page
  if (act === undefined) return undefined
  return signedText({
    act,
    questions: listQuestions(elementsOf(page))
      .filter(({ visible }) => visible !== false)
      .map((question) => ({ question, answers: question.answers ?? [] })),
    marks: damage.marks,
  })
}

export type ShownSignature = SurveyPage['signatures'][number]

export function signaturesThatHold(page: SurveyPage): Set<ShownSignature> {
  const { signatures, survey } = page
  if (signatures.length === 0) return new Set()
  const text = actTextOf(page)
  if (text === undefined) return new Set(signatures)
  const isDone = survey.completed === true || survey.closed === true
  return new Set(signatures.filter((one) => signatureHolds(one, { text, isDone })))
}
