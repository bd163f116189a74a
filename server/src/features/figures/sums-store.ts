// SQL of the sums of figures by day, branch and person: always made again from the facts of orders, never counted on.
import type { Span } from '@walkaround/contract/rules/figure-periods.ts'
import { part, sql } from '../../db/sql.ts'
import { countColumns, moneyColumns, type Reader } from './facts-store.ts'

/** A branch and a day whose sums are to be made again. */
export interface Cell {
  branchId: string
  day: string
}

/** What a sum is of. Of the client there are days, and months of questions; weeks of branches alone. */
export type Grain = `${'client' | 'branch' | 'person'}.${Span}`

/** Sums that are made from those of shorter spans. */
export interface Fold {
  from: Grain
  to: Grain
  /** The first day of what is summed, under which the sum is stored, and the last one. */
  days: readonly string[]
  last: readonly string[]
  /** As many as days; of the client it is empty. */
  branchIds: readonly string[]
}

const ofCounts = part`sum(f.orders), sum(f.rejected), sum(f.checked), sum(f.checks), sum(f.amber), sum(f.red), sum(f.offered),
  sum(f.approved), sum(f.sold), sum(f.deferred), sum(f.returned), sum(f.sent), sum(f.opened), sum(f.decided_online),
  sum(f.timed_checks), sum(f.check_seconds), sum(f.told), sum(f.told_seconds), sum(f.decided),
  sum(f.decided_seconds), sum(f.photos), sum(f.videos), sum(f.stars), sum(f.feedbacks),
  sum(f.timed_offers), sum(f.offer_seconds), sum(f.parts_replies), sum(f.parts_seconds),
  sum(f.not_offered), sum(f.sent_with_video), sum(f.watched)`
const ofMoney = part`sum(m.priced_orders), sum(m.offered_money), sum(m.approved_money), sum(m.sold_money), sum(m.uplift_money)`

/** `branchIds` and `days` belong together; of all persons. */
export async function clearSums(
  { db, clientId }: Reader,
  grain: Grain,
  branchIds: readonly string[],
  days: readonly string[],
): Promise<void> {
  await db.run(sql`
    delete from figure_days f using unnest(${branchIds}::text[], ${days}::date[]) as w(branch_id, day)
    where f.system_client_id = ${clientId} and f.grain = ${grain} and f.day = w.day and f.branch_id = w.branch_id`)
  await db.run(sql`
    delete from figure_money m using unnest(${branchIds}::text[], ${days}::date[]) as w(branch_id, day)
    where m.system_client_id = ${clientId} and m.grain = ${grain} and m.day = w.day and m.branch_id = w.branch_id`)
}

/** Sums of days of branches, from the facts of their orders. */
export async function sumBranches(
  { db, clientId }: Reader,
  branchIds: readonly string[],
  days: readonly string[],
): Promise<void> {
  await db.run(sql`
    insert into figure_days (system_client_id, grain, day, branch_id, person, ${countColumns})
    select ${clientId}, 'branch.day', f.day, f.branch_id, '', ${ofCounts}
    from unnest(${branchIds}::text[], ${days}::date[]) as w(branch_id, day)
    join order_figures f on f.system_client_id = ${clientId} and f.branch_id = w.branch_id and f.day = w.day
    group by f.day, f.branch_id`)
  await db.run(sql`
    insert into figure_money (system_client_id, grain, day, branch_id, person, currency, ${moneyColumns})
    select ${clientId}, 'branch.day', f.day, f.branch_id, '', m.currency, ${ofMoney}
    from unnest(${branchIds}::text[], ${days}::date[]) as w(branch_id, day)
    join order_figures f on f.system_client_id = ${clientId} and f.branch_id = w.branch_id and f.day = w.day
    join order_money m on m.system_client_id = ${clientId} and m.order_id = f.order_id
    group by f.day, f.branch_id, m.currency`)
}

/** The same for each person of those orders. */
export async function sumPersons(
  { db, clientId }: Reader,
  branchIds: readonly string[],
  days: readonly string[],
): Promise<void> {
  await db.run(sql`
    insert into figure_days (system_client_id, grain, day, branch_id, person, ${countColumns})
    select ${clientId}, 'person.day', f.day, f.branch_id, p.person, ${ofCounts}
    from unnest(${branchIds}::text[], ${days}::date[]) as w(branch_id, day)
    join order_figures f on f.system_client_id = ${clientId} and f.branch_id = w.branch_id and f.day = w.day
    cross join lateral unnest(f.persons) as p(person)
    group by f.day, f.branch_id, p.person`)
  await db.run(sql`
    insert into figure_money (system_client_id, grain, day, branch_id, person, currency, ${moneyColumns})
    select ${clientId}, 'person.day', f.day, f.branch_id, p.person, m.currency, ${ofMoney}
    from unnest(${branchIds}::text[], ${days}::date[]) as w(branch_id, day)
    join order_figures f on f.system_client_id = ${clientId} and f.branch_id = w.branch_id and f.day = w.day
    cross join lateral unnest(f.persons) as p(person)
    join order_money m on m.system_client_id = ${clientId} and m.order_id = f.order_id
    group by f.day, f.branch_id, p.person, m.currency`)
}

/**
 * Longer spans of branches and of their persons. `offset 0`: whatever is known of the table, it is read by its index, a branch and a
 * span at a time.
 */
export async function sumSpans(
  { db, clientId }: Reader,
  { from, to, days, last, branchIds }: Fold,
): Promise<void> {
  await db.run(sql`
    insert into figure_days (system_client_id, grain, day, branch_id, person, ${countColumns})
    select ${clientId}, ${to}, w.day, f.branch_id, f.person, ${ofCounts}
    from unnest(${branchIds}::text[], ${days}::date[], ${last}::date[]) as w(branch_id, day, last)
    cross join lateral (
      select * from figure_days f
      where f.system_client_id = ${clientId} and f.grain = ${from} and f.branch_id = w.branch_id and f.day between w.day and w.last
      offset 0
    ) f
    group by w.day, f.branch_id, f.person`)
  await db.run(sql`
    insert into figure_money (system_client_id, grain, day, branch_id, person, currency, ${moneyColumns})
    select ${clientId}, ${to}, w.day, m.branch_id, m.person, m.currency, ${ofMoney}
    from unnest(${branchIds}::text[], ${days}::date[], ${last}::date[]) as w(branch_id, day, last)
    cross join lateral (
      select * from figure_money m
      where m.system_client_id = ${clientId} and m.grain = ${from} and m.branch_id = w.branch_id and m.day between w.day and w.last
      offset 0
    ) m
    group by w.day, m.branch_id, m.person, m.currency`)
}

/** Days of the whole client, from those of its branches. */
export async function sumClient({ db, clientId }: Reader, days: readonly string[]): Promise<void> {
  await db.run(sql`
    insert into figure_days (system_client_id, grain, day, branch_id, person, ${countColumns})
    select ${clientId}, 'client.day', f.day, '', '', ${ofCounts} from figure_days f
    where f.system_client_id = ${clientId} and f.grain = 'branch.day' and f.day = any(${days}::date[])
    group by f.day`)
  await db.run(sql`
    insert into figure_money (system_client_id, grain, day, branch_id, person, currency, ${moneyColumns})
    select ${clientId}, 'client.day', m.day, '', '', m.currency, ${ofMoney} from figure_money m
    where m.system_client_id = ${clientId} and m.grain = 'branch.day' and m.day = any(${days}::date[])
    group by m.day, m.currency`)
}
