// The SQL of what the app shows around a survey.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface SurroundingsRow {
  closedAt: Date | null
  /** The role of the login that closed it, at this client; null if nobody did, or no login of this client. */
  closedByRole: string | null
  closedBy: string | null
  /** [[id, role, questionId, name, signedAt, shown, accepted], …] as JSON. */
  signatures: string | null
  /** Of the site, as JSON. */
  hourlyRates: string | null
  /** [[questionId, inner, middle, outer, dot, size], …] as JSON. */
  tyres: string | null
}

/** `siteId`: of the survey's branch. */
export function findSurroundings(
  scope: Scope,
  surveyId: string,
  siteId: string | null,
): Promise<SurroundingsRow | undefined> {
  return scope.db.row(sql`
    select s.closed_at, r.role as closed_by_role, w.name as closed_by,
      (select json_agg(json_build_array(g.id, g.role, g.question_id, g.name, g.signed_at, g.shown, g.accepted)
          order by g.signed_at, g.id)
        from signatures g where g.system_client_id = s.system_client_id and g.survey_id = s.id)::text as signatures,
      (select t.hourly_rates::text from sites t
        where t.system_client_id = s.system_client_id and t.id = ${siteId}) as hourly_rates,
      (select json_agg(json_build_array(d.question_id, d.inner_depth, d.middle_depth, d.outer_depth, d.dot, d.size)
          order by d.question_id)
        from tyre_details d where d.system_client_id = s.system_client_id and d.survey_id = s.id)::text as tyres
    from surveys s
    left join logins w on w.id = s.closed_by
    left join login_roles r on r.system_client_id = s.system_client_id and r.login_id = s.closed_by
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}
