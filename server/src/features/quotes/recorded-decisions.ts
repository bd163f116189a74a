// Reads the decisions that staff recorded for customers.
import type { RecordedDecision } from '@walkaround/contract/app/board.ts'
import type { QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import type { Scope } from '../../scope.ts'
import { listRecorded, type RecordedRow } from './recorded-store.ts'

/** `isRecorded` says whether it still applies to its quote. */
export async function listRecordedDecisions(scope: Scope, surveyId: string): Promise<RecordedDecision[]> {
  return (await listRecorded(scope, surveyId)).map(toRecorded)
}

export const toRecorded = (row: RecordedRow): RecordedDecision =>
  withoutNulls({ ...row, replaced: JSON.parse(row.replaced ?? 'null') as QuoteApproval | null })
