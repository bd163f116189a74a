// SQL of the facts of orders: what happened to each, as the figures count it. One statement for many orders.
import { checkTypes, LONGEST_CHECK_HOURS, resultTypes } from '@walkaround/contract/figures.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export type Reader = Pick<Scope, 'db' | 'clientId'>

/** Columns of order_figures and figure_days, in the order of contract/src/figures.ts. */
export const countColumns = part`orders, rejected, checked, checks, amber, red, offered, approved, sold, deferred, returned, sent,
  opened, decided_online, timed_checks, check_seconds, told, told_seconds, decided, decided_seconds, photos, videos, stars, feedbacks,
  timed_offers, offer_seconds, parts_replies, parts_seconds, not_offered, sent_with_video, watched`
export const moneyColumns = part`priced_orders, offered_money, approved_money, sold_money, uplift_money`

interface OrderPeople {
  orderId: string
  branchId: string
  /** JSON of a person; null if the order names none. */
  advisor: string | null
  /** JSON of a list of persons. */
  surveyors: string | null
}

/** Of those that exist and are not joined to another order, which has their surveys. */
export function listOrderPeople(
  { db, clientId }: Reader,
  orderIds: readonly string[],
): Promise<OrderPeople[]> {
  return db.rows(sql`
    select o.id as order_id, o.branch_id, (o.survey_header->'serviceAdvisor')::text as advisor, s.surveyors::text as surveyors
    from service_orders o
    cross join lateral (
      select json_agg(s.surveyor) filter (where s.surveyor is not null) as surveyors from surveys s
      where s.system_client_id = ${clientId} and s.order_id = o.id and s.survey_type = any(${checkTypes}::text[])
    ) s
    where o.system_client_id = ${clientId} and o.id = any(${orderIds}::text[]) and o.matched_to is null`)
}

/** With their money and people. */
export async function deleteFacts({ db, clientId }: Reader, orderIds: readonly string[]): Promise<void> {
  await db.run(sql`
    delete from order_figures where system_client_id = ${clientId} and order_id = any(${orderIds}::text[])`)
}

/** Whether the owner of the survey `s` can watch something. */
const hasVideo = (clientId: string) => part`exists (
          select from videos v
          where v.system_client_id = ${clientId} and v.survey_id = s.id and v.state <> 'failed' and v.cleaned
        )`

/**
 * Automatic quotes are offered to nearly every car, whatever was found, so the steps of the funnel leave them out. `persons`: of each order, as a JSON list of
 * their keys; `timeZones`: of each order, by whose clock its day is told.
 */
