// The SQL of leads and their deals.
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface LeadRow {
  document: string
  branch_id: string
  survey_header: string
  surveys: string
  contact_corrections: string | null
  created_at: Date
}

/** Locks the lead: deals set one by one meanwhile wait. */
export function findLeadForUpdate(scope: Scope, id: string): Promise<LeadRow | undefined> {
  return scope.db.row(sql`
    select document::text as document, branch_id, survey_header::text as survey_header, surveys::text as surveys,
      contact_corrections::text as contact_corrections, created_at
    from leads where system_client_id = ${scope.clientId} and id = ${id} for update`)
}

export interface LeadToSave {
  id: string
  branchId: string
  closed: boolean
  rejected: boolean
  plannedStart: Date
  document: string
  surveyHeader: string
  searchText: string
  surveys: string
  contactCorrections: string | null
}

/** False when another request has just made the lead: the transaction must run again. */
export async function insertLead(scope: Scope, lead: LeadToSave): Promise<boolean> {
  const made = await scope.db.run(sql`
    with made as (
      insert into leads (system_client_id, id, branch_id, closed, rejected, planned_start, document, survey_header,
        search_text, surveys, created_at, changed_at)
      values (${scope.clientId}, ${lead.id}, ${lead.branchId}, ${lead.closed}, ${lead.rejected}, ${lead.plannedStart},
        ${lead.document}::json, ${lead.surveyHeader}::json, ${lead.searchText}, ${lead.surveys}::json, ${scope.now},
        ${scope.now})
      on conflict (system_client_id, id) do nothing
      returning id
    )
    insert into events (system_client_id, at, kind, subject, actor)
    select ${scope.clientId}, ${scope.now}, 'lead.created', 'lead/' || made.id, ${actorText(scope)} from made`)
  return made === 1
}

