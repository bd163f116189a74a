// The SQL of signatures. A row is written once and never changed.
import type { Signature } from '@walkaround/contract/app/media.ts'
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** False when another request has just kept one under this id. */
export async function addSignature(
  scope: Scope,
  surveyId: string,
  id: string,
  { role, questionId, name, strokes, shown }: Signature,
  shownHash: Uint8Array | undefined,
): Promise<boolean> {
  const text = JSON.stringify(strokes)
  const added = await scope.db.run(sql`
    with saved as (
      insert into signatures (system_client_id, survey_id, id, role, question_id, name, strokes, shown, shown_hash, signed_at)
      values (${scope.clientId}, ${surveyId}, ${id}, ${role}, ${questionId ?? null}, ${name ?? null}, ${text}::json,
        ${shown ?? null}, ${shownHash ?? null}, ${scope.now})
      on conflict do nothing
      returning shown_hash
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'survey.signed', 'survey/' || ${surveyId}, ${actorText(scope)},
      json_strip_nulls(json_build_object('signatureId', ${id}::text, 'role', ${role}::text,
        'shownHash', encode(shown_hash, 'hex')))
    from saved`)
  return added === 1
}

export interface SignatureRow {
  id: string
  role: Signature['role']
  question_id: string | null
  name: string | null
  strokes: string
  shown: string | null
  /** SHA-256 of `shown`, in hex. */
  shown_hash: string | null
  accepted: boolean
  signed_at: Date
}

export function findSignature(scope: Scope, surveyId: string, id: string): Promise<SignatureRow | undefined> {
  return scope.db.row(sql`
    select id, role, question_id, name, strokes::text as strokes, shown, encode(shown_hash, 'hex') as shown_hash, accepted,
      signed_at
    from signatures where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id}`)
}

export function listSignatures(scope: Scope, surveyId: string): Promise<SignatureRow[]> {
  return scope.db.rows(sql`
    select id, role, question_id, name, strokes::text as strokes, shown, encode(shown_hash, 'hex') as shown_hash, accepted,
      signed_at
    from signatures where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by signed_at, id`)
}
