// What a survey allows in which state. Pure decisions: no database, no clock.
import { type Answer, answersPerQuestion } from '@walkaround/contract/dms/surveys.ts'
import { type Problem, problem } from '../../problems.ts'

export interface Openness {
  id: string
  completed: boolean
  closed: boolean
}

/** Answers move only while the survey is neither completed nor closed (D5). */
export function assertAnswersOpen(survey: Openness): void {
  if (survey.completed) throw problem('surveyCompleted', `survey "${survey.id}" is completed`)
  if (survey.closed) throw problem('surveyClosed', `survey "${survey.id}" is closed`)
}

export const tooManyAnswers = (questionId: string): Problem =>
  problem('tooLong', `question "${questionId}" takes at most ${answersPerQuestion} custom answers`)

export function assertAnswerSaysSomething(answer: Answer): void {
  if (!answer.value && !answer.status && !answer.comment) {
    throw problem('emptyAnswer', 'at least one of value, status and comment must be given')
  }
}

export function assertNotReserved(questionId: string): void {
  if (questionId === 'upSale') {
    throw problem('questionReserved', 'question "upSale" is reserved for automatic quotes')
  }
}
