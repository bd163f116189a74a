// The SQL of signatures.
import type { Signature } from '@walkaround/contract/app/media.ts'
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** True when it is new; the same signature again writes nothing. */
export async function saveSignature(
  scope: Scope,
  surveyId: string,
  id: string,
  { role, questionId, name, strokes }: Signature,
): Promise<boolean> {
  const text = JSON.stringify(strokes)
  const saved = await scope.db.row<{ is_new: boolean }>(sql`
    with saved as (
      insert into signatures as s (system_client_id, survey_id, id, role, question_id, name, strokes, signed_at)
      values (${scope.clientId}, ${surveyId}, ${id}, ${role}, ${questionId ?? null}, ${name ?? null}, ${text}::json, ${scope.now})
      on conflict (system_client_id, survey_id, id) do update
        set role = excluded.role, question_id = excluded.question_id, name = excluded.name, strokes = excluded.strokes,
          signed_at = excluded.signed_at
        where (s.role, s.question_id, s.name, s.strokes::text)
          is distinct from (excluded.role, excluded.question_id, excluded.name, excluded.strokes::text)
      returning xmax = 0 as is_new
    ), noted as (
      insert into events (system_client_id, at, kind, subject, actor, payload)
      select ${scope.clientId}, ${scope.now}, 'survey.signed', 'survey/' || ${surveyId}, ${actorText(scope)},
        json_build_object('signatureId', ${id}::text, 'role', ${role}::text) from saved
    )
    select is_new from saved`)
  return saved?.is_new ?? false
}

export interface SignatureRow {
  id: string
  role: Signature['role']
  question_id: string | null
  name: string | null
  strokes: string
  signed_at: Date
}

export function listSignatures(scope: Scope, surveyId: string): Promise<SignatureRow[]> {
  return scope.db.rows(sql`
    select id, role, question_id, name, strokes::text as strokes, signed_at from signatures
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by signed_at, id`)
}
