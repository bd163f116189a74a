// The SQL of what a handover act says beside the survey itself.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface ActRow {
  /** Lines of the order as the DMS sent them, JSON; null for a survey without one. */
  lines: string | null
  currency: string | null
  site_name: string | null
  /** [[kind, x, y, size, comment], …] as JSON. */
  marks: string | null
}

export type MarkOfAct = [kind: string, x: number, y: number, size: string | null, comment: string | null]

export function findActRow(scope: Scope, surveyId: string): Promise<ActRow | undefined> {
  return scope.db.row(sql`
    select (o.document->'contents')::text as lines, o.document->>'currency' as currency, t.name as site_name,
      (select json_agg(json_build_array(m.kind, m.x, m.y, m.size, m.comment))
        from damage_marks m where m.system_client_id = s.system_client_id and m.survey_id = s.id)::text as marks
    from surveys s
    left join service_orders o on o.system_client_id = s.system_client_id and o.id = s.order_id
    left join leads l on l.system_client_id = s.system_client_id and l.id = s.lead_id
    left join branches b on b.system_client_id = s.system_client_id and b.id = coalesce(o.branch_id, l.branch_id, s.branch_id)
    left join sites t on t.system_client_id = s.system_client_id and t.id = b.site_id
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}
