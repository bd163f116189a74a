// When findings are due: which date "Later" proposes for an offer, for its own finding and those that its work covers (I4), and when
// an amber finding becomes urgent. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { worstStatus } from '@walkaround/contract/rules/counted-findings.ts'
import { type LaterProposal, proposeLater } from '@walkaround/contract/rules/later-date.ts'
import type { WearDates } from '@walkaround/contract/rules/wear-words.ts'
import { elementsOf, listQuestions, selectedAnswers } from '../../store/survey-elements.ts'
import { forecastIn } from '../../store/wear.ts'
import { worksOfPage } from '../../store/works.ts'
import type { Finding, Offered } from './offer.ts'

/** Without a forecast: urgent work is asked about again soon, the rest next season. */
const DAYS = { red: 7, amber: 90, green: 180 }

/** `today` by the dealership's calendar. */
export function laterFor(
  page: SurveyPage,
  { quote, status }: Pick<Offered, 'quote' | 'status'>,
  today: string,
): LaterProposal {
  const questions = new Map(listQuestions(elementsOf(page)).map((one) => [one.id, one]))
  const forecast = (id: string) => {
    const question = questions.get(id)
    return question && forecastIn(page, question, today)
  }
  const { packageId, questionId, answerId, category } = quote
  const covered =
    packageId === undefined || category === 'upsaleQuote'
      ? []
      : worksOfPage(page).othersOf({ packageId, questionId, answerId })
  const others = covered.flatMap((id) => {
    const question = questions.get(id)
    const grade = question && worstStatus(selectedAnswers(question).map((answer) => answer.status))
    return grade === 'red' || grade === 'amber' ? [{ grade, forecast: forecast(id) }] : []
  })
  return proposeLater([{ grade: status, forecast: forecast(questionId) }, ...others], { today, days: DAYS })
}

/** If it goes on like this. */
export function urgentFrom(
  page: SurveyPage,
  { question, status }: Pick<Finding, 'question' | 'status'>,
  today: string,
): WearDates | undefined {
  const red = status === 'amber' ? forecastIn(page, question, today)?.red : undefined
  return red?.kind === 'ahead' ? red : undefined
}
