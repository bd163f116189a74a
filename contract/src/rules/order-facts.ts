// What log and statistics know of an order or lead: its flags and what was sold, and nothing about people. Pure.
import type { ServiceOrderContentItem } from '../dms/service-orders.ts'
import type { OriginFacts } from '../event-facts.ts'
import { totalOf } from './money.ts'

interface OriginDocument {
  readonly closed?: boolean
  readonly rejected?: boolean
  readonly plannedStartTimestamp?: string
  readonly defaultSurveyReleaseDisabled?: boolean
  readonly technicianSurveyRelease?: boolean
  readonly qcSurveyRelease?: boolean
  readonly reviewSurveyRelease?: boolean
  readonly currency?: string
  readonly contents?: readonly ServiceOrderContentItem[]
}

export function originFacts(document: OriginDocument, branchId: string): OriginFacts {
  const sold = soldTotal(document.contents ?? [])
  return {
    branchId,
    closed: document.closed === true,
    rejected: document.rejected === true,
    plannedStartTimestamp: document.plannedStartTimestamp,
    defaultSurveyReleaseDisabled: document.defaultSurveyReleaseDisabled,
    technicianSurveyRelease: document.technicianSurveyRelease,
    qcSurveyRelease: document.qcSurveyRelease,
    reviewSurveyRelease: document.reviewSurveyRelease,
    currency: document.currency,
    soldExVat: sold?.exVat,
    soldIncVat: sold?.incVat,
  }
}

/** Of the lines that were invoiced; undefined if none was, and without an amount that one of them lacks. */
function soldTotal(lines: readonly ServiceOrderContentItem[]) {
  const sold = lines.filter(
    ({ soldQuantity, soldAmountExVat, soldAmountIncVat }) =>
      (soldQuantity ?? 0) > 0 || soldAmountExVat !== undefined || soldAmountIncVat !== undefined,
  )
  if (sold.length === 0) return undefined
  return totalOf(
    sold.map(({ soldAmountExVat, soldAmountIncVat }) => ({
      amountExVat: soldAmountExVat,
      amountIncVat: soldAmountIncVat,
    })),
  )
}
