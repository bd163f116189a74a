// Reads rows of videos for other features: which files they still refer to.
import { type Db, sql } from '../../db/sql.ts'

/** Which of these files are served as videos, or may be. The source of a converted video is not. */
export async function listVideoFiles(db: Db, clientId: string, files: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select file as name from videos where system_client_id = ${clientId} and file = any(${files}::text[])
    union select source from videos
      where system_client_id = ${clientId} and source = any(${files}::text[]) and state <> 'ready'`)
  return rows.map(({ name }) => name)
}

/** Which of these files are the poster of a video. */
export async function listPosters(db: Db, clientId: string, files: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ poster: string }>(sql`
    select poster from videos where system_client_id = ${clientId} and poster = any(${files}::text[])`)
  return rows.map(({ poster }) => poster)
}
