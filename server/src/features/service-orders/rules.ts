// What an order means for itself and its surveys. Pure decisions: no database, no clock.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import { type SurveyType, surveyTypes, type Vehicle } from '@walkaround/contract/shared.ts'
import type { Violation } from '../../problems.ts'
import { vehicleViolations } from '../surveys/amounts.ts'

/** The order as it is stored: the body whole (A1), and the release flags it did not speak of as they were (A2). */
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
  // Always in this place, so that the same order is the same text.
  if (isDisabled !== undefined) order.defaultSurveyReleaseDisabled = isDisabled
  if (isVc !== undefined) order.technicianSurveyRelease = isVc
  if (isQc !== undefined) order.qcSurveyRelease = isQc
  return order
}

export const isOver = (order: ServiceOrder): boolean => order.closed === true || order.rejected === true

/** The survey types that are due and not there yet, in the order of the spec's table (C2). */
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
 * The survey whose automatic quotes are to be made: one set per order, on the health survey, else on VC, when that is new or
 * when the vehicle or its mileage has changed (E8). A set that began on VC stays there.
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

/** Any amount needs to say in which currency it is (A9). */
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