export async function updateLead(scope: Scope, lead: LeadToSave): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update leads set branch_id = ${lead.branchId}, closed = ${lead.closed}, rejected = ${lead.rejected},
        planned_start = ${lead.plannedStart}, document = ${lead.document}::json,
        survey_header = ${lead.surveyHeader}::json, search_text = ${lead.searchText}, surveys = ${lead.surveys}::json,
        contact_corrections = ${lead.contactCorrections}::json, changed_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = ${lead.id}
      returning id
    )
    insert into events (system_client_id, at, kind, subject, actor)
    select ${scope.clientId}, ${scope.now}, 'lead.changed', 'lead/' || changed.id, ${actorText(scope)} from changed`)
}

export interface ShownLead {
  id: string
  planned_start: Date
  document: string
  contact_corrections: string | null
  surveys: string
  branch_id: string
  site_id: string
  site_name: string
}

export function findLead(scope: Scope, id: string): Promise<(ShownLead & { deals: string }) | undefined> {
  return scope.db.row(sql`
    select l.id, l.planned_start, l.document::text as document, l.contact_corrections::text as contact_corrections,
      l.surveys::text as surveys, l.branch_id,
      t.id as site_id, t.name as site_name,
      coalesce((select json_agg(d.document order by d.position, d.id) from lead_deals d
        where d.system_client_id = l.system_client_id and d.lead_id = ${id}), '[]'::json)::text as deals
    from leads l
    join branches b on b.system_client_id = l.system_client_id and b.id = l.branch_id
    join sites t on t.system_client_id = b.system_client_id and t.id = b.site_id
    where l.system_client_id = ${scope.clientId} and l.id = ${id}`)
}

export interface Range {
  /** Values of `closed` that are wanted. */
  closed: boolean[]
  from: Date
  to: Date
  /** The last lead of the step before. */
  after: { plannedStart: Date; id: string } | undefined
  limit: number
}

/** A step of the list: one short index range per value of closed, merged. */
export function listLeads(scope: Scope, range: Range): Promise<ShownLead[]> {
  const after = range.after
  return scope.db.rows(sql`
    select l.*, t.id as site_id, t.name as site_name
    from unnest(${range.closed}::boolean[]) as c(closed)
    cross join lateral (
      select id, planned_start, document::text as document, contact_corrections::text as contact_corrections,
        surveys::text as surveys, branch_id
      from leads
      where system_client_id = ${scope.clientId} and closed = c.closed
        and planned_start >= ${range.from} and planned_start <= ${range.to}
        and (planned_start, id) > (${after?.plannedStart ?? range.from}::timestamptz, ${after?.id ?? ''}::text)
      order by planned_start, id limit ${range.limit}
    ) l
    join branches b on b.system_client_id = ${scope.clientId} and b.id = l.branch_id
    join sites t on t.system_client_id = ${scope.clientId} and t.id = b.site_id
    order by l.planned_start, l.id limit ${range.limit}`)
}

/** The same for some branches: one range per branch and value of closed. */
export function listLeadsOfBranches(
  scope: Scope,
  branchIds: readonly string[],
  range: Range,
): Promise<ShownLead[]> {
  const after = range.after
  return scope.db.rows(sql`
    select l.*, t.id as site_id, t.name as site_name
    from unnest(${branchIds}::text[]) as w(branch_id)
    cross join unnest(${range.closed}::boolean[]) as c(closed)
    cross join lateral (
      select id, planned_start, document::text as document, contact_corrections::text as contact_corrections,
        surveys::text as surveys, branch_id
      from leads
      where system_client_id = ${scope.clientId} and branch_id = w.branch_id and closed = c.closed
        and planned_start >= ${range.from} and planned_start <= ${range.to}
        and (planned_start, id) > (${after?.plannedStart ?? range.from}::timestamptz, ${after?.id ?? ''}::text)
      order by planned_start, id limit ${range.limit}
    ) l
    join branches b on b.system_client_id = ${scope.clientId} and b.id = l.branch_id
    join sites t on t.system_client_id = ${scope.clientId} and t.id = b.site_id
    order by l.planned_start, l.id limit ${range.limit}`)
}

/** Keeps the lead from being replaced meanwhile; tells how many deals it has besides the one named. */
export async function countOtherDeals(
  scope: Scope,
  leadId: string,
  dealId: string,
): Promise<number | undefined> {
  const lead = await scope.db.row(sql`
    select id from leads where system_client_id = ${scope.clientId} and id = ${leadId} for update`)
  if (!lead) return undefined
  const row = await scope.db.row<{ others: number }>(sql`
    select count(*) as others from lead_deals
    where system_client_id = ${scope.clientId} and lead_id = ${leadId} and id <> ${dealId}`)
  return row?.others ?? 0
}

/** The same deal again changes nothing and writes no event (A1). */
export async function saveDeal(
  scope: Scope,
  leadId: string,
  dealId: string,
  document: string,
): Promise<void> {
  await scope.db.run(sql`
    with saved as (
      insert into lead_deals as d (system_client_id, lead_id, id, position, document)
      select ${scope.clientId}, ${leadId}, ${dealId}, coalesce(max(position), 0) + 1, ${document}::json
      from lead_deals where system_client_id = ${scope.clientId} and lead_id = ${leadId}
      on conflict (system_client_id, lead_id, id) do update set document = excluded.document
        where d.document::text <> excluded.document::text
      returning id
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'deal.saved', 'lead/' || ${leadId}, ${actorText(scope)},
      json_build_object('dealId', saved.id) from saved`)
}

export async function deleteDeal(scope: Scope, leadId: string, dealId: string): Promise<boolean> {
  const gone = await scope.db.run(sql`
    with gone as (
      delete from lead_deals
      where system_client_id = ${scope.clientId} and lead_id = ${leadId} and id = ${dealId}
      returning id
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'deal.removed', 'lead/' || ${leadId}, ${actorText(scope)},
      json_build_object('dealId', gone.id) from gone`)
  return gone === 1
}

/** A deal as a JSON text, as it is stored and shown. */
export interface DealText {
  id: string
  document: string
}

/** Replaces all deals of a lead (A2). */
export async function replaceDeals(scope: Scope, leadId: string, deals: DealText[]): Promise<void> {
  await scope.db.run(sql`
    delete from lead_deals where system_client_id = ${scope.clientId} and lead_id = ${leadId}`)
  if (deals.length === 0) return
  await scope.db.run(sql`
    insert into lead_deals (system_client_id, lead_id, id, position, document)
    select ${scope.clientId}, ${leadId}, d.id, d.position, d.document::json
    from unnest(${deals.map(({ id }) => id)}::text[], ${deals.map(({ document }) => document)}::text[])
      with ordinality as d(id, document, position)`)
}

export async function findDealText(
  scope: Scope,
  leadId: string,
  dealId: string,
): Promise<string | undefined> {
  const row = await scope.db.row<{ document: string }>(sql`
    select document::text as document from lead_deals
    where system_client_id = ${scope.clientId} and lead_id = ${leadId} and id = ${dealId}`)
  return row?.document
}

export async function findDealTexts(scope: Scope, leadId: string): Promise<DealText[]> {
  return scope.db.rows(sql`
    select id, document::text as document from lead_deals
    where system_client_id = ${scope.clientId} and lead_id = ${leadId} order by position, id`)
}
