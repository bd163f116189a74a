// The SQL of sweeping: what is too old, and which files somebody still refers to.
import { type Db, sql } from '../../db/sql.ts'

export interface ExpiredUpload {
  clientId: string
  id: string
  parts: string[]
}

/** Some of the uploads nobody has touched since then, over all clients; they are gone when this returns. */
export function takeExpired(db: Db, before: Date, limit: number): Promise<ExpiredUpload[]> {
  return db.rows(sql`
    delete from uploads u using (
      select system_client_id, id from uploads where touched_at <= ${before}
      order by touched_at limit ${limit} for update skip locked
    ) as old
    where u.system_client_id = old.system_client_id and u.id = old.id
    returning u.system_client_id as "clientId", u.id, u.parts`)
}

const namesOf = async (rows: Promise<{ name: string }[]>): Promise<Set<string>> =>
  new Set((await rows).map(({ name }) => name))

/** Which of these uploads still exist. */
export const findUploads = (db: Db, clientId: string, ids: readonly string[]): Promise<Set<string>> =>
  namesOf(
    db.rows(
      sql`select id as name from uploads where system_client_id = ${clientId} and id = any(${ids}::text[])`,
    ),
  )

/** Which of these files are photos, or the logo of a site. */
export const findPhotoFiles = (db: Db, clientId: string, files: readonly string[]): Promise<Set<string>> =>
  namesOf(
    db.rows(sql`
      select file as name from photos where system_client_id = ${clientId} and file = any(${files}::text[])
      union select logo from sites where system_client_id = ${clientId} and logo = any(${files}::text[])`),
  )

export const findPosterFiles = (db: Db, clientId: string, files: readonly string[]): Promise<Set<string>> =>
  namesOf(
    db.rows(
      sql`select poster as name from videos where system_client_id = ${clientId} and poster = any(${files}::text[])`,
    ),
  )
