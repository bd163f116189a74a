// SQL for the one column of orders and leads that depends on a setting of the client: planned_start.
import { type Db, sql } from '../../db/sql.ts'
import { type Origin, tableOf } from './rows.ts'

export interface PlannedStart {
  id: string
  branchId: string
  /** As the DMS sent it. */
  text: string
}

/** In short keyset steps: a client may have a million of them. */
export function listStarts(
  db: Db,
  clientId: string,
  kind: Origin['kind'],
  { branchIds, after, limit }: { branchIds?: readonly string[] | undefined; after: string; limit: number },
): Promise<PlannedStart[]> {
  return db.rows<PlannedStart>(sql`
    select id, branch_id, document->>'plannedStartTimestamp' as text from ${tableOf[kind]}
    where system_client_id = ${clientId} and id > ${after}
      and (${branchIds ?? null}::text[] is null or branch_id = any(${branchIds ?? null}::text[])) and document->>'plannedStartTimestamp' is not null
    order by id limit ${limit}`)
}

/** Leaves rows alone that are right already or whose text changed since it was read. */
export function updateStarts(
  db: Db,
  clientId: string,
  kind: Origin['kind'],
  starts: (PlannedStart & { at: Date })[],
): Promise<number> {
  return db.run(sql`
    update ${tableOf[kind]} d set planned_start = s.at
    from json_to_recordset(${JSON.stringify(starts)}::json) as s(id text, text text, at timestamptz)
    where d.system_client_id = ${clientId} and d.id = s.id and d.planned_start is distinct from s.at
      and d.document->>'plannedStartTimestamp' = s.text`)
}
