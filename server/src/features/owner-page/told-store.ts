// The SQL of what the advisor was told about an owner's actions, and of how many there were by one link.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { listUntoldQuestions, setQuestionsTold } from '../line-questions/rows.ts'

export type Untold = { id: string; at: Date } & (
  | { kind: 'decision'; receipt: string }
  | { kind: 'feedback'; stars: number; text: string | null }
  | { kind: 'question'; title: string; words: string }
)

interface UntoldRow {
  kind: string
  id: string
  at: Date
  receipt: string | null
  stars: number | null
  text: string | null
}

/** The oldest first. */
export async function listUntold(scope: Scope, surveyId: string): Promise<Untold[]> {
  const rows = await scope.db.rows<UntoldRow>(sql`
    select 'decision' as kind, id, at, receipt, null::int as stars, null as text from owner_decisions
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and told_at is null
    union all
    select 'feedback', id, at, null, stars::int, text from owner_feedback
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and told_at is null
    order by at, id`)
  const questions = await listUntoldQuestions(scope, surveyId)
  const asked = questions.map((one) => ({ ...one, kind: 'question' as const }))
  return [...(rows as Untold[]), ...asked].sort((one, other) => one.at.getTime() - other.at.getTime())
}

export async function setTold(scope: Scope, kind: Untold['kind'], ids: readonly string[]): Promise<void> {
  if (kind === 'question') await setQuestionsTold(scope, ids)
  else if (kind === 'decision') {
    await scope.db.run(sql`
      update owner_decisions set told_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = any(${ids}::text[])`)
  } else {
    await scope.db.run(sql`
      update owner_feedback set told_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = any(${ids}::text[])`)
  }
}

interface OfLink {
  surveyId: string
  id: string
}

export async function countDecisionsSince(scope: Scope, link: OfLink, since: Date): Promise<number> {
  const row = await scope.db.row<{ count: number }>(sql`
    select count(*)::int as count from owner_decisions
    where system_client_id = ${scope.clientId} and survey_id = ${link.surveyId} and link_id = ${link.id}
      and at > ${since}`)
  return row?.count ?? 0
}

/** By a different form. */
export async function hasFeedbackSince(
  scope: Scope,
  link: OfLink,
  { formId, since }: { formId: string; since: Date },
): Promise<boolean> {
  const row = await scope.db.row(sql`
    select 1 from owner_feedback
    where system_client_id = ${scope.clientId} and survey_id = ${link.surveyId} and link_id = ${link.id}
      and at > ${since} and form_id <> ${formId} limit 1`)
  return row !== undefined
}
