// The SQL of cars that were here before.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

interface KnownCarRow {
  /** As JSON. */
  document: string
  seenAt: Date
  /** Of the last order, as JSON; null if the person who asks does not reach its branch. */
  customer: string | null
}

export function findKnownCar(scope: Scope, keys: readonly string[]): Promise<KnownCarRow | undefined> {
  return scope.db.row(sql`
    select v.document::text as document, v.seen_at, (o.document -> 'customer')::text as customer
    from vehicles v
    left join service_orders o on o.system_client_id = v.system_client_id and o.id = v.last_order_id
      and (${scope.branches ?? null}::text[] is null or o.branch_id = any(${scope.branches ?? null}::text[]))
    where v.system_client_id = ${scope.clientId} and v.key = any(${keys}::text[])
    order by v.seen_at desc limit 1`)
}
