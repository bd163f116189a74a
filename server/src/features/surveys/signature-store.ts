// The SQL of signatures. A row is written once and never changed.
import type { Signature } from '@walkaround/contract/app/media.ts'
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { noteChange } from './rows.ts'

/** False if another request has just stored one under this id. */
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
    ), noted as (
      ${noteChange(scope, surveyId, part`saved`)}
    )
    ${insertEvent(scope, 'survey.signed', `survey/${surveyId}`, {
      signatureId: id,
      role,
      shownHash: shownHash && Buffer.from(shownHash).toString('hex'),
    })} from saved`)
  return added === 1
}

export interface SignatureRow {
  id: string
  role: Signature['role']
  questionId: string | null
  name: string | null
  strokes: string
  shown: string | null
  /** SHA-256 of `shown`, in hex. */
  shownHash: string | null
  accepted: boolean
  signedAt: Date
}

const signatureColumns = part`id, role, question_id, name, strokes::text as strokes, shown,
  encode(shown_hash, 'hex') as shown_hash, accepted, signed_at`

export function findSignature(scope: Scope, surveyId: string, id: string): Promise<SignatureRow | undefined> {
  return scope.db.row(sql`
    select ${signatureColumns} from signatures where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id}`)
}

export function listSignatures(scope: Scope, surveyId: string): Promise<SignatureRow[]> {
  return scope.db.rows(sql`
    select ${signatureColumns} from signatures where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by signed_at, id`)
}
