// The pad asks once if a number is probably a typing slip (the template's min, max and warnings). Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Question } from '../../store/survey-elements.ts'

export interface Doubt {
  kind: 'range' | 'lower' | 'above'
  min?: number
  max?: number
}

export function doubtsOf(
  question: Question,
  value: string,
  page: Pick<SurveyPage, 'survey'>,
): Doubt | undefined {
  const { min, max, warn } = question.clientSettings ?? {}
  const number = Number(value)
  if ((min !== undefined && number < min) || (max !== undefined && number > max))
    return { kind: 'range', ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  const recorded = (page.survey.surveyObject as { recordedMileage?: number } | undefined)?.recordedMileage
  if (warn === undefined || recorded === undefined) return undefined
  if (warn.lowerThanRecorded && number < recorded) return { kind: 'lower', min: recorded }
  if (warn.aboveRecordedBy !== undefined && number > recorded + warn.aboveRecordedBy)
    return { kind: 'above', max: recorded }
  return undefined
}
