// The SQL of what people have seen in the inbox.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export async function listRead(scope: Scope): Promise<Set<string>> {
  const rows = await scope.db.rows<{ entryId: string }>(sql`
    select entry_id from inbox_reads where system_client_id = ${scope.clientId} and login_id = ${scope.actor.id}`)
  return new Set(rows.map(({ entryId }) => entryId))
}

/** Forgets what was read before `since`: those entries are in no inbox any more. */
export async function saveRead(scope: Scope, ids: readonly string[], since: Date): Promise<void> {
  scope.db.send(sql`
    delete from inbox_reads
    where system_client_id = ${scope.clientId} and login_id = ${scope.actor.id} and read_at < ${since}`)
  await scope.db.run(sql`
    insert into inbox_reads (system_client_id, login_id, entry_id, read_at)
    select distinct ${scope.clientId}, ${scope.actor.id}, w.id, ${scope.now}::timestamptz
    from unnest(${ids}::text[]) as w(id)
    on conflict (system_client_id, login_id, entry_id) do nothing`)
}
