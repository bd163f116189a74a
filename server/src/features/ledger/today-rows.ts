// The SQL of what waits today, for the feature `today`: each list is read branch by branch from an index of just these rows.
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

type Reader = Pick<Scope, 'db' | 'clientId'>

export interface Wanted {
  branchIds: readonly string[]
  since: Date
  /** Also who answers for each car: for people who have cars of their own. */
  withAdvisors: boolean
}

/** Of a list, from the newest on. A branch that has more has other problems. */
const MOST_OF_BRANCH = 2_000

interface OfOrder {
  orderId: string
  branchId: string
  isClosed: boolean
  /** As JSON: the advisor, and whom a lead names. */
  advisors: string | null
}

interface OfSurvey extends OfOrder {
  surveyId: string
  surveyType: string
  completedAt: Date | null
  masterClientId: string
  templateId: string
  templateVersion: number
}

export interface FindingToday extends OfSurvey {
  questionId: string
  grade: 'amber' | 'red'
  value: string | null
  unitOfMeasurement: string | null
}

export interface WorkToday extends OfSurvey {
  quoteId: string
  questionId: string
  currency: string | null
  /** Decimals as text. */
  incVat: string | null
  at: Date
  grade: 'amber' | 'red' | null
}

export interface LineToday extends OfOrder {
  position: number
  surveyId: string | null
  currency: string | null
  incVat: string | null
  at: Date
}

const advisorsToday = ({ withAdvisors }: Wanted) => part`
  case when ${withAdvisors}::boolean
    then json_build_array(o.header->'serviceAdvisor', o.header->'responsiblePerson')::text end as advisors`

const surveyToday = part`v.survey_id, v.survey_type, v.completed_at, v.master_client_id, v.template_id, v.template_version`

/** The worst finding that the work `w` covers. */
const worstGradeOfWork = part`(select max(f.grade) from finding_visits f
  where f.system_client_id = w.system_client_id and f.survey_id = w.survey_id
    and f.question_id = any(array[w.question_id] || w.covered_questions)) as grade`

/**
 * Completed surveys of open orders of the branch `b`. They are few beside what the last days have found and offered, so they are read
 * first: `offset 0` keeps the planner from another order.
 */
const openVisits = ({ clientId }: Pick<Reader, 'clientId'>, wanted: Wanted) => part`(
  select ${surveyToday}, o.order_id, o.branch_id, o.closed as is_closed, ${advisorsToday(wanted)}
  from ledger_orders o
  join ledger_visits v on v.system_client_id = o.system_client_id and v.order_id = o.order_id and v.completed_at is not null
  where o.system_client_id = ${clientId} and o.branch_id = b.id and not o.closed and not o.rejected and o.matched_to is null
  offset 0
) v`

/** Red or amber at a completed survey of an open order, with nothing offered. What a quality check finds is done again, not sold. */
export function listNotOffered({ db, clientId }: Reader, wanted: Wanted): Promise<FindingToday[]> {
  return db.rows(sql`
    select n.* from unnest(${wanted.branchIds}::text[]) as b(id)
    cross join lateral (
      select v.*, f.question_id, f.grade, f.value, f.unit_of_measurement
      from ${openVisits({ clientId }, wanted)}
      join finding_visits f on f.system_client_id = ${clientId} and f.survey_id = v.survey_id and not f.is_offered and not f.is_apart
        and f.at >= ${wanted.since} and v.survey_type <> 'QC'
      join findings c on c.system_client_id = ${clientId} and c.id = f.finding_id and c.closed_at is null and c.survey_id = f.survey_id
      order by f.at desc, f.survey_id, f.question_id limit ${MOST_OF_BRANCH}
    ) n`)
}

/** Offered at a completed survey of an open order, and nobody has decided. */
export function listUndecided({ db, clientId }: Reader, wanted: Wanted): Promise<WorkToday[]> {
  return db.rows(sql`
    select n.* from unnest(${wanted.branchIds}::text[]) as b(id)
    cross join lateral (
      select v.*, w.quote_id, w.question_id, w.currency, w.inc_vat::text as inc_vat, w.offered_at as at, ${worstGradeOfWork}
      from ${openVisits({ clientId }, wanted)}
      join offered_work w on w.system_client_id = ${clientId} and w.survey_id = v.survey_id and w.decision is null
        and w.state = 'open' and not w.is_apart and w.offered_at >= ${wanted.since}
      order by w.offered_at desc, w.survey_id, w.quote_id limit ${MOST_OF_BRANCH}
    ) n`)
}