export async function insertFacts(
  { db, clientId }: Reader,
  orderIds: readonly string[],
  persons: readonly string[],
  timeZones: readonly string[],
): Promise<void> {
  await db.run(sql`
    insert into order_figures (system_client_id, order_id, branch_id, day, persons, vehicle_keys, ${countColumns})
    with o as (
      select o.id, o.branch_id, o.rejected, (coalesce(o.planned_start, o.created_at) at time zone w.time_zone)::date as day,
        array(select json_array_elements_text(w.persons::json)) as persons
      from unnest(${orderIds}::text[], ${persons}::text[], ${timeZones}::text[]) as w(id, persons, time_zone)
      join service_orders o on o.system_client_id = ${clientId} and o.id = w.id
      where o.matched_to is null
    ),
    s as (
      select s.id, s.order_id, s.completed_at, s.completed and s.survey_type = any(${checkTypes}::text[]) as is_check, m.sent_at, m.told_at,
        d.decided_at, n.offered_at, p.parts_replies, p.parts_seconds,
        extract(epoch from s.completed_at - (
          select min(a.tapped_at) from survey_answers a where a.system_client_id = ${clientId} and a.survey_id = s.id
        )) as took
      from o
      join surveys s on s.system_client_id = ${clientId} and s.order_id = o.id
      cross join lateral (
        select min(m.sent_at) as sent_at, min(m.sent_at) filter (where m.sent_at >= s.completed_at) as told_at from messages m
        where m.system_client_id = ${clientId} and m.survey_id = s.id and m.state = 'sent'
          and m.type = any(${resultTypes}::text[])
      ) m
      cross join lateral (
        select min(d.at) as decided_at from owner_decisions d
        where d.system_client_id = ${clientId} and d.survey_id = s.id
      ) d
      cross join lateral (
        select min(n.offered_at) as offered_at from offered_work n
        where n.system_client_id = ${clientId} and n.survey_id = s.id and not n.is_apart and n.category <> 'upsaleQuote'
      ) n
      cross join lateral (
        select count(*) as parts_replies, sum(floor(extract(epoch from p.first_answered_at - p.first_requested_at))) as parts_seconds
        from part_requests p
        where p.system_client_id = ${clientId} and p.survey_id = s.id and p.first_answered_at is not null
      ) p
      where not o.rejected
    ),
    c as (
      select s.order_id, count(*) as checks,
        count(*) filter (where s.took > 0 and s.took <= ${LONGEST_CHECK_HOURS * 3600}) as timed_checks,
        sum(floor(s.took)) filter (where s.took > 0 and s.took <= ${LONGEST_CHECK_HOURS * 3600}) as check_seconds,
        count(s.sent_at) as sent, count(s.told_at) as told, sum(floor(extract(epoch from s.told_at - s.completed_at))) as told_seconds,
        count(*) filter (where s.sent_at is not null and exists (
          select from owner_links l
          where l.system_client_id = ${clientId} and l.survey_id = s.id and l.opened_at is not null
        )) as opened,
        count(*) filter (where s.sent_at is not null and s.decided_at is not null) as decided_online,
        count(*) filter (where s.decided_at >= s.sent_at) as decided,
        sum(floor(extract(epoch from s.decided_at - s.sent_at))) filter (where s.decided_at >= s.sent_at) as decided_seconds,
        sum((select count(*) from photos p where p.system_client_id = ${clientId} and p.survey_id = s.id)) as photos,
        sum((
          select count(*) from videos v
          where v.system_client_id = ${clientId} and v.survey_id = s.id and v.state <> 'failed'
        )) as videos,
        count(s.offered_at) as timed_offers,
        sum(greatest(floor(extract(epoch from s.offered_at - s.completed_at)), 0)) as offer_seconds,
        sum(s.parts_replies) as parts_replies, sum(s.parts_seconds) as parts_seconds,
        count(*) filter (where s.sent_at is not null and ${hasVideo(clientId)}) as sent_with_video,
        count(*) filter (where s.sent_at is not null and ${hasVideo(clientId)} and exists (
          select from owner_links l
          where l.system_client_id = ${clientId} and l.survey_id = s.id and l.watched_at is not null
        )) as watched
      from s where s.is_check group by s.order_id
    ),
    f as (
      select s.order_id, count(*) filter (where v.grade = 'amber') as amber, count(*) filter (where v.grade = 'red') as red,
        count(*) filter (where not v.is_offered) as not_offered
      from s
      join finding_visits v on v.system_client_id = ${clientId} and v.survey_id = s.id and not v.is_apart
      join findings f on f.system_client_id = ${clientId} and f.id = v.finding_id and f.counted_in = v.survey_id
      group by s.order_id
    ),
    w as (
      select s.order_id, count(*) as offered, count(*) filter (where w.decision = 'approved') as approved, count(w.sold_at) as sold,
        count(*) filter (where w.decision = 'deferred') as deferred,
        count(*) filter (where w.decision = 'deferred' and (w.sold_order_id <> s.order_id or exists (
          select from offered_work l
          where l.system_client_id = ${clientId} and l.vehicle_key = w.vehicle_key and l.offered_at > w.offered_at
            and l.survey_id <> w.survey_id and l.sold_at is not null and not l.is_apart
            and (l.question_id || l.covered_questions) && (w.question_id || w.covered_questions)
        ))) as returned
      from s
      join offered_work w on w.system_client_id = ${clientId} and w.survey_id = s.id and not w.is_apart
      where w.category <> 'upsaleQuote'
      group by s.order_id
    ),
    b as (
      select s.order_id, sum(b.stars) as stars, count(*) as feedbacks
      from s join owner_feedback b on b.system_client_id = ${clientId} and b.survey_id = s.id
      group by s.order_id
    )
    select ${clientId}, o.id, o.branch_id, o.day, o.persons,
      array(
        select v.vehicle_key from surveys v
        where v.system_client_id = ${clientId} and v.order_id = o.id and v.vehicle_key is not null
        union
        select v.vehicle_key from order_work k
        join surveys v on v.system_client_id = ${clientId} and v.id = k.survey_id
        where k.system_client_id = ${clientId} and k.order_id = o.id and v.vehicle_key is not null
        order by 1
      ),
      (not o.rejected)::int, o.rejected::int, (c.checks is not null)::int, coalesce(c.checks, 0),
      case when c.checks is not null then coalesce(f.amber, 0) else 0 end, case when c.checks is not null then coalesce(f.red, 0) else 0 end,
      coalesce(w.offered, 0), coalesce(w.approved, 0), coalesce(w.sold, 0), coalesce(w.deferred, 0), coalesce(w.returned, 0),
      coalesce(c.sent, 0), coalesce(c.opened, 0), coalesce(c.decided_online, 0), coalesce(c.timed_checks, 0),
      coalesce(c.check_seconds, 0), coalesce(c.told, 0), coalesce(c.told_seconds, 0), coalesce(c.decided, 0),
      coalesce(c.decided_seconds, 0), coalesce(c.photos, 0), coalesce(c.videos, 0), coalesce(b.stars, 0), coalesce(b.feedbacks, 0),
      coalesce(c.timed_offers, 0), coalesce(c.offer_seconds, 0), coalesce(c.parts_replies, 0), coalesce(c.parts_seconds, 0),
      case when c.checks is not null then coalesce(f.not_offered, 0) else 0 end,
      coalesce(c.sent_with_video, 0), coalesce(c.watched, 0)
    from o
    left join c on c.order_id = o.id
    left join f on f.order_id = o.id
    left join w on w.order_id = o.id
    left join b on b.order_id = o.id`)
}

