// Requests for parts on the page of a survey, as the service will have them. A page without the list is of a site without the step. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { NewPartRequest } from '@walkaround/contract/app/parts.ts'
import type { PartRequest } from '@walkaround/contract/dms/parts.ts'
import { isFinding } from '@walkaround/contract/rules/counted-findings.ts'
import { titleOf } from '@walkaround/contract/rules/customer-title.ts'
import { partWords } from '@walkaround/contract/rules/parts.ts'
import { elementsOf, listQuestions, type Question, statusOf } from './survey-elements.ts'

export function askForParts(
  page: SurveyPage,
  questionId: string,
  { text, at = new Date(0).toISOString() }: NewPartRequest,
  person?: { name: string },
): SurveyPage {
  const known = partsOf(page, questionId)
  const words = partWords(text)
  // Asked again with the same words, nothing is new.
  if (!page.parts || (known?.state === 'requested' && known.text === words)) return page
  const request: PartRequest = {
    questionId,
    state: 'requested',
    revision: known?.revision ?? 0,
    requestedAt: at,
    requestedBy: person?.name ?? '',
    isMine: true,
    ...(words === undefined ? {} : { text: words }),
  }
  return { ...page, parts: [...without(page.parts, questionId), request] }
}

export const takePartsBack = (page: SurveyPage, questionId: string): SurveyPage =>
  page.parts ? { ...page, parts: without(page.parts, questionId) } : page

const without = (parts: readonly PartRequest[], questionId: string) =>
  parts.filter((one) => one.questionId !== questionId)

export const partsOf = ({ parts }: SurveyPage, questionId: string): PartRequest | undefined =>
  parts?.find((one) => one.questionId === questionId)

/** Parts are asked for what was found: amber or red. */
export const needsParts = (question: Question): boolean =>
  isFinding(question) && ['amber', 'red'].includes(statusOf(question) ?? '')

export interface UnansweredParts {
  questionId: string
  title: string
}

/** Findings for which parts are asked and the parts desk has said nothing yet. */
export function listUnansweredParts(page: SurveyPage): UnansweredParts[] {
  return listQuestions(elementsOf(page))
    .filter((question) => needsParts(question) && partsOf(page, question.id)?.state === 'requested')
    .map((question) => ({ questionId: question.id, title: titleOf(question, page.customerTitles) }))
}
