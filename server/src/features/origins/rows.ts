// Rows of origins, the orders and leads that surveys belong to. All changes of these rows are made here; everything specific to
// orders or leads is in their own features.
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface Origin {
  kind: 'order' | 'lead'
  id: string
}

/** The table of each kind: shared SQL is written once. */
export const tableOf = { order: part`service_orders`, lead: part`leads` }
const matchedOf = { order: part`o.matched_to`, lead: part`null` }

/** What an order or a lead shows, without its deals. */
export interface ShownOrigin {
  document: string
  contactCorrections: string | null
  surveys: string
  branchId: string
  siteId: string
  siteName: string
}

export interface OriginRow extends ShownOrigin {
  surveyHeader: string
  createdAt: Date
  /** The DMS order that this manual order turned out to be. */
  matchedTo: string | null
  /** Of the branch; null if the system client's setting applies. */
  releaseTypes: string[] | null
}

/** Locks it: one request at a time decides about it, and requests that set single deals wait. */
export function findForUpdate(scope: Scope, { kind, id }: Origin): Promise<OriginRow | undefined> {
  return scope.db.row(sql`
    select o.document::text as document, o.branch_id, o.survey_header::text as survey_header,
      o.surveys::text as surveys, o.contact_corrections::text as contact_corrections, o.created_at,
      ${matchedOf[kind]} as matched_to, b.release_types, t.id as site_id, t.name as site_name
    from ${tableOf[kind]} o
    join branches b on b.system_client_id = o.system_client_id and b.id = o.branch_id
    join sites t on t.system_client_id = b.system_client_id and t.id = b.site_id
    where o.system_client_id = ${scope.clientId} and o.id = ${id}
    for update of o`)
}

interface OriginToSave {
  branchId: string
  closed: boolean
  rejected: boolean
  /** A lead always has one. */
  plannedStart: Date | undefined
  document: string
  surveyHeader: string
  searchText: string
  surveys: string
  contactCorrections: string | null
  /** Only of an order. */
  parentOrderId?: string | undefined
  /** A manual order from while the DMS was down; a change by the DMS makes it a DMS order. */
  isManual?: boolean
}

/** False if another request has just made it: the transaction must run again. */
export async function insertOrigin(scope: Scope, { kind, id }: Origin, row: OriginToSave): Promise<boolean> {
  const made = await scope.db.run(
    kind === 'lead'
      ? sql`
        with made as (
          insert into leads (system_client_id, id, branch_id, closed, rejected, planned_start, document, survey_header,
            search_text, surveys, created_at, changed_at)
          values (${scope.clientId}, ${id}, ${row.branchId}, ${row.closed}, ${row.rejected}, ${row.plannedStart},
            ${row.document}::json, ${row.surveyHeader}::json, ${row.searchText}, ${row.surveys}::json, ${scope.now},
            ${scope.now})
          on conflict (system_client_id, id) do nothing
          returning id
        )
        ${insertEvent(scope, 'lead.created', `lead/${id}`)} from made`
      : sql`
        with made as (
          insert into service_orders (system_client_id, id, branch_id, closed, rejected, parent_order_id, planned_start,
            document, survey_header, search_text, is_manual, surveys, created_at, changed_at)
          values (${scope.clientId}, ${id}, ${row.branchId}, ${row.closed}, ${row.rejected},
            ${row.parentOrderId ?? null}, ${row.plannedStart ?? null}, ${row.document}::json,
            ${row.surveyHeader}::json, ${row.searchText}, ${row.isManual ?? false}, ${row.surveys}::json, ${scope.now},
            ${scope.now})
          on conflict (system_client_id, id) do nothing
          returning id
        )
        ${insertEvent(scope, 'order.created', `order/${id}`)} from made`,
  )
  return made === 1
}

export async function updateOrigin(scope: Scope, { kind, id }: Origin, row: OriginToSave): Promise<void> {
  await scope.db.run(
    kind === 'lead'
      ? sql`
        with changed as (
          update leads set branch_id = ${row.branchId}, closed = ${row.closed}, rejected = ${row.rejected},
            planned_start = ${row.plannedStart}, document = ${row.document}::json,
            survey_header = ${row.surveyHeader}::json, search_text = ${row.searchText},
            surveys = ${row.surveys}::json, contact_corrections = ${row.contactCorrections}::json,
            changed_at = ${scope.now}
          where system_client_id = ${scope.clientId} and id = ${id}
          returning id
        )
        ${insertEvent(scope, 'lead.changed', `lead/${id}`)} from changed`
      : sql`
        with changed as (
          update service_orders set branch_id = ${row.branchId}, closed = ${row.closed}, rejected = ${row.rejected},
            parent_order_id = ${row.parentOrderId ?? null}, planned_start = ${row.plannedStart ?? null},
            document = ${row.document}::json, survey_header = ${row.surveyHeader}::json,
            search_text = ${row.searchText}, is_manual = false, surveys = ${row.surveys}::json,
            contact_corrections = ${row.contactCorrections}::json, changed_at = ${scope.now}
          where system_client_id = ${scope.clientId} and id = ${id}
          returning id
        )
        ${insertEvent(scope, 'order.changed', `order/${id}`)} from changed`,
  )
}

export interface HeldOrigin {
  header: string | null
  corrections: string | null
  /** Closed or rejected. */
  isOver: boolean
}

/** Code that changes a survey according to its order or lead must lock this row before the survey's own. */
export function holdOrigin(scope: Scope, { kind, id }: Origin): Promise<HeldOrigin | undefined> {
  return scope.db.row(sql`
    select survey_header::text as header, contact_corrections::text as corrections, closed or rejected as is_over
    from ${tableOf[kind]} where system_client_id = ${scope.clientId} and id = ${id} for update`)
}

export async function saveCorrections(
  scope: Scope,
  { kind, id }: Origin,
  corrections: string | null,
): Promise<void> {
  await scope.db.run(sql`
    update ${tableOf[kind]} set contact_corrections = ${corrections}::json
    where system_client_id = ${scope.clientId} and id = ${id}`)
}

/** The surveys an order names. */
export async function saveSurveys(scope: Scope, orderId: string, surveys: string): Promise<void> {
  await scope.db.run(sql`
    update service_orders set surveys = ${surveys}::json, changed_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${orderId}`)
}

export async function setMatched(
  scope: Scope,
  { manualId, orderId }: { manualId: string; orderId: string },
  { surveys, corrections }: { surveys: string; corrections: string | null },
): Promise<void> {
  await scope.db.run(sql`
    update service_orders set matched_to = ${orderId}, surveys = '[]', contact_corrections = null,
      search_text = '', changed_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${manualId}`)
  await scope.db.run(sql`
    update service_orders set surveys = ${surveys}::json, contact_corrections = ${corrections}::json,
      changed_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${orderId}`)
}

/** Separates the manual order again. */
export async function setUnmatched(
  scope: Scope,
  manualId: string,
  manual: { surveys: string; corrections: string | null; searchText: string },
): Promise<void> {
  await scope.db.run(sql`
    update service_orders set matched_to = null, surveys = ${manual.surveys}::json,
      contact_corrections = ${manual.corrections}::json, search_text = ${manual.searchText}, changed_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${manualId}`)
}

/** Moves them to another branch when theirs is merged into it. */
export async function moveOrigins(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  { from, into }: { from: string; into: string },
): Promise<{ orders: number; leads: number }> {
  const move = (kind: Origin['kind']) =>
    db.run(sql`
      update ${tableOf[kind]} set branch_id = ${into}
      where system_client_id = ${clientId} and branch_id = ${from}`)
  return { orders: await move('order'), leads: await move('lead') }
}
