// What staff enter for a car without the DMS, as an order or as the header of a survey. Pure.
import type { NewInspection } from '@walkaround/contract/app/board.ts'
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { splitName } from '@walkaround/contract/rules/names.ts'
import type { BusinessPartner, Vehicle } from '@walkaround/contract/shared.ts'
import type { Violation } from '../../problems.ts'

export const isReview = ({ surveyTypes }: NewInspection): boolean => surveyTypes.includes('VR')

export function inspectionViolations(wanted: NewInspection): Violation[] {
  const violations: Violation[] = []
  const refuse = (info: string) => violations.push({ kind: 'invalidArgument', info })
  const types = new Set(wanted.surveyTypes)
  if (types.has('VR') && types.size > 1) refuse('surveyTypes: VR cannot be combined with another type (C8)')
  if (types.has('CVR')) refuse('surveyTypes: CVR is made for leads, by reviewSurveyRelease')
  if (wanted.orderId !== undefined && !types.has('VR'))
    refuse('orderId: only VR is made for an order that exists')
  if (wanted.orderId === undefined && !wanted.numberPlate?.trim() && !wanted.vin?.trim()) {
    violations.push({ kind: 'missingField', info: 'numberPlate or vin: one of them is required' })
  }
  const begun = wanted.surveys?.map(({ surveyType }) => surveyType)
  if (begun && (begun.length !== types.size || begun.some((type) => !types.delete(type))))
    refuse('surveys: must name one survey for each of surveyTypes')
  if (begun && wanted.orderId !== undefined) refuse('surveys: cannot be given for an order that exists')
  return violations
}

/** Leaves out empty values. */
function given<T extends Record<string, string | undefined>>(fields: T): { [K in keyof T]?: string } {
  const texts = Object.entries(fields).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : []))
  return Object.fromEntries(texts)
}

export function vehicleOf({ numberPlate, vin, make, model }: NewInspection): Vehicle {
  return given({ vin, numberPlate, make, model })
}

export function customerOf({ customerName, mobilePhone, email }: NewInspection): BusinessPartner | undefined {
  const contacts = given({ mobilePhone, email })
  const name = customerName?.trim() ? splitName(customerName) : {}
  if (Object.keys({ ...name, ...contacts }).length === 0) return undefined
  return { category: 'person', ...name, ...contacts }
}

/** The car is here now, so it is planned for now. */
export function toOrder(wanted: NewInspection, now: Date, currency: string | undefined): ServiceOrder {
  const customer = customerOf(wanted)
  return {
    externalBranchId: wanted.branchId,
    plannedStartTimestamp: now.toISOString(),
    ...given({ description: wanted.description, currency }),
    ...(customer ? { customer } : {}),
    vehicle: vehicleOf(wanted),
  }
}
