// The rules of a quote, and which fields may change in which state. Pure: no database, no clock.
import type { Quote, QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { listWrongDiscounts } from '@walkaround/contract/rules/discounts.ts'
import { toQuoteLines } from '@walkaround/contract/rules/quote-lines.ts'
import { type Problem, problem, type Violation } from '../../problems.ts'
import type { SelectedVariant } from '../surveys/offered.ts'

/** Rules of the fields beyond their schema (E7). */
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
    for (const { field, info } of listWrongDiscounts(item))
      violations.push({ kind: 'outOfRange', info: `contents[${index}].${field}: ${info}` })
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
 * The service derives these ids from what they identify, so they are always reserved: another quote with such an id would collide
 * with the next selected variant, or prevent the next set of automatic quotes from being stored.
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

/** A selected variant as a quote, with the prices from when it was selected (E2). */
export function toPackageQuote(
  selected: Omit<SelectedVariant, 'isReplaced'>,
): Quote & { id: string; packageId: string; variantId: string } {
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
