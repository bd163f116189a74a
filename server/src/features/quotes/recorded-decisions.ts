// Reading what staff recorded of customers' decisions.
import type { RecordedDecision } from '@walkaround/contract/app/board.ts'
import type { QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import type { Scope } from '../../scope.ts'
import { listRecorded, type RecordedRow } from './recorded-store.ts'

/** Whether one is still about its quote is told by `isRecorded`. */
export async function listRecordedDecisions(scope: Scope, surveyId: string): Promise<RecordedDecision[]> {
  return (await listRecorded(scope, surveyId)).map(toRecorded)
}

export const toRecorded = (row: RecordedRow): RecordedDecision => ({
  quoteId: row.quote_id,
  approvalMedium: row.approval_medium,
  approvalDate: row.approval_date,
  recordedBy: row.recorded_by,
  ...(row.spoke_with === null ? {} : { spokeWith: row.spoke_with }),
  ...(row.replaced === null ? {} : { replaced: JSON.parse(row.replaced) as QuoteApproval }),
})
