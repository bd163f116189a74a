// What a quote must obey, and which fields move in which state. Pure decisions: no database, no clock.
import { approvalNames, type Quote, type QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { parseIso, toInstant, toLastInstant } from '../../lib/iso-dates.ts'
import { type Problem, problem, type Violation } from '../../problems.ts'
import type { SelectedVariant } from '../surveys/offered.ts'
import { toQuoteLines } from './lines.ts'

/** Rules of the fields beyond their form (E7). */
export function quoteViolations(quote: Quote): Violation[] {
  const violations: Violation[] = []
  if ((quote.packageId === undefined) !== (quote.variantId === undefined)) {
    const missing = quote.packageId === undefined ? 'packageId' : 'variantId'
    violations.push({ kind: 'missingField', info: `${missing}: packageId and variantId come together` })
  }
  const seen = new Set<string>()
  for (const [index, item] of (quote.contents ?? []).entries()) {
    if (item.amountExVat === undefined) {
      violations.push({
        kind: 'missingPrice',
        info: `contents[${index}].amountExVat: is required in a quote`,
      })
    }
    if (item.id !== undefined && seen.has(item.id)) {
      violations.push({ kind: 'duplicateId', info: `contents[${index}].id: "${item.id}" occurs twice` })
    }
    if (item.id !== undefined) seen.add(item.id)
  }
  return violations
}

/** Only category `quote` is made through the interface. */
export function findCategoryProblem(quote: Quote): Problem | undefined {
  if (quote.category === 'package') {
    return problem(
      'packageQuote',
      'category: "package" quotes are made by selecting a package variant, not by PUT',
    )
  }
  if (quote.category === 'upsaleQuote') {
    return problem('automaticQuote', 'category: "upsaleQuote" quotes are made by the service alone')
  }
  return undefined
}

/**
 * The service makes these ids from what they stand for, so they are its own for good: under one of them a quote of somebody
 * else would share its id with the variant selected next, or keep the next set of automatic quotes from being stored.
 */
export function findReservedIdProblem(id: string): Problem | undefined {
  if (/^pkg-[\w-]{20}$/.test(id)) {
    return problem('packageQuote', `quote "${id}" is the id of a package variant; choose another id`)
  }
  if (/^ups-[\w-]{20}$/.test(id)) {
    return problem('automaticQuote', `quote "${id}" is the id of an automatic quote; choose another id`)
  }
  return undefined
}

/** A quote without its decision. */
export function withoutApproval(quote: Quote): Partial<Quote> {
  const rest: Partial<Quote> = { ...quote }
  for (const name of approvalNames) delete rest[name]
  return rest
}

export function approvalOf(quote: QuoteApproval): QuoteApproval {
  const approval: Record<string, unknown> = {}
  for (const name of approvalNames) if (quote[name] !== undefined) approval[name] = quote[name]
  return approval as QuoteApproval
}

/** The decision is replaced whole (A1). */
export function decide(quote: Quote, approval: QuoteApproval): Quote {
  const { contents, visible, ...rest } = withoutApproval(quote)
  return {
    ...rest,
    ...approvalOf(approval),
    ...(contents === undefined ? {} : { contents }),
    ...(visible === undefined ? {} : { visible }),
  } as Quote
}

type Decision = Pick<QuoteApproval, 'approvalStatus' | 'deferralDate' | 'rejectionReasonCode'>

/** The same said once more; a day is the same with and without its midnight (A8). */
export function isSameDecision(known: Decision, next: Decision, timeZone: string): boolean {
  const dayOf = (text: string | undefined) =>
    text !== undefined && parseIso(text) ? toInstant(text, timeZone).getTime() : text
  if (known.approvalStatus !== next.approvalStatus) return false
  if (next.approvalStatus === 'deferred') return dayOf(known.deferralDate) === dayOf(next.deferralDate)
  return next.approvalStatus !== 'rejected' || known.rejectionReasonCode === next.rejectionReasonCode
}

/** Out of warranty: the DMS says so, else the term is over (E3). */
export function isOutOfWarranty(vehicle: Vehicle | undefined, now: Date, timeZone: string): boolean {
  if (vehicle?.warrantyOn !== undefined) return !vehicle.warrantyOn
  return vehicle?.warrantyEndDate !== undefined && toLastInstant(vehicle.warrantyEndDate, timeZone) < now
}

/** A selected variant as a quote, with the prices of when it was selected (E2). */
export function toPackageQuote(selected: SelectedVariant): Quote {
  const { package: header, variant, approval, isDiscounted } = selected
  return {
    id: selected.quoteId,
    category: 'package',
    description: variant.description ?? header.description,
    currency: header.currency as string,
    questionId: selected.questionId,
    answerId: selected.answerId,
    packageId: header.id as string,
    variantId: variant.id,
    ...(approval as QuoteApproval),
    contents: toQuoteLines(variant, isDiscounted, header.description),
  }
}
