// The SQL of the owner's state: whether there is something new to decide.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface Decided {
  surveyId: string
  decidedAt: Date
  /** When the last result was sent. */
  sentAt: Date
}

/**
 * Of these surveys, those whose last result offered something undecided that was new to the owner: made since the decision, or
 * decided once and open again. What an owner left open is not new when it is sent again.
 */
export async function listOfferedAgain(scope: Scope, decided: readonly Decided[]): Promise<Set<string>> {
  if (decided.length === 0) return new Set()
  const rows = await scope.db.rows<{ id: string }>(sql`
    select w.id from unnest(${decided.map(({ surveyId }) => surveyId)}::text[],
      ${decided.map(({ decidedAt }) => decidedAt.toISOString())}::timestamptz[],
      ${decided.map(({ sentAt }) => sentAt.toISOString())}::timestamptz[]) as w(id, decided_at, sent_at)
    where exists (
      select 1 from (
        select v.quote_id as id, v.created_at from survey_variants v
        where v.system_client_id = ${scope.clientId} and v.survey_id = w.id and v.approval->>'approvalStatus' is null
          and not exists (select 1 from survey_quotes q
            where q.system_client_id = v.system_client_id and q.survey_id = v.survey_id and q.category = 'quote'
              and q.question_id = v.question_id and q.answer_id = v.answer_id and q.package_id = v.package_id
              and q.variant_id = v.variant_id)
        union all
        select q.id, q.created_at from survey_quotes q
        where q.system_client_id = ${scope.clientId} and q.survey_id = w.id and q.document->>'approvalStatus' is null
          and (q.category = 'quote' or q.visible and not q.withdrawn)
      ) o
      where o.created_at > w.decided_at and o.created_at <= w.sent_at
        or exists (select 1 from owner_decisions d
          cross join lateral json_array_elements(d.receipt::json->'lines') as l(line)
          where d.system_client_id = ${scope.clientId} and d.survey_id = w.id and l.line->>'id' = o.id)
    )`)
  return new Set(rows.map(({ id }) => id))
}
