// When what was found is due: the forecast of each finding, and the date that "Later" proposes for each offer.
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { type LaterProposal, proposeLater } from '@walkaround/contract/rules/later-date.ts'
import { forecastOf } from '@walkaround/contract/rules/wear-basis.ts'
import type { WearForecast } from '@walkaround/contract/rules/wear-forecast.ts'
import type { Scope } from '../../scope.ts'
import { placeOf, worksOfSurvey } from '../quotes/works.ts'
import type { LoadedSurvey } from '../surveys/load-survey.ts'
import { findWear } from '../surveys/wear.ts'
import type { Found } from './findings.ts'

/** An owner is asked again about anything that is not urgent after three months. */
const DAYS = { red: 7, amber: 90, green: 90 }

/** By question; undefined where nothing is measured. */
export type Forecasts = (questionId: string) => WearForecast | undefined

export async function findForecasts(scope: Scope, survey: LoadedSurvey, today: string): Promise<Forecasts> {
  const wear = await findWear(scope, survey, { isForOwner: true })
  return (questionId) => {
    const question = survey.template.questions.get(questionId)
    return question && wear && forecastOf(question, survey.answers.get(questionId) ?? [], wear, today)
  }
}

/** An offer is about its own finding and about those that its work covers (I4), as far as they need work. */
export function proposeDates(
  survey: LoadedSurvey,
  { grades, points }: Pick<Found, 'grades' | 'points'>,
  { today, forecasts }: { today: string; forecasts: Forecasts },
): (quote: Quote) => LaterProposal {
  const works = worksOfSurvey(survey)
  const needWork = new Set(points.map(({ id }) => id))
  return (quote) => {
    const place = placeOf(quote)
    const covered = place ? works.othersOf(place).filter((id) => needWork.has(id)) : []
    const findings = [quote.questionId, ...covered].map((id) => ({
      grade: grades.get(id),
      forecast: forecasts(id),
    }))
    return proposeLater(findings, { today, days: DAYS })
  }
}
