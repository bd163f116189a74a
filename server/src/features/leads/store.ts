// The SQL of leads and their deals.
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { holdOrigin, leadVersion, type ShownOrigin } from '../origins/rows.ts'

/** Which lead, where it stands in the list (in milliseconds), and the version of all rows that it shows. */
export type LeadRef = [id: string, plannedStartMs: number, revision: string]

const leadRefs = part`json_agg(json_build_array(r.id, (extract(epoch from r.planned_start) * 1000)::bigint, r.revision)
  order by r.planned_start, r.id)::text as refs`
const leadRefColumns = part`l.id, l.planned_start, concat(l.version, '.', b.xmin, '.', t.xmin) as revision`

/** Those that are there, each with its place among the ids: the embedded engine returns an id without a leading byte-order mark. */
export function listShown(
  scope: Scope,
  ids: readonly string[],
): Promise<(ShownOrigin & { at: number; revision: string })[]> {
  return scope.db.rows(sql`
    select w.at::int - 1 as at, concat(${leadVersion}, '.', b.xmin, '.', t.xmin) as revision, l.document::text as document,
      l.contact_corrections::text as contact_corrections, l.surveys::text as surveys, l.branch_id, t.id as site_id,
      t.name as site_name
    from unnest(${ids}::text[]) with ordinality as w(id, at)
    join leads l on l.system_client_id = ${scope.clientId} and l.id = w.id collate "C"
    join branches b on b.system_client_id = l.system_client_id and b.id = l.branch_id
    join sites t on t.system_client_id = b.system_client_id and t.id = b.site_id`)
}

export function findLead(scope: Scope, id: string): Promise<(ShownOrigin & { deals: string[] }) | undefined> {
  return scope.db.row(sql`
    select l.document::text as document, l.contact_corrections::text as contact_corrections,
      l.surveys::text as surveys, l.branch_id, t.id as site_id, t.name as site_name,
      array(select d.document::text from lead_deals d
        where d.system_client_id = l.system_client_id and d.lead_id = ${id} order by d.position, d.id) as deals
    from leads l
    join branches b on b.system_client_id = l.system_client_id and b.id = l.branch_id
    join sites t on t.system_client_id = b.system_client_id and t.id = b.site_id
    where l.system_client_id = ${scope.clientId} and l.id = ${id}`)
}

export interface Range {
  /** The wanted values of `closed`. */
  closed: boolean[]
  from: Date
  to: Date
  /** The last lead of the previous step. */
  after: { plannedStart: Date; id: string } | undefined
  limit: number
}

/** One step of the list, as the JSON of LeadRef[]: one short index range per value of closed, merged. */
export async function listLeads(scope: Scope, range: Range): Promise<string> {
  const after = range.after
  const row = await scope.db.row<{ refs: string | null }>(sql`
    select ${leadRefs} from (
      select ${leadRefColumns}
      from unnest(${range.closed}::boolean[]) as c(closed)
      cross join lateral (
        select l.id, l.planned_start, l.branch_id, ${leadVersion} as version from leads l
        where l.system_client_id = ${scope.clientId} and l.closed = c.closed
          and l.planned_start >= ${range.from} and l.planned_start <= ${range.to}
          and (l.planned_start, l.id) > (${after?.plannedStart ?? range.from}::timestamptz, ${after?.id ?? ''}::text)
        order by l.planned_start, l.id limit ${range.limit}
      ) l
      join branches b on b.system_client_id = ${scope.clientId} and b.id = l.branch_id
      join sites t on t.system_client_id = ${scope.clientId} and t.id = b.site_id
      order by l.planned_start, l.id limit ${range.limit}
    ) r`)
  return row?.refs ?? '[]'
}

/** The same for some branches: one range per branch and value of closed. */
export async function listLeadsOfBranches(
  scope: Scope,
  branchIds: readonly string[],
  range: Range,
): Promise<string> {
  const after = range.after
  const row = await scope.db.row<{ refs: string | null }>(sql`
    select ${leadRefs} from (
      select ${leadRefColumns}
      from unnest(${branchIds}::text[]) as w(branch_id)
      cross join unnest(${range.closed}::boolean[]) as c(closed)
      cross join lateral (
        select l.id, l.planned_start, l.branch_id, ${leadVersion} as version from leads l
        where l.system_client_id = ${scope.clientId} and l.branch_id = w.branch_id and l.closed = c.closed
          and l.planned_start >= ${range.from} and l.planned_start <= ${range.to}
          and (l.planned_start, l.id) > (${after?.plannedStart ?? range.from}::timestamptz, ${after?.id ?? ''}::text)
        order by l.planned_start, l.id limit ${range.limit}
      ) l
      join branches b on b.system_client_id = ${scope.clientId} and b.id = l.branch_id
      join sites t on t.system_client_id = ${scope.clientId} and t.id = b.site_id
      order by l.planned_start, l.id limit ${range.limit}
    ) r`)
  return row?.refs ?? '[]'
}

/** Locks the lead against replacement, and returns how many other deals it has. */
export async function countOtherDeals(
  scope: Scope,
  leadId: string,
  dealId: string,
): Promise<number | undefined> {
  if (!(await holdOrigin(scope, { kind: 'lead', id: leadId }))) return undefined
  const row = await scope.db.row<{ others: number }>(sql`
    select count(*) as others from lead_deals
    where system_client_id = ${scope.clientId} and lead_id = ${leadId} and id <> ${dealId}`)
  return row?.others ?? 0
}

/** Saving the same deal again changes nothing and writes no event (A1). */
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
    ${insertEvent(scope, 'deal.saved', `lead/${leadId}`, { dealId })} from saved`)
}

export async function deleteDeal(scope: Scope, leadId: string, dealId: string): Promise<boolean> {
  const gone = await scope.db.run(sql`
    with gone as (
      delete from lead_deals
      where system_client_id = ${scope.clientId} and lead_id = ${leadId} and id = ${dealId}
      returning id
    )
    ${insertEvent(scope, 'deal.removed', `lead/${leadId}`, { dealId })} from gone`)
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
