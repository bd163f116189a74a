// When parts of a survey's car are due, by the service's own rule, from the page as it is shown. Works without a network. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { toNumber } from '@walkaround/contract/rules/bands.ts'
import { toKm } from '@walkaround/contract/rules/mileage.ts'
import { forecastOf } from '@walkaround/contract/rules/wear-basis.ts'
import type { WearForecast } from '@walkaround/contract/rules/wear-forecast.ts'
import { elementsOf, listQuestions, type Question, selectedAnswers } from './survey-elements.ts'

/** Undefined without readings of earlier visits, and where nothing is measured now. `today` by the dealership's calendar. */
export function forecastIn(page: SurveyPage, question: Question, today: string): WearForecast | undefined {
  const wear = page.basis?.wear
  if (!wear) return undefined
  const km = readKm(page) ?? wear.km
  return forecastOf(question, question.answers ?? [], { ...wear, ...(km === undefined ? {} : { km }) }, today)
}

/** Read in this survey, perhaps on this device a moment ago. */
function readKm(page: SurveyPage): number | undefined {
  const asked = listQuestions(elementsOf(page)).find(
    ({ clientSettings }) => clientSettings?.printAs === 'mileage',
  )
  const given = asked && selectedAnswers(asked)[0]
  const value = toNumber(given?.value)
  return value === undefined ? undefined : toKm({ value, unit: given?.unitOfMeasurement })
}
