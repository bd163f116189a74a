// The date that "Later" proposes for each offer on the owner's page.
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { type LaterProposal, proposeLater } from '@walkaround/contract/rules/later-date.ts'
import { forecastOf } from '@walkaround/contract/rules/wear-basis.ts'
import type { Scope } from '../../scope.ts'
import { placeOf, worksOfSurvey } from '../quotes/works.ts'
import type { LoadedSurvey } from '../surveys/load-survey.ts'
import { findWear } from '../surveys/wear.ts'
import type { Found } from './findings.ts'

/** An owner is asked again about anything that is not urgent after three months. */
const DAYS = { red: 7, amber: 90, green: 90 }

/** An offer is about its own finding and about those that its work covers (I4), as far as they need work. */
export async function proposeDates(
  scope: Scope,
  survey: LoadedSurvey,
  { grades, points }: Pick<Found, 'grades' | 'points'>,
  today: string,
): Promise<(quote: Quote) => LaterProposal> {
  const wear = await findWear(scope, survey, { isForOwner: true })
  const works = worksOfSurvey(survey)
  const needWork = new Set(points.map(({ id }) => id))
  const findingOf = (questionId: string) => {
    const question = survey.template.questions.get(questionId)
    const forecast =
      question && wear && forecastOf(question, survey.answers.get(questionId) ?? [], wear, today)
    return { grade: grades.get(questionId), forecast }
  }
  return (quote) => {
    const place = placeOf(quote)
    const covered = place ? works.othersOf(place).filter((id) => needWork.has(id)) : []
    return proposeLater([quote.questionId, ...covered].map(findingOf), { today, days: DAYS })
  }
}
