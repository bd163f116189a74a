// The SQL of what was decided at earlier visits of a vehicle.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface FormerDecision {
  surveyId: string
  quoteId: string
  packageId: string | null
  variantId: string | null
  questionId: string
  answerId: string
  text: string | null
  status: 'approved' | 'rejected' | 'deferred'
  decidedAt: Date | null
  /** ISO date. */
  until: string | null
  currency: string | null
  exVat: number | null
  incVat: number | null
  /** Of that visit, as JSON. */
  header: string | null
}

interface Visited {
  surveyId: string
  orderId: string | null
  vehicleKeys: string[]
}

/** A car that came every month for ten years has fewer. */
const MOST = 300

/** Everything that was decided on earlier surveys of the vehicle, the newest first; a variant that a quote replaced is left out. */
export function listFormerDecisions(scope: Scope, visited: Visited): Promise<FormerDecision[]> {
  return scope.db.rows(sql`
    select s.id as survey_id, d.quote_id, d.package_id, d.variant_id, d.question_id, d.answer_id, d.text, d.status,
      d.decided_at, d.until, d.currency, d.ex_vat, d.inc_vat, s.header::text as header
    from surveys_with_origin s
    cross join lateral (
      select v.quote_id, v.package_id, v.variant_id, v.question_id, v.answer_id,
        coalesce(v.document#>>'{package,description}', v.document#>>'{variant,description}') as text,
        v.approval_status as status, v.decided_at, v.deferred_to::text as until, v.currency,
        v.offered_ex_vat::float8 as ex_vat, v.offered_inc_vat::float8 as inc_vat
      from survey_variants v
      where v.system_client_id = s.system_client_id and v.survey_id = s.id and v.approval_status is not null
        and not exists (select from survey_quotes r
          where r.system_client_id = v.system_client_id and r.survey_id = v.survey_id and r.category = 'quote'
            and r.question_id = v.question_id and r.answer_id = v.answer_id and r.package_id = v.package_id
            and r.variant_id = v.variant_id)
      union all
      select q.id, q.package_id, q.variant_id, q.question_id, q.answer_id, q.document->>'description', q.approval_status,
        q.decided_at, q.deferred_to::text, q.currency, q.offered_ex_vat::float8, q.offered_inc_vat::float8
      from survey_quotes q
      where q.system_client_id = s.system_client_id and q.survey_id = s.id and q.approval_status is not null
        and q.visible and not q.withdrawn
    ) d
    where s.system_client_id = ${scope.clientId} and s.vehicle_key = any(${visited.vehicleKeys}::text[])
      and s.id <> ${visited.surveyId}
      and (s.order_id is null or s.order_id is distinct from ${visited.orderId}::text)
      and (${scope.branches ?? null}::text[] is null or s.branch_id = any(${scope.branches ?? null}::text[]))
    order by d.decided_at desc nulls last, s.created_at desc, d.quote_id limit ${MOST}`)
}
