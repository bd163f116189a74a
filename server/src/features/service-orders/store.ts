// The SQL of service orders.
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { orderVersion, type ShownOrigin } from '../origins/rows.ts'

/** An order, or the one that a manual order was matched with: `asked` is what was asked for, `o` what is shown. */
const shownOrders = part`service_orders asked
  join service_orders o on o.system_client_id = asked.system_client_id and o.id = coalesce(asked.matched_to, asked.id)
  join branches b on b.system_client_id = o.system_client_id and b.id = o.branch_id
  join sites t on t.system_client_id = b.system_client_id and t.id = b.site_id`

/** The versions of all rows that are shown. */
const revision = part`concat(asked.xmin, '.', ${orderVersion}, '.', b.xmin, '.', t.xmin)`

interface FoundOrder extends ShownOrigin {
  /** The order that is shown in the place of a manual one. */
  matchedTo: string | null
  revision: string
}

export function findOrder(scope: Scope, id: string): Promise<FoundOrder | undefined> {
  return scope.db.row(sql`
    select asked.matched_to, o.document::text as document, o.contact_corrections::text as contact_corrections,
      o.surveys::text as surveys, o.branch_id, t.id as site_id, t.name as site_name, ${revision} as revision
    from ${shownOrders}
    where asked.system_client_id = ${scope.clientId} and asked.id = ${id}`)
}

/** Without reading what the orders show. */
export async function listRevisions(
  scope: Pick<Scope, 'db' | 'clientId'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await scope.db.rows<{ id: string; revision: string }>(sql`
    select asked.id, ${revision} as revision from ${shownOrders}
    where asked.system_client_id = ${scope.clientId} and asked.id = any(${ids}::text[])`)
  return new Map(rows.map((row) => [row.id, row.revision]))
}

export interface SummaryRow {
  /** Its place among the ids that were asked for. */
  at: number
  externalId: string | null
  externalBranchId: string
  branchId: string
  serviceOrderType: string | null
  parentOrderId: string | null
  plannedStartTimestamp: string | null
  closed: boolean
  rejected: boolean
  surveys: string
}

/** In the order of the ids. One made by hand that was matched is not among them. */
export function listSummaries(scope: Scope, ids: readonly string[]): Promise<SummaryRow[]> {
  return scope.db.rows(sql`
    select w.at::int - 1 as at, o.document->>'externalId' as external_id,
      o.document->>'externalBranchId' as external_branch_id, o.branch_id,
      o.document->>'serviceOrderType' as service_order_type, o.parent_order_id,
      o.document->>'plannedStartTimestamp' as planned_start_timestamp, o.closed, o.rejected, o.surveys::text as surveys
    from unnest(${ids}::text[]) with ordinality as w(id, at)
    join service_orders o on o.system_client_id = ${scope.clientId} and o.id = w.id
    where o.matched_to is null
    order by w.at`)
}
