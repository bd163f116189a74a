// The SQL of the list of surveys.
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface SummaryRow {
  /** Its place among the ids that were asked for. */
  at: number
  surveyType: SurveyType
  masterClientId: string
  templateId: string
  externalBranchId: string | null
  branchId: string | null
  orderId: string | null
  leadId: string | null
  completed: boolean
  completedAt: Date | null
  closed: boolean
}

/** In the order of the ids; those that are gone are left out. */
export function listSummaries(scope: Scope, ids: readonly string[]): Promise<SummaryRow[]> {
  return scope.db.rows(sql`
    select w.at::int - 1 as at, s.survey_type, s.master_client_id, s.template_id,
      coalesce(s.header->>'externalBranchId', s.header->>'branch') as external_branch_id, s.branch_id, s.order_id, s.lead_id,
      s.completed, s.completed_at, s.closed
    from unnest(${ids}::text[]) with ordinality as w(id, at)
    join surveys_with_origin s on s.system_client_id = ${scope.clientId} and s.id = w.id
    order by w.at`)
}