/** For lists of the orders of a person; after insertFacts. */
export async function insertPeople({ db, clientId }: Reader, orderIds: readonly string[]): Promise<void> {
  await db.run(sql`
    insert into order_people (system_client_id, person, day, order_id, branch_id)
    select ${clientId}, p.person, f.day, f.order_id, f.branch_id from order_figures f
    cross join lateral unnest(f.persons) as p(person)
    where f.system_client_id = ${clientId} and f.order_id = any(${orderIds}::text[])`)
}

/** Their money by currency; after insertFacts. `currencies`: of each order, for one which names none. */
export async function insertMoney(
  { db, clientId }: Reader,
  orderIds: readonly string[],
  currencies: readonly (string | null)[],
): Promise<void> {
  await db.run(sql`
    insert into order_money (system_client_id, order_id, currency, ${moneyColumns})
    with o as (
      select o.id, o.currency, t.currency as usual from unnest(${orderIds}::text[], ${currencies}::text[]) as t(id, currency)
      join order_figures f on f.system_client_id = ${clientId} and f.order_id = t.id and f.orders > 0
      join service_orders o on o.system_client_id = ${clientId} and o.id = f.order_id
    ),
    w as (
      select o.id, w.currency, case when w.category <> 'upsaleQuote' then w.ex_vat end as ex_vat,
        case when w.category <> 'upsaleQuote' and w.decision = 'approved' then w.approved_ex_vat end as approved,
        case when w.category <> 'upsaleQuote' then w.sold_ex_vat end as sold, w.sold_ex_vat as uplift
      from o
      join surveys s on s.system_client_id = ${clientId} and s.order_id = o.id
      join offered_work w on w.system_client_id = ${clientId} and w.survey_id = s.id and not w.is_apart
      where w.currency is not null
      union all
      select o.id, k.currency, null, null, null, k.sold_ex_vat from o
      join order_work k on k.system_client_id = ${clientId} and k.order_id = o.id and k.quote_id is null
      where k.currency is not null
    )
    select ${clientId}, id, currency, max(priced), sum(ex_vat), sum(approved), sum(sold), sum(uplift)
    from (
      select id, currency, 0 as priced, coalesce(ex_vat, 0) as ex_vat, coalesce(approved, 0) as approved, coalesce(sold, 0) as sold,
        coalesce(uplift, 0) as uplift
      from w
      union all
      select id, coalesce(currency, usual, (select min(w.currency) from w where w.id = o.id)), 1, 0, 0, 0, 0 from o
    ) m
    where currency is not null
    group by id, currency`)
}

