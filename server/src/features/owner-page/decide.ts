// The owner's decision: on all chosen lines at once, with the receipt of what was shown, in one transaction.
import { hash } from 'node:crypto'
import type { QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import {
  type OwnerChoice,
  type OwnerPage,
  type OwnerReview,
  type Receipt,
  type ReceiptLine,
  statusOfWord,
} from '@walkaround/contract/owner-page.ts'
import { canonicalJson } from '@walkaround/contract/rules/canonical-json.ts'
import { startOfDay } from '@walkaround/contract/rules/days.ts'
import type { Form } from '../../lib/form-body.ts'
import { newId } from '../../lib/ids.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import type { Scope } from '../../scope.ts'
import { findWay } from '../messages/send-code.ts'
import { markOpened } from '../owner-links/owner-links.ts'
import { decideQuote } from '../quotes/decide-quote.ts'
import { toColumns } from '../quotes/promoted.ts'
import { getLoadedSurveyForUpdate } from '../surveys/load-survey.ts'
import { confirmByCode } from './confirm-by-code.ts'
import { loadPage } from './load-page.ts'
import { reviewForm } from './rules.ts'
import * as store from './store.ts'
import { tellAdvisor } from './tell-advisor.ts'
import { countDecisionsSince } from './told-store.ts'
import type { Visit } from './visit.ts'

/** Seals codes, and its key derives their hashes. */
export type DecisionBox = SecretBox

export type Outcome =
  | { receiptId: string }
  /** Something has changed since it was shown, or a code is needed: nothing was decided. */
  | { review: OwnerReview }
  /** Too many decisions by this link within a day, so no more are accepted (I9). */
  | { isTooMany: true }

const DAY_MS = 86_400_000
const MOST_PER_DAY = 20

export async function decide(
  visit: Visit,
  { form, formId, language }: { form: Form; formId: string; language: string },
  box: DecisionBox | undefined,
): Promise<Outcome> {
  const { scope, link } = visit
  // Before anything is read: two posts of the same form run one after the other.
  await getLoadedSurveyForUpdate(scope, link.surveyId)
  const known = await store.findDecisionByForm(scope, link.id, formId)
  if (known !== undefined) return { receiptId: known }
  const since = new Date(scope.now.getTime() - DAY_MS)
  if ((await countDecisionsSince(scope, link, since)) >= MOST_PER_DAY) return { isTooMany: true }
  const page = await loadPage(visit, language)
  const review = reviewForm(page, form, formId)
  if (review.again.length > 0 || review.choices.length === 0) return { review }
  const confirmation = await confirmByCode(visit, { review, form, box })
  if ('ask' in confirmation) return { review: { ...review, code: confirmation.ask } }
  const ofLink = await findWay(scope, link.messageId)
  const way = { link: ofLink, ...confirmation.confirmed }
  const lines = review.choices.map((choice) => toDecided(scope, choice))
  for (const { quoteId, after } of lines) await decideQuote(scope, link.surveyId, quoteId, after)
  const id = newId(scope.now.getTime())
  const receipt = canonicalJson(toReceipt(visit, { id, way }, review))
  await store.insertDecision(scope, {
    id,
    surveyId: link.surveyId,
    linkId: link.id,
    formId,
    receipt,
    hash: hash('sha256', receipt, 'buffer'),
    lines,
  })
  await markOpened(scope, link)
  await tellAdvisor(scope, link.surveyId)
  return { receiptId: id }
}

function toDecided(scope: Scope, { line, word, until, reason }: OwnerChoice): store.DecidedLine {
  const { id: quoteId, currency, total, decision } = line
  const after: QuoteApproval = {
    approvalStatus: statusOfWord[word],
    deferralDate: until === undefined ? undefined : startOfDay(until, scope.client.timeZone),
    rejectionReasonCode: reason,
    approvalMedium: 'internet',
    approvalDate: scope.now.toISOString(),
  }
  const before = decision && {
    approvalStatus: decision.status,
    deferralDate: decision.until,
    approvalMedium: decision.toldBy,
    approvalDate: decision.at,
  }
  return { quoteId, total, before, after, columns: toColumns(scope, { currency, total }, after) }
}

function toReceipt(
  { scope, link }: Visit,
  { id, way }: Pick<Receipt, 'id' | 'way'>,
  { page, choices, totals }: OwnerReview,
): Receipt {
  return {
    version: 1,
    id,
    clientId: scope.clientId,
    surveyId: link.surveyId,
    linkId: link.id,
    way,
    at: scope.now.toISOString(),
    language: page.language,
    timeZone: page.timeZone,
    dealership: page.dealership,
    vehicle: page.vehicle,
    order: page.order,
    lines: choices.map((choice) => toReceiptLine(page, choice)),
    totals,
  }
}

function toReceiptLine(page: OwnerPage, { line, word, until, reason }: OwnerChoice): ReceiptLine {
  const { id, title, currency, items, labour, parts, total, before, due } = line
  const finding = page.findings.find(({ lines }) => lines.includes(line))
  const text = page.reasons.find(({ code }) => code === reason)?.text
  return {
    id,
    title,
    finding: finding && {
      title: finding.title,
      grade: finding.grade,
      answers: finding.answers,
      meaning: finding.meaning,
      scales: finding.scales,
      photos: finding.photos.map(({ file }) => file),
    },
    currency,
    items,
    labour,
    parts,
    total,
    before,
    due,
    word,
    until,
    reason: reason !== undefined && text !== undefined ? { code: reason, text } : undefined,
  }
}
