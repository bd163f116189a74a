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
    select d.id, d.output_type, a.number, a.started_at as at, a.status, a.failure from callback_deliveries d
    join callback_attempts a on a.system_client_id = d.system_client_id and a.delivery_id = d.id
    where d.system_client_id = ${clientId} and d.id = any(${ids}::text[])`)
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
