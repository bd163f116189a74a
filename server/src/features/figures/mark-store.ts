// SQL of how far the log is counted, and of days whose sums are to be made again.
import type { LogPosition } from '../../db/log/read-log.ts'
import { type Db, sql } from '../../db/sql.ts'
import type { Reader } from './facts-store.ts'
import type { Cell } from './sums-store.ts'

/** How far these clients are counted, and whether days of them wait for their sums. */
export function listMarks(
  db: Db,
  clientIds: readonly string[],
): Promise<{ clientId: string; position: number; isTouched: boolean }[]> {
  return db.rows(sql`
    select m.system_client_id as client_id, m.position,
      exists (select from figure_touched t where t.system_client_id = m.system_client_id) as is_touched
    from figure_marks m where m.system_client_id = any(${clientIds}::text[])`)
}

export function findMark({ db, clientId }: Reader): Promise<LogPosition | undefined> {
  return db.row(sql`select logged_at, position from figure_marks where system_client_id = ${clientId}`)
}

export async function saveMark({ db, clientId }: Reader, { loggedAt, position }: LogPosition): Promise<void> {
  await db.run(sql`
    insert into figure_marks (system_client_id, logged_at, position) values (${clientId}, ${loggedAt}, ${position})
    on conflict (system_client_id) do update set logged_at = excluded.logged_at, position = excluded.position`)
}

/** `branchIds` and `days` belong together. */
export async function touch(
  { db, clientId }: Reader,
  branchIds: readonly string[],
  days: readonly string[],
): Promise<void> {
  await db.run(sql`
    insert into figure_touched (system_client_id, branch_id, day)
    select distinct ${clientId}, w.branch_id, w.day from unnest(${branchIds}::text[], ${days}::date[]) as w(branch_id, day)
    on conflict do nothing`)
}

/** Days of which there are sums and no orders any more. */
export async function touchEmpty({ db, clientId }: Reader): Promise<void> {
  await db.run(sql`
    insert into figure_touched (system_client_id, branch_id, day)
    select ${clientId}, f.branch_id, f.day from figure_days f
    where f.system_client_id = ${clientId} and f.grain = 'branch.day'
    on conflict do nothing`)
}

/** Those of one day come together, because they share the sum of the client. */
export function listTouchedCells({ db, clientId }: Reader, limit: number): Promise<Cell[]> {
  return db.rows(sql`
    select branch_id, day::text as day from figure_touched where system_client_id = ${clientId}
    order by day, branch_id limit ${limit}`)
}

export async function untouch(
  { db, clientId }: Reader,
  branchIds: readonly string[],
  days: readonly string[],
): Promise<void> {
  await db.run(sql`
    delete from figure_touched t using unnest(${branchIds}::text[], ${days}::date[]) as w(branch_id, day)
    where t.system_client_id = ${clientId} and t.branch_id = w.branch_id and t.day = w.day`)
}
