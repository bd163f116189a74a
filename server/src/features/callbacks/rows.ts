// SQL of callbacks for features on higher floors.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

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
