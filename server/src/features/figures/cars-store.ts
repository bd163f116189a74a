// SQL of the orders behind figures, in pages: the newest day first along an index, or sorted by something else of a bounded period.
import type { CarOrder } from '@walkaround/contract/figures.ts'
import { type Part, part, sql } from '../../db/sql.ts'
import type { Reader } from './facts-store.ts'
import type { CountRow, MoneyRow } from './read-store.ts'

/** What is listed: all orders of the client, unless branches or a person are given. */
export interface AskedCars {
  from: string
  to: string
  branchIds?: readonly string[] | undefined
  person?: string | undefined
  limit: number
}

/** Where a page ends. */
interface CarPlace {
  day: string
  orderId: string
}

export interface RankedPlace extends CarPlace {
  /** What the list is sorted by, as a decimal. */
  rank: string
}

export interface CarRow extends CarPlace, Omit<CountRow, 'key' | 'isBefore'> {
  branchId: string
  persons: string[]
  rank: string
}

const carColumns = part`f.order_id, f.day::text as day, f.branch_id, f.persons, f.orders, f.rejected, f.checked, f.checks, f.amber, f.red,
  f.offered, f.approved, f.sold, f.deferred, f.returned, f.sent, f.opened, f.decided_online, f.timed_checks,
  f.check_seconds::float8 as check_seconds, f.told, f.told_seconds::float8 as told_seconds, f.decided,
  f.decided_seconds::float8 as decided_seconds, f.photos, f.videos, f.stars, f.feedbacks, f.timed_offers,
  f.offer_seconds::float8 as offer_seconds, f.parts_replies, f.parts_seconds::float8 as parts_seconds, f.not_offered, f.sent_with_video, f.watched`

/** The newest day first, from behind a place: `after` is the first one that is not listed, which need not exist. */
export function listNewestCars(
  { db, clientId }: Reader,
  { from, branchIds, person, limit }: AskedCars,
  after: CarPlace,
): Promise<CarRow[]> {
  if (person !== undefined)
    return db.rows(sql`
      select ${carColumns}, '0' as rank from (
        select p.order_id from order_people p
        where p.system_client_id = ${clientId} and p.person = ${person} and p.day >= ${from}::date
          and (p.day, p.order_id) < (${after.day}::date, ${after.orderId})
          and (${branchIds ?? null}::text[] is null or p.branch_id = any(${branchIds ?? null}::text[]))
        order by p.day desc, p.order_id desc limit ${limit}
      ) p
      join order_figures f on f.system_client_id = ${clientId} and f.order_id = p.order_id
      order by f.day desc, f.order_id desc`)
  if (branchIds)
    return db.rows(sql`
      select ${carColumns}, '0' as rank from (
        select o.order_id from unnest(${branchIds}::text[]) as w(branch_id)
        cross join lateral (
          select o.day, o.order_id from order_figures o
          where o.system_client_id = ${clientId} and o.branch_id = w.branch_id and o.day >= ${from}::date
            and (o.day, o.order_id) < (${after.day}::date, ${after.orderId})
          order by o.day desc, o.order_id desc limit ${limit}
        ) o
        order by o.day desc, o.order_id desc limit ${limit}
      ) p
      join order_figures f on f.system_client_id = ${clientId} and f.order_id = p.order_id
      order by f.day desc, f.order_id desc`)
  return db.rows(sql`
    select ${carColumns}, '0' as rank from order_figures f
    where f.system_client_id = ${clientId} and f.day >= ${from}::date
      and (f.day, f.order_id) < (${after.day}::date, ${after.orderId})
    order by f.day desc, f.order_id desc limit ${limit}`)
}

/** Of an order `f` with its money `m` of one currency. */
const rankBy = (order: CarOrder): Part => part`
  case ${order}::text when 'sold' then coalesce(m.sold_money, 0) when 'notSold' then coalesce(m.offered_money - m.sold_money, 0)
    else f.not_offered end`

const ranked = (order: CarOrder, clientId: string, currency: string | undefined): Part => part`
  cross join lateral (
    select ${rankBy(order)} as rank from (values (1)) one(n)
    left join order_money m on m.system_client_id = ${clientId} and m.order_id = f.order_id and m.currency = ${currency ?? null}
  ) r`

const behind = (after: RankedPlace | undefined): Part => part`
  (${after === undefined} or (r.rank, f.day, f.order_id) < (${after?.rank ?? null}::numeric, ${after?.day ?? null}::date,
    ${after?.orderId ?? null}))`

/** Reads every order of the period: the caller sees to it that there are not too many. */
export function listRankedCars(
  { db, clientId }: Reader,
  { from, to, branchIds, person, limit }: AskedCars,
  order: CarOrder,
  currency: string | undefined,
  after: RankedPlace | undefined,
): Promise<CarRow[]> {
  if (person !== undefined)
    return db.rows(sql`
      select ${carColumns}, r.rank::text as rank from order_people p
      join order_figures f on f.system_client_id = ${clientId} and f.order_id = p.order_id ${ranked(order, clientId, currency)}
      where p.system_client_id = ${clientId} and p.person = ${person} and p.day between ${from}::date and ${to}::date
        and (${branchIds ?? null}::text[] is null or p.branch_id = any(${branchIds ?? null}::text[])) and ${behind(after)}
      order by r.rank desc, f.day desc, f.order_id desc limit ${limit}`)
  if (branchIds)
    return db.rows(sql`
      select ${carColumns}, r.rank::text as rank from unnest(${branchIds}::text[]) as w(branch_id)
      join order_figures f on f.system_client_id = ${clientId} and f.branch_id = w.branch_id
        and f.day between ${from}::date and ${to}::date ${ranked(order, clientId, currency)}
      where ${behind(after)}
      order by r.rank desc, f.day desc, f.order_id desc limit ${limit}`)
  return db.rows(sql`
    select ${carColumns}, r.rank::text as rank from order_figures f ${ranked(order, clientId, currency)}
    where f.system_client_id = ${clientId} and f.day between ${from}::date and ${to}::date and ${behind(after)}
    order by r.rank desc, f.day desc, f.order_id desc limit ${limit}`)
}

interface CarMoneyRow extends Omit<MoneyRow, 'key' | 'isBefore'> {
  orderId: string
}

export function listCarMoney({ db, clientId }: Reader, orderIds: readonly string[]): Promise<CarMoneyRow[]> {
  return db.rows(sql`
    select m.order_id, m.currency, m.priced_orders, m.offered_money::float8 as offered_money,
      m.approved_money::float8 as approved_money, m.sold_money::float8 as sold_money, m.uplift_money::float8 as uplift_money
    from order_money m where m.system_client_id = ${clientId} and m.order_id = any(${orderIds}::text[])
    order by m.order_id, m.currency`)
}
