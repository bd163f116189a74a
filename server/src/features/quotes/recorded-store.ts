// The SQL of decisions that staff recorded.
import type { Quote, QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { noteChange } from '../surveys/rows.ts'
import { promotedOf } from './store.ts'

interface RecordedRow {
  quoteId: string
  approvalDate: string
  approvalMedium: 'phone' | 'direct'
  recordedBy: string
  spokeWith: string | null
  toldBy: 'customer' | 'driver' | 'other' | null
  note: string | null
  replaced: string | null
}

export interface KeptRow extends RecordedRow {
  takenBackReason: string | null
  takenBackBy: string | null
  takenBackAt: Date | null
}

const recordedColumns = part`quote_id, approval_date, approval_medium, recorded_by, spoke_with, told_by, note,
  replaced::text as replaced, taken_back_reason, taken_back_by, taken_back_at`

export function listRecorded(scope: Scope, surveyId: string): Promise<KeptRow[]> {
  return scope.db.rows(sql`
    select ${recordedColumns} from recorded_decisions
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by quote_id`)
}

export function findRecorded(scope: Scope, surveyId: string, quoteId: string): Promise<KeptRow | undefined> {
  return scope.db.row(sql`
    select ${recordedColumns} from recorded_decisions
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and quote_id = ${quoteId}`)
}

/** `quote`: as it is with this decision. */
export async function saveRecorded(
  scope: Scope,
  surveyId: string,
  row: RecordedRow,
  quote: Quote,
): Promise<void> {
  await scope.db.run(sql`
    insert into recorded_decisions (system_client_id, survey_id, quote_id, approval_date, approval_medium, recorded_by,
      spoke_with, told_by, note, replaced, currency, offered_ex_vat, offered_inc_vat, approved_ex_vat, approved_inc_vat,
      approval_status, rejection_reason_code, deferred_to, decided_at, decided_by)
    select ${scope.clientId}, ${surveyId}, ${row.quoteId}, ${row.approvalDate}, ${row.approvalMedium},
      ${row.recordedBy}, ${row.spokeWith}, ${row.toldBy}, ${row.note}, ${row.replaced}::json, c.currency, c."offeredExVat", c."offeredIncVat",
      c."approvedExVat", c."approvedIncVat", c."approvalStatus", c."rejectionReasonCode", c."deferredTo",
      c."decidedAt", c."decidedBy"
    from ${promotedOf(scope, quote)}
    on conflict (system_client_id, survey_id, quote_id) do update set approval_date = excluded.approval_date,
      approval_medium = excluded.approval_medium, recorded_by = excluded.recorded_by, spoke_with = excluded.spoke_with,
      told_by = excluded.told_by, note = excluded.note, taken_back_reason = null, taken_back_by = null,
      taken_back_at = null,
      replaced = excluded.replaced, currency = excluded.currency, offered_ex_vat = excluded.offered_ex_vat,
      offered_inc_vat = excluded.offered_inc_vat, approved_ex_vat = excluded.approved_ex_vat,
      approved_inc_vat = excluded.approved_inc_vat, approval_status = excluded.approval_status,
      rejection_reason_code = excluded.rejection_reason_code, deferred_to = excluded.deferred_to,
      decided_at = excluded.decided_at, decided_by = excluded.decided_by`)
}

interface TakenBack {
  quoteId: string
  by: string
  reason: string | undefined
  before: QuoteApproval
  after: QuoteApproval | undefined
}

/** The row stays without its decision, so that people see who took it back and why; the event says what it was. */
export async function markTakenBack(scope: Scope, surveyId: string, taken: TakenBack): Promise<void> {
  const { quoteId, by, reason, before, after } = taken
  await scope.db.run(sql`
    with marked as (
      update recorded_decisions set taken_back_reason = ${reason ?? null}, taken_back_by = ${by},
        taken_back_at = ${scope.now}, replaced = null, approved_ex_vat = null, approved_inc_vat = null,
        approval_status = null, rejection_reason_code = null, deferred_to = null, decided_at = null, decided_by = null
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and quote_id = ${quoteId}
    ), noted as (
      ${noteChange(scope, surveyId)}
    )
    ${insertEvent(scope, 'decision.takenBack', `survey/${surveyId}`, {
      quoteId,
      approvalStatus: before.approvalStatus,
      reason,
      before,
      after,
    })}`)
}
