// The questions of the act in the customer's language, and what was answered to them as the customer reads it. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { type Question, selectedAnswers } from '../../store/survey-elements.ts'

/** Words of the template in the language of the act; what was typed stays as it was typed. */
export function inActLanguage(page: SurveyPage, question: Question): Question {
  const words = page.actWords?.[page.act?.language ?? '']?.questions[question.id]
  if (!words) return question
  return {
    ...question,
    text: words.text,
    answers: question.answers?.map((answer) => {
      const value = answer.custom || answer.id === undefined ? undefined : words.answers[answer.id]
      return value === undefined ? answer : { ...answer, value }
    }),
  }
}

/** Without internal comments. */
export const givenWords = (
  question: Question,
  measured: (value: string | undefined, unit: string | undefined) => string,
): string =>
  selectedAnswers(question)
    .map(({ value, unitOfMeasurement }) => measured(value, unitOfMeasurement))
    .filter(Boolean)
    .join(', ')
