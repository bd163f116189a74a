// The SQL of the codes that confirm decisions. A code is identified by its link and form.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

interface CodeRow {
  id: string
  hash: Buffer
  tries: number
}

/** The newest valid one. */
export function findCode(scope: Scope, linkId: string, formId: string): Promise<CodeRow | undefined> {
  return scope.db.row(sql`
    select id, hash, tries from owner_codes
    where system_client_id = ${scope.clientId} and link_id = ${linkId} and form_id = ${formId}
      and valid_until > ${scope.now}
    order by sent_at desc, id desc limit 1`)
}

export async function countTry(scope: Scope, linkId: string, id: string): Promise<void> {
  await scope.db.run(sql`
    update owner_codes set tries = tries + 1
    where system_client_id = ${scope.clientId} and link_id = ${linkId} and id = ${id}`)
}

/** How many were sent for a link within the last hour and the last day. */
export async function countSent(scope: Scope, linkId: string): Promise<{ hour: number; day: number }> {
  const row = await scope.db.row<{ hour: number; day: number }>(sql`
    select count(*) filter (where sent_at > ${scope.now}::timestamptz - interval '1 hour')::int as hour,
      count(*)::int as day
    from owner_codes
    where system_client_id = ${scope.clientId} and link_id = ${linkId}
      and sent_at > ${scope.now}::timestamptz - interval '1 day'`)
  return row ?? { hour: 0, day: 0 }
}

interface CodeToSave {
  id: string
  linkId: string
  formId: string
  hash: Buffer
  validUntil: Date
}

/** Also deletes codes that no longer count towards a limit. */
export async function insertCode(scope: Scope, code: CodeToSave): Promise<void> {
  await scope.db.run(sql`
    with old as (
      delete from owner_codes
      where system_client_id = ${scope.clientId} and link_id = ${code.linkId}
        and sent_at <= ${scope.now}::timestamptz - interval '1 day'
    )
    insert into owner_codes (system_client_id, link_id, id, form_id, hash, sent_at, valid_until)
    values (${scope.clientId}, ${code.linkId}, ${code.id}, ${code.formId}, ${code.hash}, ${scope.now}, ${code.validUntil})`)
}

/** After use, codes are still counted but no longer valid. */
export async function endCodes(scope: Scope, linkId: string): Promise<void> {
  await scope.db.run(sql`
    update owner_codes set valid_until = least(valid_until, ${scope.now})
    where system_client_id = ${scope.clientId} and link_id = ${linkId}`)
}
