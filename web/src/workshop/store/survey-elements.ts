// Walking through the elements of a survey, with types the contract leaves open because they nest. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type {
  Answer,
  Question as ContractQuestion,
  ReferenceQuestion as Reference,
} from '@walkaround/contract/dms/surveys.ts'
import { worstStatus } from '@walkaround/contract/rules/counted-findings.ts'
import type { Bound, Rule } from '@walkaround/contract/template-document.ts'
import type { Static } from 'typebox'
import type { Conflict } from './taps.ts'

/** What the app reads of a question's settings; there may be more. */
export interface ClientSettings {
  unit?: string
  decimals?: number
  min?: number
  max?: number
  bounds?: Bound[]
  legalMin?: number
  legalMax?: number
  photoExpected?: boolean
  photoExpectedOn?: ('green' | 'amber' | 'red')[]
  visibleIf?: Rule
  damageMap?: boolean
  printAs?: string
  consent?: boolean
  warn?: { lowerThanRecorded?: boolean; aboveRecordedBy?: number }
}

export type Question = Omit<Static<typeof ContractQuestion>, 'clientSettings' | 'answers'> & {
  clientSettings?: ClientSettings
  answers?: Answer[]
  /** Laid beside it where it is shown: answers that several people gave without having seen each other's. */
  conflicts?: Conflict[]
}
export type ReferenceQuestion = Static<typeof Reference>
export interface Section {
  category: 'section'
  id: string
  text?: string
  allowSelectAll?: boolean
  contents: SurveyElement[]
}
export type SurveyElement = Section | Question | ReferenceQuestion

export const elementsOf = (page: SurveyPage): SurveyElement[] =>
  (page.survey.contents ?? []) as SurveyElement[]

export function listQuestions(elements: readonly SurveyElement[]): Question[] {
  return elements.flatMap((element) => {
    if (element.category === 'section') return listQuestions(element.contents)
    return element.category === 'question' ? [element] : []
  })
}

export function findQuestion(page: SurveyPage, questionId: string): Question | undefined {
  return listQuestions(elementsOf(page)).find(({ id }) => id === questionId)
}

/** A copy in which one question is another. What did not change stays the same object, so that React skips it. */
export function mapQuestion(
  elements: readonly SurveyElement[],
  questionId: string,
  change: (question: Question) => Question,
): SurveyElement[] {
  let isFound = false
  const mapped = elements.map((element): SurveyElement => {
    if (isFound) return element
    if (element.category === 'section') {
      const contents = mapQuestion(element.contents, questionId, change)
      if (contents === element.contents) return element
      isFound = true
      return { ...element, contents }
    }
    if (element.category !== 'question' || element.id !== questionId) return element
    isFound = true
    return change(element)
  })
  return isFound ? mapped : (elements as SurveyElement[])
}

export const selectedAnswers = (question: Question): Answer[] =>
  (question.answers ?? []).filter(({ selected }) => selected === true)

/** Nothing selected is not checked, never green (D4). */
export const isAnswered = (question: Question): boolean => selectedAnswers(question).length > 0

/** The worst finding among what is selected. */
export function statusOf(question: Question): 'green' | 'amber' | 'red' | undefined {
  return worstStatus(selectedAnswers(question).map(({ status }) => status))
}

/** The standard answer a number stands for (D3). */
export function findBand(question: Question, value: string | undefined): Bound | undefined {
  const number = Number(value)
  if (!value?.trim() || !Number.isFinite(number)) return undefined
  return question.clientSettings?.bounds?.find((bound) => {
    if ('lt' in bound) return number < bound.lt
    if ('lte' in bound) return number <= bound.lte
    return true
  })
}
