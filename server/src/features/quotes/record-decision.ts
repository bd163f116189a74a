// What a customer decided by telephone or at the counter: recorded by staff with the person they spoke with, and withdrawn if it
// was a mistake. An online decision of the owner is replaced only by somebody who was shown it, and applies again after a
// withdrawal.
import type { tellers } from '@walkaround/contract/app/edits.ts'
import type { Quote, QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { approvalOf, decide } from '@walkaround/contract/rules/quote-decision.ts'
import { isRecorded, isSameDecision } from '@walkaround/contract/rules/recorded-decision.ts'
import { problem } from '../../problems.ts'
import { ownerActor, type Scope } from '../../scope.ts'
import { atSurvey } from '../surveys/rows.ts'
import { decideQuote } from './decide-quote.ts'
import { getQuoteJson } from './read-quotes.ts'
import { toRecorded } from './recorded-decisions.ts'
import * as store from './recorded-store.ts'

export interface Told {
  quoteId: string
  decision: QuoteApproval
  medium: 'phone' | 'direct'
  /** By name. */
  recordedBy: string
  spokeWith?: string
  toldBy?: (typeof tellers)[number]
  note?: string
  /** The `approvalDate` of the online decision that the person was shown. */
  replaces?: string
}

export async function recordDecision(asked: Scope, surveyId: string, told: Told): Promise<void> {
  const scope = await atSurvey(asked, surveyId)
  const { quoteId, medium, spokeWith } = told
  const known = JSON.parse(await getQuoteJson(scope, surveyId, quoteId)) as Quote
  const isOwners = known.approvalMedium === 'internet'
  if (isOwners) {
    if (isSameDecision(known, told.decision, scope.client.timeZone)) return
    if (told.replaces !== (known.approvalDate ?? '')) throw problem('decidedOnline', onlineDecision(known))
  }
  const before = isOwners ? undefined : await store.findRecorded(scope, surveyId, quoteId)
  const replaced = isOwners
    ? JSON.stringify(approvalOf(known))
    : before && isRecorded(known, toRecorded(before))
      ? before.replaced
      : null
  const approvalDate = scope.now.toISOString()
  const approval = approvalOf({ ...told.decision, approvalMedium: medium, approvalDate })
  await decideQuote(scope, surveyId, quoteId, approval)
  const row = {
    quoteId,
    approvalDate,
    approvalMedium: medium,
    recordedBy: told.recordedBy,
    spokeWith: spokeWith?.trim() || null,
    toldBy: told.toldBy ?? null,
    note: told.note?.trim() || null,
    replaced,
  }
  await store.saveRecorded(scope, surveyId, row, decide(known, approval))
}

/** The quote is undecided again, or as the owner had decided online before. */
export async function takeBackDecision(
  asked: Scope,
  surveyId: string,
  { quoteId, reason, by }: { quoteId: string; reason?: string | undefined; by: string },
): Promise<void> {
  const scope = await atSurvey(asked, surveyId)
  const known = JSON.parse(await getQuoteJson(scope, surveyId, quoteId)) as Quote
  if (known.approvalStatus === undefined) return
  const row = await store.findRecorded(scope, surveyId, quoteId)
  if (!row || !isRecorded(known, toRecorded(row))) throw problem('notRecorded', otherDecision(known))
  const { replaced } = toRecorded(row)
  await decideQuote(scope, surveyId, quoteId, replaced ?? {}, ownerActor)
  const why = reason?.trim() || undefined
  await store.markTakenBack(scope, surveyId, {
    quoteId,
    by,
    reason: why,
    before: approvalOf(known),
    after: replaced,
  })
}

const onlineDecision = ({ id, approvalStatus, approvalDate }: Quote): string =>
  `quoteId: the owner decided on "${id}" online: ${[approvalStatus, approvalDate].filter(Boolean).join(', ')}`

const otherDecision = ({ id, approvalStatus, approvalMedium }: Quote): string =>
  `quoteId: "${approvalStatus}" on "${id}" ${
    approvalMedium === 'internet' ? 'was decided online by the owner' : 'was not recorded by staff'
  }; record what the customer says now`
