// The steps about quotes: what the advisor selects, the customer decides and the DMS sends, withdraws and invoices.
import { Quote, QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import { proposeSigner } from '@walkaround/contract/rules/signer.ts'
import type { BusinessPartner, Person } from '@walkaround/contract/shared.ts'
import { decideVariant } from '@walkaround/server/features/quotes/decide-variant.ts'
import { deleteQuote, putQuote } from '@walkaround/server/features/quotes/put-quote.ts'
import { listQuotesJson, listUpsaleQuotesJson } from '@walkaround/server/features/quotes/read-quotes.ts'
import { recordDecision } from '@walkaround/server/features/quotes/record-decision.ts'
import {
  packageQuoteId,
  selectVariant,
  type VariantRef,
} from '@walkaround/server/features/quotes/select-variant.ts'
import { getLoadedSurvey } from '@walkaround/server/features/surveys/load-survey.ts'
import { type Scope, unconditional } from '@walkaround/server/scope.ts'
import { bodyReader } from './bodies.ts'
import { toLine } from './catalogue.ts'
import { CURRENCY, deferred, type Line, sold } from './lines.ts'
import type { OwnQuote } from './steps.ts'

const readQuote = bodyReader(Quote)
const readApproval = bodyReader(QuoteApproval)

export async function select(scope: Scope, surveyId: string, variant: VariantRef, approval?: QuoteApproval) {
  const quoteId = await selectVariant(scope, surveyId, variant)
  if (approval) await decideVariant(scope, surveyId, quoteId, readApproval(approval).get())
}

/** A decision told to staff is recorded as in the app: by whom and, on the telephone, with whom. */
export async function decide(
  scope: Scope,
  surveyId: string,
  variant: VariantRef,
  { approval, recordedBy }: { approval: QuoteApproval; recordedBy: Person },
) {
  const quoteId = packageQuoteId(variant)
  const { approvalMedium: medium, ...decision } = readApproval(approval).get()
  if (medium !== 'phone' && medium !== 'direct') {
    return decideVariant(scope, surveyId, quoteId, readApproval(approval).get())
  }
  const { customer } = (await getLoadedSurvey(scope, surveyId)).header
  const onPhone = customer && proposeSigner<Person, BusinessPartner>({ customer }).person
  return recordDecision(scope, surveyId, {
    quoteId,
    decision,
    medium,
    recordedBy: nameOf(recordedBy),
    spokeWith: medium === 'phone' && onPhone ? nameOf(onPhone as BusinessPartner) : undefined,
  })
}

async function putBody(scope: Scope, surveyId: string, id: string, body: unknown): Promise<void> {
  await putQuote(scope, {
    surveyId,
    id,
    fields: readQuote(body),
    approval: readApproval(body),
    precondition: unconditional,
  })
}

export function put(scope: Scope, surveyId: string, id: string, quote: OwnQuote): Promise<void> {
  return putBody(scope, surveyId, id, { category: 'quote', currency: CURRENCY, ...quote })
}

async function listDue(scope: Scope, surveyId: string): Promise<(Quote & { id: string })[]> {
  return JSON.parse(await listUpsaleQuotesJson(scope, surveyId))
}

/** As a DMS does it: the quote as it was read, with the decision. */
export async function decideDue(scope: Scope, surveyId: string, packageId: string, approval: QuoteApproval) {
  const quote = (await listDue(scope, surveyId)).find((one) => one.packageId === packageId)
  if (!quote) throw new Error(`no automatic quote of ${packageId}`)
  await putBody(scope, surveyId, quote.id, { ...quote, ...approval })
}

export async function withdrawDue(scope: Scope, surveyId: string, packageIds: readonly string[]) {
  for (const { id, packageId = '' } of await listDue(scope, surveyId)) {
    if (packageIds.includes(packageId)) await deleteQuote(scope, surveyId, id)
  }
}

/** Approved work was done and invoiced, deferred work is kept for later; the rest is on no line. */
export async function listInvoiceLines(scope: Scope, surveyId: string): Promise<Line[]> {
  const quotes: Quote[] = JSON.parse(await listQuotesJson(scope, surveyId))
  return quotes.flatMap((quote) => {
    const { answerId, packageId, variantId, approvalStatus, deferralDate } = quote
    const origin = {
      healthSurveyId: surveyId,
      healthAnswerId: answerId,
      healthPackageId: packageId,
      healthPackageVariantId: variantId,
    }
    const lines = (quote.contents ?? []).map((item): Line => ({ ...toLine(item), ...origin }))
    if (approvalStatus === 'approved') return lines.map(sold)
    if (approvalStatus === 'deferred' && deferralDate)
      return lines.map((line) => deferred(line, deferralDate))
    return []
  })
}
