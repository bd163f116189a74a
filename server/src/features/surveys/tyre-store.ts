// The SQL of what was read on tyres beside their tread.
import type { TyreDetails } from '@walkaround/contract/rules/tyres.ts'
import { actorText, insertEvent } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** Replaces what was noted before. The caller has locked the survey. */
export function saveTyre(scope: Scope, surveyId: string, questionId: string, details: TyreDetails): void {
  const { inner, middle, outer, dot, size } = details
  scope.db.send(sql`
    with saved as (
      insert into tyre_details (system_client_id, survey_id, question_id, inner_depth, middle_depth, outer_depth, dot, size,
        noted_at, noted_by)
      values (${scope.clientId}, ${surveyId}, ${questionId}, ${inner ?? null}, ${middle ?? null}, ${outer ?? null},
        ${dot ?? null}, ${size ?? null}, ${scope.now}, ${actorText(scope)})
      on conflict (system_client_id, survey_id, question_id) do update
        set inner_depth = excluded.inner_depth, middle_depth = excluded.middle_depth, outer_depth = excluded.outer_depth,
          dot = excluded.dot, size = excluded.size, noted_at = excluded.noted_at, noted_by = excluded.noted_by
      returning question_id
    )
    ${insertEvent(scope, 'tyre.noted', `survey/${surveyId}`, { questionId })} from saved`)
}

interface TyreRow {
  questionId: string
  innerDepth: string | null
  middleDepth: string | null
  outerDepth: string | null
  dot: string | null
  size: string | null
}

export const listTyres = (scope: Scope, surveyId: string): Promise<TyreRow[]> =>
  scope.db.rows(sql`
    select question_id, inner_depth, middle_depth, outer_depth, dot, size from tyre_details
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId}
    order by question_id`)
