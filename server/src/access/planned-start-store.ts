// SQL for the one thing of orders and leads that hangs on a setting of the client: the column planned_start.
import { type Db, sql } from '../db/sql.ts'

export interface PlannedStart {
  id: string
  /** As the DMS sent it. */
  text: string
}

export interface NewPlannedStart extends PlannedStart {
  at: Date
}

/** In short keyset steps: a client may have a million of them. */
export function listOrderStarts(
  db: Db,
  clientId: string,
  after: string,
  limit: number,
): Promise<PlannedStart[]> {
  return db.rows<PlannedStart>(sql`
    select id, document->>'plannedStartTimestamp' as text from service_orders
    where system_client_id = ${clientId} and id > ${after} and document->>'plannedStartTimestamp' is not null
    order by id limit ${limit}`)
}

export function listLeadStarts(
  db: Db,
  clientId: string,
  after: string,
  limit: number,
): Promise<PlannedStart[]> {
  return db.rows<PlannedStart>(sql`
    select id, document->>'plannedStartTimestamp' as text from leads
    where system_client_id = ${clientId} and id > ${after} and document->>'plannedStartTimestamp' is not null
    order by id limit ${limit}`)
}

/** Rows that are right already, or whose text changed since it was read, are not touched. */
export function updateOrderStarts(db: Db, clientId: string, starts: NewPlannedStart[]): Promise<number> {
  return db.run(sql`
    update service_orders d set planned_start = s.at
    from json_to_recordset(${JSON.stringify(starts)}::json) as s(id text, text text, at timestamptz)
    where d.system_client_id = ${clientId} and d.id = s.id and d.planned_start is distinct from s.at
      and d.document->>'plannedStartTimestamp' = s.text`)
}

export function updateLeadStarts(db: Db, clientId: string, starts: NewPlannedStart[]): Promise<number> {
  return db.run(sql`
    update leads d set planned_start = s.at
    from json_to_recordset(${JSON.stringify(starts)}::json) as s(id text, text text, at timestamptz)
    where d.system_client_id = ${clientId} and d.id = s.id and d.planned_start is distinct from s.at
      and d.document->>'plannedStartTimestamp' = s.text`)
}