export async function saveNames(
  { db, clientId }: Reader,
  persons: readonly string[],
  names: readonly string[],
): Promise<void> {
  await db.run(sql`
    insert into figure_people (system_client_id, person, name)
    select ${clientId}, w.person, w.name from unnest(${persons}::text[], ${names}::text[]) as w(person, name)
    on conflict (system_client_id, person) do nothing`)
}

interface Place {
  orderId: string
  branchId: string
  day: string
  vehicleKeys: string[]
}

/** As they were last counted. */
export function listCounted({ db, clientId }: Reader, orderIds: readonly string[]): Promise<Place[]> {
  return db.rows(sql`
    select order_id, branch_id, day::text as day, vehicle_keys from order_figures
    where system_client_id = ${clientId} and order_id = any(${orderIds}::text[])`)
}

/** Orders and surveys as events name them → the orders, and the vehicles whose findings they touch now. */
export function listTouched(
  { db, clientId }: Reader,
  { orderIds, surveyIds }: { orderIds: readonly string[]; surveyIds: readonly string[] },
): Promise<{ orderId: string | null; vehicleKey: string | null }[]> {
  return db.rows(sql`
    select s.order_id, s.vehicle_key from surveys s
    where s.system_client_id = ${clientId} and s.id = any(${surveyIds}::text[])
    union
    select s.order_id, s.vehicle_key from surveys s
    where s.system_client_id = ${clientId} and s.order_id = any(${orderIds}::text[])
    union
    select k.order_id, v.vehicle_key from order_work k
    join surveys v on v.system_client_id = ${clientId} and v.id = k.survey_id
    where k.system_client_id = ${clientId} and k.order_id = any(${orderIds}::text[])`)
}

/** Every visit of these vehicles, and every order with a line that names one of them. */
export async function listOrdersOf(
  { db, clientId }: Reader,
  vehicleKeys: readonly string[],
): Promise<string[]> {
  const rows = await db.rows<{ orderId: string }>(sql`
    select s.order_id from surveys s
    where s.system_client_id = ${clientId} and s.vehicle_key = any(${vehicleKeys}::text[]) and s.order_id is not null
    union
    select k.order_id from surveys s
    join order_work k on k.system_client_id = ${clientId} and k.survey_id = s.id
    where s.system_client_id = ${clientId} and s.vehicle_key = any(${vehicleKeys}::text[])`)
  return rows.map(({ orderId }) => orderId)
}

/** In steps over all orders of a client; `counted`: those that were counted, whether they still exist or not. */
export async function listOrdersAfter(
  { db, clientId }: Reader,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from service_orders where system_client_id = ${clientId} and id > ${after} order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export async function listCountedAfter(
  { db, clientId }: Reader,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ orderId: string }>(sql`
    select order_id from order_figures where system_client_id = ${clientId} and order_id > ${after}
    order by order_id limit ${limit}`)
  return rows.map(({ orderId }) => orderId)
}
