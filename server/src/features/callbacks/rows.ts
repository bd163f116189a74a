// SQL of callbacks for features on higher floors.
import { type Db, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface AttemptOf {
  id: string
  outputType: string
  number: number
  at: Date
  status: number | null
  failure: string | null
}

/** Every attempt at these deliveries. */
export function listAttemptsOf(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  ids: readonly string[],
): Promise<AttemptOf[]> {
  return db.rows(sql`
    select d.id, d.output_type, a.number, a.at, a.status, a.failure from unnest(${ids}::text[]) as i(id)
    cross join lateral (
      select id, output_type from callback_deliveries where system_client_id = ${clientId} and id = i.id offset 0
    ) d
    cross join lateral (
      select number, started_at as at, status, failure from callback_attempts
      where system_client_id = ${clientId} and delivery_id = i.id offset 0
    ) a`)
}

/** Of these deliveries, those that the DMS has accepted: when, and at which attempt. */
export function listAccepted(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  ids: readonly string[],
): Promise<{ id: string; at: Date; attempts: number }[]> {
  return db.rows(sql`
    select distinct on (a.delivery_id) a.delivery_id as id, a.started_at as at, a.number as attempts from callback_attempts a
    where a.system_client_id = ${clientId} and a.delivery_id = any(${ids}::text[]) and a.status between 200 and 299
    order by a.delivery_id, a.number`)
}

/** Of a client whose clock was moved: what waits becomes due so much earlier. */
export async function hurryDeliveries(db: Db, clientId: string, ms: number): Promise<void> {
  await db.run(sql`
    update callback_queue set due_at = due_at - make_interval(secs => ${ms}::float8 / 1000)
    where system_client_id = ${clientId}`)
}