/** Approved, and no line of an order names it; `closedSince`: of orders that were closed since then, and of open ones. */
export function listNotOrdered(
  { db, clientId }: Reader,
  wanted: Wanted,
  closedSince: Date,
): Promise<WorkToday[]> {
  return db.rows(sql`
    select n.* from unnest(${wanted.branchIds}::text[]) as b(id)
    cross join lateral (
      select ${surveyToday}, w.order_id, w.branch_id, o.closed as is_closed, ${advisorsToday(wanted)}, w.quote_id, w.question_id, w.currency,
        coalesce(w.approved_inc_vat, w.inc_vat)::text as inc_vat, w.decided_at as at, ${worstGradeOfWork}
      from offered_work w
      join ledger_orders o on o.system_client_id = w.system_client_id and o.order_id = w.order_id and not o.rejected
        and (not o.closed or o.closed_at >= ${closedSince})
      join ledger_visits v on v.system_client_id = w.system_client_id and v.survey_id = w.survey_id
      where w.system_client_id = ${clientId} and w.branch_id = b.id and w.decision = 'approved' and not w.is_ordered
        and w.state = 'open' and not w.is_apart and w.decided_at >= ${wanted.since}
      order by w.decided_at desc, w.survey_id, w.quote_id limit ${MOST_OF_BRANCH}
    ) n`)
}

/** Offered and invoiced as work of a check, but nobody approved it. Lines that name a package alone were booked before the car came. */
export function listNotApproved({ db, clientId }: Reader, wanted: Wanted): Promise<WorkToday[]> {
  return db.rows(sql`
    select n.* from unnest(${wanted.branchIds}::text[]) as b(id)
    cross join lateral (
      select ${surveyToday}, w.sold_order_id as order_id, w.branch_id, o.closed as is_closed, ${advisorsToday(wanted)}, w.quote_id,
        w.question_id, w.currency, w.sold_inc_vat::text as inc_vat, w.sold_at as at, ${worstGradeOfWork}
      from offered_work w
      join ledger_orders o on o.system_client_id = w.system_client_id and o.order_id = w.sold_order_id and not o.rejected
      join ledger_visits v on v.system_client_id = w.system_client_id and v.survey_id = w.survey_id
      where w.system_client_id = ${clientId} and w.branch_id = b.id and w.sold_at is not null
        and w.decision is distinct from 'approved' and not w.is_apart and w.sold_at >= ${wanted.since}
        and exists (select from order_work l where l.system_client_id = w.system_client_id and l.order_id = w.sold_order_id
          and l.quote_survey_id = w.survey_id and l.quote_id = w.quote_id and l.sold_quantity > 0 and l.survey_id is not null)
      order by w.sold_at desc, w.survey_id, w.quote_id limit ${MOST_OF_BRANCH}
    ) n`)
}

const lineToday = (
  wanted: Wanted,
) => part`o.order_id, o.branch_id, o.closed as is_closed, ${advisorsToday(wanted)}, l.position,
  l.survey_id, l.currency, l.sold_inc_vat::text as inc_vat, coalesce(o.closed_at, o.planned_start, o.created_at) as at`
const linesWithoutOffer = part`join order_work l on l.system_client_id = o.system_client_id and l.order_id = o.order_id
  and l.sold_quantity > 0 and l.quote_id is null and l.survey_id is not null`

/** Invoiced as work of a check, but nothing offered it: lines of orders that were closed since then, or are open. */
export function listLinesWithoutOffer({ db, clientId }: Reader, wanted: Wanted): Promise<LineToday[]> {
  return db.rows(sql`
    select n.* from unnest(${wanted.branchIds}::text[]) as b(id)
    cross join lateral (
      (select ${lineToday(wanted)} from ledger_orders o ${linesWithoutOffer}
      where o.system_client_id = ${clientId} and o.branch_id = b.id and o.closed_at is not null and o.closed
        and not o.rejected and o.matched_to is null and o.closed_at >= ${wanted.since}
      order by o.closed_at desc, o.order_id, l.position limit ${MOST_OF_BRANCH})
      union all
      (select ${lineToday(wanted)} from ledger_orders o ${linesWithoutOffer}
      where o.system_client_id = ${clientId} and o.branch_id = b.id and not o.closed and not o.rejected
        and o.matched_to is null and coalesce(o.planned_start, o.created_at) >= ${wanted.since}
      order by o.planned_start desc nulls last, o.order_id, l.position limit ${MOST_OF_BRANCH})
    ) n`)
}

