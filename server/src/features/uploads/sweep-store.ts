// The SQL of sweeping: what is too old, and what still exists.
import { type Db, sql } from '../../db/sql.ts'

interface ExpiredUpload {
  clientId: string
  id: string
  parts: string[]
}

/** Deletes and returns some uploads that have not changed since then, over all clients. */
export function takeExpired(db: Db, before: Date, limit: number): Promise<ExpiredUpload[]> {
  return db.rows(sql`
    delete from uploads u using (
      select system_client_id, id from uploads where touched_at <= ${before}
      order by touched_at limit ${limit} for update skip locked
    ) as old
    where u.system_client_id = old.system_client_id and u.id = old.id
    returning u.system_client_id as client_id, u.id, u.parts`)
}

/** Which of these uploads still exist. */
export async function listUploads(db: Db, clientId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from uploads where system_client_id = ${clientId} and id = any(${ids}::text[])`,
  )
  return rows.map(({ id }) => id)
}
