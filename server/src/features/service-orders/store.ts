// The SQL of service orders.
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface OrderRow {
  document: string
  branch_id: string
  survey_header: string
  surveys: string
  contact_corrections: string | null
  /** The order of the DMS that this one, made by hand, turned out to be. */
  matched_to: string | null
  /** Of the branch; null when the system client's setting counts. */
  release_types: string[] | null
}

/** Locks the order: whatever it decides is decided by one request at a time. */
export function findOrderForUpdate(scope: Scope, id: string): Promise<OrderRow | undefined> {
  return scope.db.row(sql`
    select o.document::text as document, o.branch_id, o.survey_header::text as survey_header,
      o.surveys::text as surveys, o.contact_corrections::text as contact_corrections, o.matched_to,
      b.release_types
    from service_orders o
    join branches b on b.system_client_id = o.system_client_id and b.id = o.branch_id
    where o.system_client_id = ${scope.clientId} and o.id = ${id}
    for update of o`)
}

export interface OrderToSave {
  id: string
  branchId: string
  closed: boolean
  rejected: boolean
  parentOrderId: string | undefined
  plannedStart: Date | undefined
  document: string
  surveyHeader: string
  searchText: string
  /** Made by hand while the DMS is down; a change by the DMS makes it the DMS's. */
  isManual: boolean
  surveys: string
  contactCorrections: string | null
}

/** False when another request has just made the order: the transaction must run again. */
export async function insertOrder(scope: Scope, order: OrderToSave): Promise<boolean> {
  const made = await scope.db.run(sql`
    with made as (
      insert into service_orders (system_client_id, id, branch_id, closed, rejected, parent_order_id, planned_start,
        document, survey_header, search_text, is_manual, surveys, created_at, changed_at)
      values (${scope.clientId}, ${order.id}, ${order.branchId}, ${order.closed}, ${order.rejected},
        ${order.parentOrderId ?? null}, ${order.plannedStart ?? null}, ${order.document}::json,
        ${order.surveyHeader}::json, ${order.searchText}, ${order.isManual}, ${order.surveys}::json, ${scope.now},
        ${scope.now})
      on conflict (system_client_id, id) do nothing
      returning id
    )
    insert into events (system_client_id, at, kind, subject, actor)
    select ${scope.clientId}, ${scope.now}, 'order.created', 'order/' || made.id, ${actorText(scope)} from made`)
  return made === 1
}

export async function updateOrder(scope: Scope, order: OrderToSave): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update service_orders set branch_id = ${order.branchId}, closed = ${order.closed}, rejected = ${order.rejected},
        parent_order_id = ${order.parentOrderId ?? null}, planned_start = ${order.plannedStart ?? null},
        document = ${order.document}::json, survey_header = ${order.surveyHeader}::json,
        search_text = ${order.searchText}, is_manual = false,
        surveys = ${order.surveys}::json, contact_corrections = ${order.contactCorrections}::json,
        changed_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = ${order.id}
      returning id
    )
    insert into events (system_client_id, at, kind, subject, actor)
    select ${scope.clientId}, ${scope.now}, 'order.changed', 'order/' || changed.id, ${actorText(scope)} from changed`)
}

export interface ShownOrder {
  matched_to: string | null
  document: string
  contact_corrections: string | null
  surveys: string
  branch_id: string
  site_id: string
  site_name: string
}

export function findOrder(scope: Scope, id: string): Promise<ShownOrder | undefined> {
  return scope.db.row(sql`
    select o.matched_to, o.document::text as document, o.contact_corrections::text as contact_corrections,
      o.surveys::text as surveys, o.branch_id, t.id as site_id, t.name as site_name
    from service_orders o
    join branches b on b.system_client_id = o.system_client_id and b.id = o.branch_id
    join sites t on t.system_client_id = b.system_client_id and t.id = b.site_id
    where o.system_client_id = ${scope.clientId} and o.id = ${id}`)
}
