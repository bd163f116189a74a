// Rows of origins, the orders and leads that surveys belong to. All changes of these rows are made here; everything specific to
// orders or leads is in their own features.
import type { OriginFacts } from '@walkaround/contract/event-facts.ts'
import type { PartnerRole } from '@walkaround/contract/rules/contact-corrections.ts'
import { actorText, insertEvent } from '../../db/events.ts'
import { moving, type Part, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface Origin {
  kind: 'order' | 'lead'
  id: string
}

/** The table of each kind: shared SQL is written once. */
export const tableOf = { order: part`service_orders`, lead: part`leads` }
const matchedOf = { order: part`o.matched_to`, lead: part`null` }
const dmsChangesOf = { order: part`o.dms_changes::text`, lead: part`null` }

/**
 * The version of the row of an order `o` and of a lead `l`: the transaction that wrote it, which no update keeps, whoever makes one.
 * The time tells apart two transactions that got the same number because a fail-over lost the first.
 */
export const orderVersion = part`concat(o.xmin, '.', extract(epoch from o.changed_at))`
export const leadVersion = part`concat(l.xmin, '.', extract(epoch from l.changed_at))`

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
  searchText: string
  /** What the DMS changed, as JSON; only of an order. */
  dmsChanges: string | null
  /** Of the branch; null if the system client's setting applies. */
  releaseTypes: string[] | null
}

