// The pad asks once if a number is probably a typing slip (the template's min, max and warnings). Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { findMileageDoubt } from '@walkaround/contract/rules/mileage.ts'
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
  const dms = recorded === undefined ? undefined : { value: recorded }
  const doubt = findMileageDoubt({ value: number }, { dms }, warn)
  if (doubt === undefined) return undefined
  return doubt.kind === 'lower'
    ? { kind: 'lower', min: doubt.known.value }
    : { kind: 'above', max: doubt.known.value }
}
