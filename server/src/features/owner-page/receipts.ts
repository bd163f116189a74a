// Receipts of decisions as they were stored: for the owner by a link, for the dealership at any time. Read-only.
import type { OwnerReceipt } from '@walkaround/contract/app/owner-receipts.ts'
import type { Receipt } from '@walkaround/contract/owner-page.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { printReceipt, type ReceiptPrinting } from '../printed-forms/print-receipt.ts'
import { assertSurveyExists } from '../surveys/hold-survey.ts'
import * as store from './store.ts'

export type { ReceiptPrinting }

interface KeptReceipt {
  receipt: Receipt
  /** SHA-256 of the stored text, in hex. */
  hash: string
  /** As stored, byte for byte. */
  text: string
}

/** Only of that survey. */
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

/** A file for the owner to keep: the receipt itself, or its PDF. */
export async function makeReceiptFile(
  scope: Scope,
  printing: ReceiptPrinting,
  kept: KeptReceipt,
  kind: 'json' | 'pdf',
) {
  const name = `filename="receipt-${kept.receipt.id}.${kind}"`
  return kind === 'json'
    ? {
        bytes: Buffer.from(kept.text),
        type: 'application/json; charset=utf-8',
        disposition: `attachment; ${name}`,
      }
    : {
        bytes: await printReceipt(scope, printing, kept),
        type: 'application/pdf',
        disposition: `inline; ${name}`,
      }
}
