// Receipts of decisions as they were kept: for the owner by a link, for the dealership at any time. Reads, and nothing else.
import type { OwnerReceipt } from '@walkaround/contract/app/owner-receipts.ts'
import type { Receipt } from '@walkaround/contract/owner-page.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { assertSurveyExists } from '../surveys/hold-survey.ts'
import * as store from './store.ts'

export interface KeptReceipt {
  receipt: Receipt
  /** SHA-256 of the kept text, in hex. */
  hash: string
  /** As it is kept, byte for byte. */
  text: string
}

/** Of that survey alone. */
export async function findReceipt(
  scope: Scope,
  surveyId: string,
  id: string,
): Promise<KeptReceipt | undefined> {
  const row = await store.findDecision(scope, surveyId, id)
  if (!row) return undefined
  return {
    receipt: JSON.parse(row.receipt) as Receipt,
    hash: Buffer.from(row.hash).toString('hex'),
    text: row.receipt,
  }
}

export async function getReceipt(scope: Scope, surveyId: string, id: string): Promise<KeptReceipt> {
  await assertSurveyExists(scope, surveyId)
  const kept = await findReceipt(scope, surveyId, id)
  if (!kept) throw problem('noSuchResource', `the survey has no receipt "${id}"`)
  return kept
}

/** The newest first. */
export async function listReceipts(scope: Scope, surveyId: string): Promise<OwnerReceipt[]> {
  await assertSurveyExists(scope, surveyId)
  const rows = await store.listDecisions(scope, surveyId)
  return rows.map(({ id, at }) => ({ id, at: at.toISOString() }))
}
