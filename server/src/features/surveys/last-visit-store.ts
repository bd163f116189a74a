// The SQL of the last visit of a vehicle.
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

interface VisitRow {
  id: string
  masterClientId: string
  templateId: string
  templateVersion: number
  at: Date
  header: string | null
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
  surveyType: SurveyType
  orderId: string | null
  vehicleKeys: string[]
  questionIds: string[]
}

/** The newest earlier finished survey of the vehicle that answered one of the questions; of the same type if there is one. */
export function findLastVisit(scope: Scope, visited: Visited): Promise<VisitRow | undefined> {
  return scope.db.row(sql`
    select s.id, s.master_client_id, s.template_id, s.template_version,
      coalesce(s.completed_at, s.closed_at, s.created_at) as at,
      s.header::text as header, a.answers
    from surveys_with_origin s
    cross join lateral (
      select json_agg(json_build_array(g.question_id, g.id, g.custom, g.value, g.unit_of_measurement, g.status, g.comment)
        order by g.created_at, g.id)::text as answers
      from survey_answers g
      where g.system_client_id = s.system_client_id and g.survey_id = s.id and g.selected
        and g.question_id = any(${visited.questionIds}::text[])
    ) a
    where s.system_client_id = ${scope.clientId} and s.vehicle_key = any(${visited.vehicleKeys}::text[])
      and s.id <> ${visited.surveyId} and (s.completed or s.closed) and s.created_at <
        (select o.created_at from surveys o where o.system_client_id = ${scope.clientId} and o.id = ${visited.surveyId})
      and (s.order_id is null or s.order_id is distinct from ${visited.orderId}::text) and a.answers is not null
      and (${scope.branches ?? null}::text[] is null or s.branch_id = any(${scope.branches ?? null}::text[]))
    order by s.survey_type = ${visited.surveyType} desc, s.created_at desc, s.id limit 1`)
}
