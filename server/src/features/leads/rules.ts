// What a lead means for its deals and its survey. Pure: no database, no clock.
import type { CustomerReviewRequest, DealItem } from '@walkaround/contract/dms/leads.ts'
import type { SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import type { Violation } from '../../problems.ts'
import { vehicleViolations } from '../surveys/amounts.ts'
import { isOver } from '../surveys/header.ts'

export type Lead = Omit<CustomerReviewRequest, 'deals'>

/** The lead as it is stored: the complete body (A1) except its deals, which have their own rows. */
export function toStoredLead(
  id: string,
  input: CustomerReviewRequest,
  before: Lead | undefined,
  createdAt: Date,
): Lead {
  const { id: _, deals: __, reviewSurveyRelease, plannedStartTimestamp, ...rest } = input
  const lead: Lead = { id, ...rest, plannedStartTimestamp: plannedStartTimestamp ?? createdAt.toISOString() }
  const isReleased = reviewSurveyRelease ?? before?.reviewSurveyRelease
  if (isReleased !== undefined) lead.reviewSurveyRelease = isReleased
  return lead
}

/** C2: one CVR survey, if it is released and the lead is not over. */
export function surveysToRelease(lead: Lead, existing: readonly SurveyRef[]): SurveyType[] {
  const isDue = lead.reviewSurveyRelease === true && !isOver(lead)
  return isDue && !existing.some(({ surveyType }) => surveyType === 'CVR') ? ['CVR'] : []
}

/** Invoice amounts need a currency (A9). */
export function dealViolations(deal: DealItem, path = ''): Violation[] {
  if (deal.invoiceCurrency !== undefined) return []
  return (['invoiceAmountExVat', 'invoiceAmountIncVat'] as const)
    .filter((name) => deal[name] !== undefined)
    .map((name) => ({
      kind: 'missingCurrency',
      info: `${path}${name}: ${deal[name]} is given without ${path}invoiceCurrency`,
    }))
}

export function leadViolations(lead: CustomerReviewRequest): Violation[] {
  const violations = vehicleViolations(lead.vehicle)
  const seen = new Set<string>()
  for (const [index, deal] of (lead.deals ?? []).entries()) {
    violations.push(...dealViolations(deal, `deals[${index}].`))
    if (seen.has(deal.id)) {
      violations.push({ kind: 'duplicateId', info: `deals[${index}].id: "${deal.id}" occurs twice` })
    }
    seen.add(deal.id)
  }
  return violations
}
