// Reads the decisions that staff recorded for customers.
import type { RecordedDecision } from '@walkaround/contract/app/offers.ts'
import type { QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import type { Scope } from '../../scope.ts'
import { type KeptRow, listRecorded } from './recorded-store.ts'

/** `isRecorded` says whether it still applies to its quote. */
export async function listRecordedDecisions(scope: Scope, surveyId: string): Promise<RecordedDecision[]> {
  return (await listRecorded(scope, surveyId)).map(toRecorded)
}

export function toRecorded(row: KeptRow): RecordedDecision {
  const { takenBackReason: reason, takenBackBy: by, takenBackAt: at, replaced, ...rest } = row
  return withoutNulls({
    ...rest,
    replaced: JSON.parse(replaced ?? 'null') as QuoteApproval | null,
    takenBack: at === null ? null : withoutNulls({ by: by ?? '', at: at.toISOString(), reason }),
  })
}
