// What an order means for its surveys. Pure: no database, no clock.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { type SurveyType, surveyTypes } from '@walkaround/contract/survey-types.ts'
import type { Violation } from '../../problems.ts'
import { vehicleViolations } from '../surveys/amounts.ts'
import { isOver } from '../surveys/header.ts'

/** The order as it is stored: the complete body (A1), with release flags it does not mention kept from before (A2). */
export function toStoredOrder(
  id: string,
  input: ServiceOrder,
  before: ServiceOrder | undefined,
): ServiceOrder {
  const { id: _, defaultSurveyReleaseDisabled, technicianSurveyRelease, qcSurveyRelease, ...rest } = input
  const order: ServiceOrder = { id, ...rest }
  const isDisabled = defaultSurveyReleaseDisabled ?? before?.defaultSurveyReleaseDisabled
  const isVc = technicianSurveyRelease ?? before?.technicianSurveyRelease
  const isQc = qcSurveyRelease ?? before?.qcSurveyRelease
  // Always in this place, so that equal orders give equal text.
  if (isDisabled !== undefined) order.defaultSurveyReleaseDisabled = isDisabled
  if (isVc !== undefined) order.technicianSurveyRelease = isVc
  if (isQc !== undefined) order.qcSurveyRelease = isQc
  return order
}

/** The survey types that are due and do not exist yet, in the order of the spec's table (C2). */
export function surveysToRelease(
  order: ServiceOrder,
  releaseTypes: readonly string[],
  existing: readonly SurveyRef[],
): SurveyType[] {
  if (order.parentOrderId || isOver(order)) return []
  const due = new Set<string>(releaseTypes)
  if (order.defaultSurveyReleaseDisabled) due.delete('health')
  if (order.technicianSurveyRelease) due.add('VC')
  if (order.qcSurveyRelease) due.add('QC')
  return surveyTypes.filter(
    (type) => due.has(type) && !existing.some(({ surveyType }) => surveyType === type),
  )
}

/**
 * The survey that gets the automatic quotes: one set per order, on the health survey, otherwise on VC, if that is new or if the
 * vehicle or its mileage has changed (E8). A set that started on VC stays there.
 */
export function findSurveyToQuote(
  existing: readonly SurveyRef[],
  made: readonly SurveyRef[],
  before: Vehicle | undefined,
  vehicle: Vehicle | undefined,
): string | undefined {
  const chosen = (surveys: readonly SurveyRef[]) =>
    surveys.find(({ surveyType }) => surveyType === 'health') ??
    surveys.find(({ surveyType }) => surveyType === 'VC')
  const known = chosen(existing)
  if (!known) return chosen(made)?.id
  return JSON.stringify(before) === JSON.stringify(vehicle) ? undefined : known.id
}

const amounts = [
  'amountExVat',
  'amountIncVat',
  'soldAmountExVat',
  'soldAmountIncVat',
  'deferredAmountExVat',
  'deferredAmountIncVat',
] as const

/** Any amount needs a currency (A9). */
export function currencyViolations(order: ServiceOrder): Violation[] {
  const violations: Violation[] = vehicleViolations(order.vehicle)
  if (order.currency === undefined) {
    for (const [index, item] of (order.contents ?? []).entries()) {
      const name = amounts.find((amount) => item[amount] !== undefined)
      if (name) {
        violations.push({
          kind: 'missingCurrency',
          info: `contents[${index}].${name}: ${item[name]} is given, but the order has no currency`,
        })
      }
    }
  }
  return violations
}
