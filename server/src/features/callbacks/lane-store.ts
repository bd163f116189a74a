// The SQL of lanes: which process delivers to a receiver, one at a time. Taking over a lane raises its fence, so the former holder
// can no longer write results.
import { type Db, sql, unprepared } from '../../db/sql.ts'

export interface LaneName {
  clientId: string
  lane: string
}

export interface TakenLane extends LaneName {
  fence: number
}

interface TakeOptions {
  now: Date
  leasedUntil: Date
  /** A lease of the holder that ends before this is extended. */
  renewBefore: Date
  /** Identifies the loop that takes the lane. */
  holder: string
}

/**
 * Takes every lane in which something is due and which nobody else has. Their deliveries must be read by a later statement: one
 * that started earlier does not see what a former holder has just written.
 */
export function takeLanes(
  db: Db,
  { now, leasedUntil, renewBefore, holder }: TakeOptions,
): Promise<TakenLane[]> {
  return db.rows(
    unprepared(sql`
    with recursive lanes as (
      (select system_client_id, lane, due_at from callback_queue order by system_client_id, lane, due_at limit 1)
      union all
      select next.system_client_id, next.lane, next.due_at from lanes, lateral (
        select q.system_client_id, q.lane, q.due_at from callback_queue q
        where (q.system_client_id, q.lane) > (lanes.system_client_id, lanes.lane)
        order by q.system_client_id, q.lane, q.due_at limit 1) as next
    )
    insert into callback_lanes as l (system_client_id, lane, leased_by, leased_until, fence)
    select lanes.system_client_id, lanes.lane, ${holder}::text, ${leasedUntil}::timestamptz, 1
    from lanes left join callback_lanes h on h.system_client_id = lanes.system_client_id and h.lane = lanes.lane
    where lanes.due_at <= ${now}
      and (h.leased_until is null or h.leased_until <= ${now} or (h.leased_by = ${holder} and h.leased_until < ${renewBefore}))
    order by lanes.system_client_id, lanes.lane
    on conflict (system_client_id, lane) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until,
      fence = l.fence + case when l.leased_by = excluded.leased_by and l.leased_until is not null then 0 else 1 end
      where l.leased_until is null or l.leased_until <= ${now} or l.leased_by = excluded.leased_by
    returning l.system_client_id as client_id, l.lane, l.fence`),
  )
}

/** Nothing of them is in flight: any process may take them. */
export async function releaseLanes(db: Db, holder: string, lanes: readonly LaneName[]): Promise<void> {
  const names = lanes.map(({ clientId, lane }) => ({ clientId, lane }))
  await db.run(sql`
    with held as (
      select l.system_client_id, l.lane from callback_lanes l
      join json_to_recordset(${JSON.stringify(names)}::json) as g("clientId" text, lane text)
        on l.system_client_id = g."clientId" and l.lane = g.lane
      where l.leased_by = ${holder} order by l.system_client_id, l.lane for update of l
    )
    update callback_lanes l set leased_until = null from held
    where l.system_client_id = held.system_client_id and l.lane = held.lane`)
}
