// What a survey allows in which state. Pure: no database, no clock.
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import { findEmptyAnswer } from '@walkaround/contract/rules/given-answers.ts'
import { problem, problemOf } from '../../problems.ts'

interface Openness {
  id: string
  completed: boolean
  closed: boolean
}

/** Answers can change only while the survey is neither completed nor closed (D5). */
export function assertAnswersOpen(survey: Openness): void {
  if (survey.completed) throw problem('surveyCompleted', `survey "${survey.id}" is completed`)
  if (survey.closed) throw problem('surveyClosed', `survey "${survey.id}" is closed`)
}

export function assertAnswerSaysSomething(answer: Answer): void {
  const fault = findEmptyAnswer(answer)
  if (fault) throw problemOf([fault])
}

export function assertNotReserved(questionId: string): void {
  if (questionId === 'upSale') {
    throw problem('questionReserved', 'question "upSale" is reserved for automatic quotes')
  }
}
