// The SQL of what the app shows around a survey.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface SurroundingsRow {
  createdAt: Date
  closedAt: Date | null
  /** The role of the login that closed it, at this client; null if nobody did, or no login of this client. */
  closedByRole: string | null
  closedBy: string | null
  /** [[id, role, questionId, name, signedAt, shown, accepted], …] as JSON. */
  signatures: string | null
  /** [[questionId, inner, middle, outer, dot, size], …] as JSON. */
  tyres: string | null
}

export function findSurroundings(scope: Scope, surveyId: string): Promise<SurroundingsRow | undefined> {
  return scope.db.row(sql`
    select s.created_at, s.closed_at, r.role as closed_by_role, w.name as closed_by,
      (select json_agg(json_build_array(g.id, g.role, g.question_id, g.name, g.signed_at, g.shown, g.accepted)
          order by g.signed_at, g.id)
        from signatures g where g.system_client_id = s.system_client_id and g.survey_id = s.id)::text as signatures,
      (select json_agg(json_build_array(d.question_id, d.inner_depth, d.middle_depth, d.outer_depth, d.dot, d.size)
          order by d.question_id)
        from tyre_details d where d.system_client_id = s.system_client_id and d.survey_id = s.id)::text as tyres
    from surveys s
    left join logins w on w.id = s.closed_by
    left join login_roles r on r.system_client_id = s.system_client_id and r.login_id = s.closed_by
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}

interface VisitRow {
  id: string
  masterClientId: string
  templateId: string
  templateVersion: number
  at: Date
  /** [[question, answer, custom, value, unit, status, comment], …] of the wanted questions, as JSON. */
  answers: string
}

export type VisitAnswer = [
  questionId: string,
  answerId: string,
  custom: boolean,
  value: string | null,
  unit: string | null,
  status: 'green' | 'amber' | 'red' | null,
  comment: string | null,
]

interface Visited {
  surveyId: string
  surveyType: SurveyPage['survey']['surveyType']
  orderId: string | null
  vehicleKeys: string[]
  questionIds: string[]
  before: Date
}

/** The newest earlier finished survey of the vehicle that answered one of the questions; of the same type if there is one. */
export function findLastVisit(scope: Scope, visited: Visited): Promise<VisitRow | undefined> {
  return scope.db.row(sql`
    select s.id, s.master_client_id, s.template_id, s.template_version,
      coalesce(s.completed_at, s.closed_at, s.created_at) as at, a.answers
    from surveys_with_origin s
    cross join lateral (
      select json_agg(json_build_array(g.question_id, g.id, g.custom, g.value, g.unit_of_measurement, g.status, g.comment)
        order by g.created_at, g.id)::text as answers
      from survey_answers g
      where g.system_client_id = s.system_client_id and g.survey_id = s.id and g.selected
        and g.question_id = any(${visited.questionIds}::text[])
    ) a
    where s.system_client_id = ${scope.clientId} and s.vehicle_key = any(${visited.vehicleKeys}::text[])
      and s.id <> ${visited.surveyId} and (s.completed or s.closed) and s.created_at < ${visited.before}
      and (s.order_id is null or s.order_id is distinct from ${visited.orderId}::text) and a.answers is not null
      and (${scope.branches ?? null}::text[] is null or s.branch_id = any(${scope.branches ?? null}::text[]))
    order by s.survey_type = ${visited.surveyType} desc, s.created_at desc, s.id limit 1`)
}
