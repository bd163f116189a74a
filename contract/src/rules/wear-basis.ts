// The forecast of one question of a survey, from its answer and what earlier visits measured. One rule for service and tablet. Pure.
import type { WearBasis } from '../app/wear.ts'
import type { Bound } from '../dms/client-settings.ts'
import { toNumber } from './bands.ts'
import { forecastWear, type WearForecast, type WearReading } from './wear-forecast.ts'
import { wearLimits } from './wear-limits.ts'

/** As far as it matters here. */
export interface MeasuredQuestion {
  readonly id: string
  readonly clientSettings?: { readonly bounds?: readonly Bound[]; readonly unit?: string } | undefined
}

interface GivenAnswer {
  readonly selected?: boolean | undefined
  readonly value?: string | undefined
  readonly unitOfMeasurement?: string | undefined
}

/** Whether its bands say which way it wears. */
export const canWear = ({ clientSettings }: MeasuredQuestion): boolean =>
  wearLimits(clientSettings?.bounds) !== undefined

/** Undefined if nothing is measured here at this visit: earlier visits alone say nothing about a part that nobody saw now. */
export function forecastOf(
  question: MeasuredQuestion,
  answers: readonly GivenAnswer[],
  { readings, km, at }: WearBasis,
  today: string,
): WearForecast | undefined {
  const { bounds, unit } = question.clientSettings ?? {}
  const measured = answers.findLast(({ selected, value }) => selected && toNumber(value) !== undefined)
  const value = toNumber(measured?.value)
  if (value === undefined || !canWear(question)) return undefined
  const now: WearReading = { value, unit: measured?.unitOfMeasurement ?? unit, at: at ?? today, km }
  const earlier = readings.flatMap((one): WearReading[] =>
    one.questionId === question.id ? [{ ...one, unit: one.unitOfMeasurement ?? unit }] : [],
  )
  // The newest comes first; a part measured twice on a day counts as it was measured last.
  return forecastWear({ bounds, readings: [...earlier.toReversed(), now], today })
}
