// Where an entry is solved, as a route of the tablet app. Pure.
import type { TodayCar } from '@walkaround/contract/app/today.ts'
import type { Route } from '../../../workshop/paths.ts'

export function routeOf({
  surveyId,
  screen,
  questionId,
}: Pick<TodayCar, 'surveyId' | 'screen' | 'questionId'>): Route | undefined {
  if (surveyId === undefined || screen === undefined) return undefined
  if (screen !== 'finding') return { screen, surveyId }
  return questionId === undefined
    ? { screen: 'survey', surveyId }
    : { screen: 'finding', surveyId, questionId }
}