/** Locks it: one request at a time decides about it, and requests that set single deals wait. */
export function findForUpdate(scope: Scope, { kind, id }: Origin): Promise<OriginRow | undefined> {
  return scope.db.row(sql`
    select o.document::text as document, o.branch_id, o.survey_header::text as survey_header,
      o.surveys::text as surveys, o.contact_corrections::text as contact_corrections, o.created_at,
      ${matchedOf[kind]} as matched_to, o.search_text, ${dmsChangesOf[kind]} as dms_changes, b.release_types, t.id as site_id, t.name as site_name
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
  /** With what the DMS changed just now; null if that is nothing. Only of an order. */
  dmsChanges: string | null
  facts: ChangeOfOrigin
}

/** What the search finds, kept apart from the rows: see docs/decisions/0067-terms-of-a-search.md. */
interface SearchEntry {
  kind: Origin['kind'] | 'vehicle'
  id: string
  branchId: string
  createdAt: Date
}

type Terms = Pick<Scope, 'clientId'>

/** Adds the terms of a search text for every row of `made` (id, branch_id, created_at), in the statement that makes it. */
export const insertTerms = (scope: Terms, kind: SearchEntry['kind'], text: string): Part =>
  part`insert into search_terms (system_client_id, term, kind, id, created_at, branch_id)
    select ${scope.clientId}, t.term, ${kind}, made.id, made.created_at, made.branch_id
    from made cross join unnest(string_to_array(substr(${text}, 2), '|')) as t(term)`

/** The terms follow every row of `moved` (id, search_text) to another branch. */
export const moveTerms = (scope: Terms, kind: SearchEntry['kind'], into: string): Part =>
  part`update search_terms t set branch_id = ${into} from moved
    where t.system_client_id = ${scope.clientId} and t.kind = ${kind} and t.id = moved.id collate "default"
      and t.term = any(string_to_array(substr(moved.search_text, 2), '|'))`

/** Writes only what differs; call it when the text or the branch has changed. */
export function saveTerms(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  { kind, id, branchId, createdAt }: SearchEntry,
  { from, to }: { from: string; to: string },
): void {
  db.send(sql`
    with wanted as (
      select term from unnest(string_to_array(substr(${to}, 2), '|')) as w(term)
    ), gone as (
      delete from search_terms
      where system_client_id = ${clientId} and kind = ${kind} and id = ${id}
        and term = any(string_to_array(substr(${from}, 2), '|')) and term not in (select term from wanted)
    )
    insert into search_terms as t (system_client_id, term, kind, id, created_at, branch_id)
    select ${clientId}, term, ${kind}, ${id}, ${createdAt}, ${branchId} from wanted
    on conflict (system_client_id, term, kind, id) do update set branch_id = excluded.branch_id
      where t.branch_id <> excluded.branch_id`)
}

/** A row that a search finds, and what its terms were made from. */
export interface SearchedRow {
  id: string
  header: string
  corrections: string | null
  branchId: string
  createdAt: Date
  searchText: string
}

const searchedColumns = part`o.id, o.survey_header::text as header, o.contact_corrections::text as corrections, o.branch_id,
  o.created_at, o.search_text`

export function findSearched(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  { kind, id }: Origin,
): Promise<SearchedRow | undefined> {
  return db.row(sql`
    select ${searchedColumns} from ${tableOf[kind]} o
    where o.system_client_id = ${clientId} and o.id = ${id} and o.search_text <> ''`)
}

/** Some of those that a search finds, in the order of their ids, locked: nobody changes them before their terms are written. */
export function listSearchedAfter(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  kind: Origin['kind'],
  after: string,
  most: number,
): Promise<SearchedRow[]> {
  return db.rows(sql`
    select ${searchedColumns} from ${tableOf[kind]} o
    where o.system_client_id = ${clientId} and o.id > ${after} and o.search_text <> ''
    order by o.id limit ${most} for update`)
}

/** The caller holds the row. */
export function saveSearched(
  scope: Pick<Scope, 'db' | 'clientId'>,
  kind: Origin['kind'],
  row: SearchedRow,
  to: string,
): void {
  if (row.searchText === to) return
  saveTerms(scope, { kind, ...row }, { from: row.searchText, to })
  scope.db.send(sql`
    update ${tableOf[kind]} set search_text = ${to} where system_client_id = ${scope.clientId} and id = ${row.id}`)
}

/** What changes, for its event and for statistics. */
interface ChangeOfOrigin {
  changed: readonly string[]
  before: OriginFacts | undefined
  after: OriginFacts
  contacts: readonly ContactChange[]
}

/** The contact of a person before and after; null if there was none, or is none now. */
export interface ContactChange {
  id: string
  partner: PartnerRole
  /** A contact person, as messages identify them; left out for the partner. */
  contact?: string | undefined
  before: object | null
  after: object | null
  fields: readonly ('email' | 'mobilePhone' | 'landline')[]
}

/** Part of a statement that changes contacts. Their values are personal: they are kept here and not in the log. */
export const insertContactChanges = (
  scope: Pick<Scope, 'clientId' | 'actor' | 'now'>,
  at: { orderId?: string; leadId?: string; surveyId?: string },
  changes: readonly ContactChange[],
): Part => part`
  insert into contact_changes (system_client_id, id, order_id, lead_id, survey_id, partner, contact, before, after,
    changed_at, changed_by)
  select ${scope.clientId}, c.id, ${at.orderId ?? null}, ${at.leadId ?? null}, ${at.surveyId ?? null}, c.partner,
    c.contact, c.before, c.after, ${scope.now}, ${actorText(scope)}
  from json_to_recordset(${JSON.stringify(changes)}::json)
    as c(id text, partner text, contact text, before json, after json)`

/** Whose former and new contacts: of an order, of a lead, or wherever this address or number was one of them. */
export interface WhoseContacts {
  orderId?: string | undefined
  leadId?: string | undefined
  value?: string | undefined
}

/** How many were there; what the DMS changed on an order goes too, because it names people. Their events stay, and say only which fields changed. */
export async function deleteContactChanges(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  { orderId, leadId, value }: WhoseContacts,
): Promise<number> {
  if (orderId !== undefined)
    return db.run(sql`
      with forgotten as (
        update service_orders set dms_changes = null
        where system_client_id = ${clientId} and id = ${orderId} and dms_changes is not null
      )
      delete from contact_changes where system_client_id = ${clientId} and order_id = ${orderId}`)
  if (leadId !== undefined)
    return db.run(
      sql`delete from contact_changes where system_client_id = ${clientId} and lead_id = ${leadId}`,
    )
  return db.run(sql`
    delete from contact_changes c
    where c.system_client_id = ${clientId} and exists (
      select from jsonb_path_query(jsonb_build_array(c.before, c.after), '$[*].*') as kept(value)
      where lower(regexp_replace(kept.value #>> '{}', '[[:space:]]', '', 'g')) =
        lower(regexp_replace(${value ?? ''}::text, '[[:space:]]', '', 'g')))`)
}

/** As events name them. */
export const toLoggedContact = ({ id, partner, contact, fields }: ContactChange) => ({
  changeId: id,
  partner,
  fields,
  ...(contact === undefined ? {} : { isContactPerson: true }),
})

const changeOf = ({ changed, before, after, contacts }: ChangeOfOrigin) => ({
  changed,
  before,
  after,
  ...(contacts.length === 0 ? {} : { contacts: contacts.map(toLoggedContact) }),
})

/**
 * Whether what was found and offered counts as before; what was sold is told by the lines of the order. What is sold on an order that is
 * still open counts on its planned day.
 */
const isCountedAlike = ({ changed, before, after }: ChangeOfOrigin): boolean =>
  before?.rejected === after.rejected &&
  before.branchId === after.branchId &&
  before.closed === after.closed &&
  !changed.includes('plannedStartTimestamp')

/** False if another request has just made it: the transaction must run again. */
export async function insertOrigin(scope: Scope, { kind, id }: Origin, row: OriginToSave): Promise<boolean> {
  const sold = row.facts.after
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
          returning id, branch_id, created_at
        ), terms as (
          ${insertTerms(scope, 'lead', row.searchText)}
        )
        ${insertEvent(scope, 'lead.created', `lead/${id}`, { after: row.facts.after })} from made`
      : sql`
        with made as (
          insert into service_orders (system_client_id, id, branch_id, closed, rejected, parent_order_id, planned_start,
            currency, sold_ex_vat, sold_inc_vat, document, survey_header, search_text, is_manual, surveys, created_at,
            changed_at)
          values (${scope.clientId}, ${id}, ${row.branchId}, ${row.closed}, ${row.rejected},
            ${row.parentOrderId ?? null}, ${row.plannedStart ?? null}, ${sold.currency ?? null},
            ${sold.soldExVat ?? null}, ${sold.soldIncVat ?? null}, ${row.document}::json, ${row.surveyHeader}::json, ${row.searchText},
            ${row.isManual ?? false}, ${row.surveys}::json, ${scope.now}, ${scope.now})
          on conflict (system_client_id, id) do nothing
          returning id, branch_id, created_at
        ), terms as (
          ${insertTerms(scope, 'order', row.searchText)}
        )
        ${insertEvent(scope, 'order.created', `order/${id}`, { after: row.facts.after })} from made`,
  )
  return made === 1
}

export function updateOrigin(
  scope: Scope,
  { kind, id }: Origin,
  row: OriginToSave,
  before: Pick<OriginRow, 'branchId' | 'createdAt' | 'searchText'>,
): void {
  if (row.searchText !== before.searchText || row.branchId !== before.branchId) {
    const entry = { kind, id, branchId: row.branchId, createdAt: before.createdAt }
    saveTerms(scope, entry, { from: before.searchText, to: row.searchText })
  }
  const changedByDms = scope.actor.isDms ? scope.now : null
  const isOver = row.closed || row.rejected
  const sold = row.facts.after
  scope.db.send(
    kind === 'lead'
      ? sql`
        with changed as (
          update leads set branch_id = ${row.branchId}, closed = ${row.closed}, rejected = ${row.rejected},
            planned_start = ${row.plannedStart}, document = ${row.document}::json,
            survey_header = ${row.surveyHeader}::json, search_text = ${row.searchText},
            surveys = ${row.surveys}::json, contact_corrections = ${row.contactCorrections}::json,
            changed_at = ${scope.now}, changed_by_dms = coalesce(${changedByDms}, changed_by_dms)
          where system_client_id = ${scope.clientId} and id = ${id}
          returning id
        ), told as (
          ${insertContactChanges(scope, { leadId: id }, row.facts.contacts)}
        )
        ${insertEvent(scope, 'lead.changed', `lead/${id}`, changeOf(row.facts))} from changed`
      : sql`
        with changed as (
          update service_orders set branch_id = ${row.branchId}, closed = ${row.closed}, rejected = ${row.rejected},
            parent_order_id = ${row.parentOrderId ?? null}, planned_start = ${row.plannedStart ?? null},
            currency = ${sold.currency ?? null}, sold_ex_vat = ${sold.soldExVat ?? null},
            sold_inc_vat = ${sold.soldIncVat ?? null}, document = ${row.document}::json, survey_header = ${row.surveyHeader}::json,
            closed_at = case when not ${isOver}::boolean then null when closed or rejected then closed_at else ${scope.now} end,
            dms_changes = coalesce(${row.dmsChanges}::json, dms_changes),
            search_text = ${row.searchText}, is_manual = false, surveys = ${row.surveys}::json,
            contact_corrections = ${row.contactCorrections}::json, changed_at = ${scope.now},
            changed_by_dms = coalesce(${changedByDms}, changed_by_dms)
          where system_client_id = ${scope.clientId} and id = ${id}
          returning id
        ), told as (
          ${insertContactChanges(scope, { orderId: id }, row.facts.contacts)}
        )
        ${insertEvent(scope, 'order.changed', `order/${id}`, changeOf(row.facts))} from changed
        ${moving({ clientId: scope.clientId, orderIds: isCountedAlike(row.facts) ? [] : [id], questionIds: [] })}`,
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
    update ${tableOf[kind]} set contact_corrections = ${corrections}::json, changed_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${id}`)
}

/** What its surveys show of it. */
export function saveHeader(scope: Scope, { kind, id }: Origin, header: string): void {
  scope.db.send(sql`
    update ${tableOf[kind]} set survey_header = ${header}::json, changed_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${id}`)
}

/** An order, or the one that a manual order was matched with. */
export const shownOrder = (scope: Pick<Scope, 'clientId'>, asked: string): Part =>
  part`select coalesce(matched_to, id) as id from service_orders
    where system_client_id = ${scope.clientId} and id = ${asked}`

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
  // It is found under its DMS order from now on.
  await scope.db.run(sql`
    with gone as (
      delete from search_terms t using service_orders o
      where o.system_client_id = ${scope.clientId} and o.id = ${manualId} and t.system_client_id = ${scope.clientId}
        and t.kind = 'order' and t.id = ${manualId} and t.term = any(string_to_array(substr(o.search_text, 2), '|'))
    )
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
    with made as (
      update service_orders set matched_to = null, surveys = ${manual.surveys}::json,
        contact_corrections = ${manual.corrections}::json, search_text = ${manual.searchText}, changed_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = ${manualId}
      returning id, branch_id, created_at
    )
    ${insertTerms(scope, 'order', manual.searchText)}`)
}

/** Some of the orders of a client with their documents, in the order of their ids, locked: nobody changes them before what follows is written. */
export function listOrdersAfter(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  after: string,
  most: number,
): Promise<{ id: string; document: string }[]> {
  return db.rows(sql`
    select o.id, o.document::text as document from service_orders o
    where o.system_client_id = ${clientId} and o.id > ${after} order by o.id limit ${most}
    for no key update of o`)
}

/** Moves them to another branch when theirs is merged into it. */
/** What moveOrigins would move; counted up to `most`. */
export async function countOrigins(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  branchId: string,
  most: number,
): Promise<{ orders: number; leads: number }> {
  const count = async (kind: Origin['kind']) => {
    const row = await db.row<{ count: number }>(sql`
      select count(*)::int as count from (
        select from ${tableOf[kind]} where system_client_id = ${clientId} and branch_id = ${branchId} limit ${most}) as counted`)
    return row?.count ?? 0
  }
  return { orders: await count('order'), leads: await count('lead') }
}

export async function moveOrigins(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  { from, into }: { from: string; into: string },
): Promise<{ orders: number; leads: number }> {
  const move = async (kind: Origin['kind']) => {
    const row = await db.row<{ moved: number }>(sql`
      with moved as (
        update ${tableOf[kind]} set branch_id = ${into}
        where system_client_id = ${clientId} and branch_id = ${from}
        returning id, search_text
      ), terms as (
        ${moveTerms({ clientId }, kind, into)}
      )
      select count(*)::int as moved from moved`)
    return row?.moved ?? 0
  }
  return { orders: await move('order'), leads: await move('lead') }
}