interface ApartRow {
  car: string
  findings: number
  offers: number
  currency: string | null
  incVat: string | null
}

/** Of rejected orders and of surveys without an order, by car and currency. */
export function listApart({ db, clientId }: Reader, { branchIds, since }: Wanted): Promise<ApartRow[]> {
  return db.rows(sql`
    select n.car, sum(n.findings)::int as findings, sum(n.offers)::int as offers, n.currency, sum(n.inc_vat)::text as inc_vat
    from unnest(${branchIds}::text[]) as b(id)
    cross join lateral (
      (select coalesce('order/' || f.order_id, 'survey/' || f.survey_id) as car, 1 as findings, 0 as offers,
        null::text as currency, null::numeric as inc_vat
      from finding_visits f
      where f.system_client_id = ${clientId} and f.branch_id = b.id and f.is_apart and f.at >= ${since}
      order by f.at desc limit ${MOST_OF_BRANCH})
      union all
      (select coalesce('order/' || w.order_id, 'survey/' || w.survey_id), 0, 1, w.currency, w.inc_vat
      from offered_work w
      where w.system_client_id = ${clientId} and w.branch_id = b.id and w.is_apart and w.offered_at >= ${since}
      order by w.offered_at desc limit ${MOST_OF_BRANCH})
    ) n
    group by n.car, n.currency`)
}

/** What the entries show of their orders, as JSON. */
export function listOrderHeaders(
  { db, clientId }: Reader,
  orderIds: readonly string[],
): Promise<{ orderId: string; header: string }[]> {
  return db.rows(sql`
    select o.order_id, o.header::text as header from ledger_orders o
    where o.system_client_id = ${clientId} and o.order_id = any(${orderIds}::text[])`)
}

/** What offers are called. */
export function listOfferNames(
  { db, clientId }: Reader,
  offers: readonly { surveyId: string; quoteId: string }[],
): Promise<{ surveyId: string; quoteId: string; name: string | null }[]> {
  return db.rows(sql`
    select n.survey_id, n.quote_id, n.name
    from unnest(${offers.map(({ surveyId }) => surveyId)}::text[], ${offers.map(({ quoteId }) => quoteId)}::text[]) as w(survey_id, quote_id)
    join ledger_offer_names n on n.system_client_id = ${clientId} and n.survey_id = w.survey_id and n.quote_id = w.quote_id`)
}

/** What lines of orders are called. */
export function listLineNames(
  { db, clientId }: Reader,
  lines: readonly { orderId: string; position: number }[],
): Promise<{ orderId: string; position: number; name: string | null }[]> {
  return db.rows(sql`
    select w.order_id, w.position, o.document->'contents'->w.position->>'description' as name
    from unnest(${lines.map(({ orderId }) => orderId)}::text[], ${lines.map(({ position }) => position)}::int[]) as w(order_id, position)
    join ledger_orders o on o.system_client_id = ${clientId} and o.order_id = w.order_id`)
}

interface PossibleRow {
  surveyId: string
  /** As JSON: packages by question and answer as they were frozen; the selected answers that are not green, by question. */
  offers: string | null
  answers: string
  vehicle: string | null
}

/** What could have been offered on completed surveys. */
export function listPossibleWork(
  { db, clientId }: Reader,
  surveyIds: readonly string[],
): Promise<PossibleRow[]> {
  return db.rows(sql`
    select p.survey_id, p.offers::text as offers,
      (select coalesce(json_agg(json_build_array(a.question_id, a.id) order by a.question_id, a.id), '[]')::text
        from ledger_answers a
        where a.system_client_id = p.system_client_id and a.survey_id = p.survey_id and a.status in ('amber', 'red')) as answers,
      (select (o.header->'vehicle')::text from ledger_visits v
        join ledger_orders o on o.system_client_id = v.system_client_id and o.order_id = v.order_id
        where v.system_client_id = p.system_client_id and v.survey_id = p.survey_id) as vehicle
    from ledger_possible_work p
    where p.system_client_id = ${clientId} and p.survey_id = any(${surveyIds}::text[])`)
}
