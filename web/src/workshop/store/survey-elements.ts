// Walks through the elements of a survey, with types that the contract leaves open because they are nested. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { PageBasis } from '@walkaround/contract/app/page-basis.ts'
import type { Bound, Rule } from '@walkaround/contract/dms/client-settings.ts'
import type {
  Answer,
  Question as ContractQuestion,
  ReferenceQuestion as Reference,
} from '@walkaround/contract/dms/surveys.ts'
import { worstStatus } from '@walkaround/contract/rules/counted-findings.ts'
import type { TyreDetails } from '@walkaround/contract/rules/tyres.ts'
import type { Static } from 'typebox'
import type { Conflict } from './taps.ts'

/** The settings of a question that the app uses; there may be more. */
export interface ClientSettings {
  unit?: string
  decimals?: number
  min?: number
  max?: number
  bounds?: Bound[]
  legalMin?: number
  legalMax?: number
  tyre?: boolean
  photoExpected?: boolean
  photoExpectedOn?: ('green' | 'amber' | 'red')[]
  videoMinSeconds?: number
  visibleIf?: Rule
  damageMap?: boolean
  printAs?: string
  consent?: boolean
  warn?: { lowerThanRecorded?: boolean; aboveRecordedBy?: number }
}

export type Question = Omit<Static<typeof ContractQuestion>, 'clientSettings' | 'answers'> & {
  clientSettings?: ClientSettings
  answers?: Answer[]
  /** Added where it is shown: answers that several people gave without having seen each other's. */
  conflicts?: Conflict[]
  /** Added where it is shown: what was read on the tyre beside its tread. */
  tyre?: TyreDetails
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

/** For a page stored before `basis` existed. */
export const noBasis: PageBasis = { retired: [], beingFilmed: [], standard: {}, replaced: [] }

export const elementsOf = (page: SurveyPage): SurveyElement[] =>
  (page.survey.contents ?? []) as SurveyElement[]

export function listQuestions(elements: readonly SurveyElement[]): Question[] {
  return elements.flatMap((element) => {
    if (element.category === 'section') return listQuestions(element.contents)
    return element.category === 'question' ? [element] : []
  })
}

/** Of a number that is entered. Mileage uses the unit of the car. */
export function unitOf({ clientSettings = {} }: Question, { survey }: SurveyPage): string | undefined {
  const { unit, printAs } = clientSettings
  return printAs === 'mileage' ? (survey.surveyObject?.mileageUnit ?? unit) : unit
}

export function findQuestion(page: SurveyPage, questionId: string): Question | undefined {
  return listQuestions(elementsOf(page)).find(({ id }) => id === questionId)
}

/** A copy with one question replaced. Unchanged parts stay the same object, so that drawing skips them. */
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

/** Nothing selected means not checked, never green (D4). */
export const isAnswered = (question: Question): boolean => selectedAnswers(question).length > 0

/** The worst finding among the selected answers. */
export function statusOf(question: Question): 'green' | 'amber' | 'red' | undefined {
  return worstStatus(selectedAnswers(question).map(({ status }) => status))
}
