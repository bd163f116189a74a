// The SQL of a vehicle's history: its visits with what was answered, and what customers decided.
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface VisitRow {
  id: string
  surveyType: SurveyType
  orderId: string | null
  leadId: string | null
  isApart: boolean
  masterClientId: string
  templateId: string
  templateVersion: number
  completed: boolean
  closed: boolean
  /** As JSON. */
  surveyor: string | null
  /** Of a completed survey: which questions it did not show, as JSON. */
  hidden: string | null
  createdAt: Date
  completedAt: Date | null
  header: string | null
  branchId: string | null
  siteId: string | null
  siteName: string | null
  /** Selected ones, as `toGivenAnswers` reads them. */
  answers: string | null
}

/** The newest visits of the branches that the caller reaches. */
export function listVisits(scope: Scope, vehicleKey: string, most: number): Promise<VisitRow[]> {
  return scope.db.rows(sql`
    select s.id, s.survey_type, s.order_id, s.lead_id, s.master_client_id, s.template_id, s.template_version, s.completed, s.closed,
      s.surveyor::text as surveyor, case when s.completed then (s.frozen->'hidden')::text end as hidden, s.created_at,
      s.completed_at, s.header::text as header, s.branch_id, s.site_id, s.site_name,
      (select v.is_apart from ledger_visits v where v.system_client_id = s.system_client_id and v.survey_id = s.id) as is_apart,
      (select json_agg(json_build_array(g.question_id, g.id, false, true, g.value, g.unit_of_measurement, g.status, null)
          order by g.created_at, g.id)::text
        from ledger_answers g where g.system_client_id = s.system_client_id and g.survey_id = s.id) as answers
    from surveys_with_origin s
    where s.system_client_id = ${scope.clientId} and s.vehicle_key = ${vehicleKey}
      and (${scope.branches ?? null}::text[] is null or s.branch_id = any(${scope.branches ?? null}::text[]))
    order by s.created_at desc, s.id limit ${most}`)
}

export interface DecisionRow {
  surveyId: string
  quoteId: string
  status: 'approved' | 'rejected' | 'deferred'
  medium: 'internet' | 'phone' | 'direct' | null
  at: Date
}

export function listDecisions(
  scope: Scope,
  surveyIds: readonly string[],
  most: number,
): Promise<DecisionRow[]> {
  return scope.db.rows(sql`
    select survey_id, quote_id, approval_status as status, approval_medium as medium, decided_at as at
    from ledger_offers
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[])
      and approval_status is not null and decided_at is not null
    order by decided_at desc, quote_id limit ${most}`)
}
