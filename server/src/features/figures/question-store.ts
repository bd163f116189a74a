// SQL of the sums of questions by day and branch: from the answers of completed checks.
import { checkTypes, LONGEST_PAUSE_MINUTES } from '@walkaround/contract/figures.ts'
import { sql } from '../../db/sql.ts'
import type { Reader } from './facts-store.ts'
import type { Fold, Grain } from './sums-store.ts'

export async function clearQuestions(
  { db, clientId }: Reader,
  grain: Grain,
  branchIds: readonly string[],
  days: readonly string[],
): Promise<void> {
  await db.run(sql`
    delete from question_days f using unnest(${branchIds}::text[], ${days}::date[]) as w(branch_id, day)
    where f.system_client_id = ${clientId} and f.grain = ${grain} and f.day = w.day and f.branch_id = w.branch_id`)
  await db.run(sql`
    delete from question_money m using unnest(${branchIds}::text[], ${days}::date[]) as w(branch_id, day)
    where m.system_client_id = ${clientId} and m.grain = ${grain} and m.day = w.day and m.branch_id = w.branch_id`)
}

/**
 * The time of a question is from a person's tap before to their tap on it. What was tapped at once, as by "all good", shares it, and
 * what came after a long pause has none.
 */
export async function sumQuestions(
  { db, clientId }: Reader,
  branchIds: readonly string[],
  days: readonly string[],
): Promise<void> {
  await db.run(sql`
    insert into question_days (system_client_id, grain, day, branch_id, template_id, question_id, answered, found, timed, milliseconds)
    with s as (
      select f.day, f.branch_id, s.id,
        case when s.master_client_id = ${clientId} then s.template_id else s.master_client_id || '!' || s.template_id end as template_id
      from unnest(${branchIds}::text[], ${days}::date[]) as w(branch_id, day)
      join order_figures f on f.system_client_id = ${clientId} and f.branch_id = w.branch_id and f.day = w.day and f.checked > 0
      join surveys s on s.system_client_id = ${clientId} and s.order_id = f.order_id and s.completed
        and s.survey_type = any(${checkTypes}::text[])
    ),
    a as (
      select distinct s.id, a.question_id, a.answered_by, a.tapped_at
      from s join survey_answers a on a.system_client_id = ${clientId} and a.survey_id = s.id and a.selected
    ),
    t as (
      select a.id, a.answered_by, a.tapped_at, count(*) as questions,
        extract(epoch from a.tapped_at - lag(a.tapped_at) over (partition by a.id, a.answered_by order by a.tapped_at)) * 1000 as gap
      from a where a.tapped_at is not null
      group by a.id, a.answered_by, a.tapped_at
    ),
    q as (
      select a.id, a.question_id, sum(floor(t.gap / t.questions)) as milliseconds
      from a
      left join t on t.id = a.id and t.answered_by is not distinct from a.answered_by and t.tapped_at = a.tapped_at
        and t.gap <= ${LONGEST_PAUSE_MINUTES * 60_000}
      group by a.id, a.question_id
    )
    select ${clientId}, 'branch.day', s.day, s.branch_id, s.template_id, q.question_id, count(*), count(v.survey_id),
      count(q.milliseconds), coalesce(sum(q.milliseconds), 0)
    from s
    join q on q.id = s.id
    left join finding_visits v on v.system_client_id = ${clientId} and v.survey_id = q.id and v.question_id = q.question_id
    group by s.day, s.branch_id, s.template_id, q.question_id`)
  await db.run(sql`
    insert into question_money (system_client_id, grain, day, branch_id, template_id, question_id, currency, sold_money)
    select ${clientId}, 'branch.day', f.day, f.branch_id,
      case when s.master_client_id = ${clientId} then s.template_id else s.master_client_id || '!' || s.template_id end, o.question_id,
      o.currency, sum(o.sold_ex_vat)
    from unnest(${branchIds}::text[], ${days}::date[]) as w(branch_id, day)
    join order_figures f on f.system_client_id = ${clientId} and f.branch_id = w.branch_id and f.day = w.day and f.checked > 0
    join surveys s on s.system_client_id = ${clientId} and s.order_id = f.order_id and s.completed
      and s.survey_type = any(${checkTypes}::text[])
    join offered_work o on o.system_client_id = ${clientId} and o.survey_id = s.id and not o.is_apart and o.currency is not null
      and o.sold_ex_vat is not null
    group by 3, 4, 5, 6, 7`)
}

/** Longer spans of branches or of the client, from shorter ones. */
export async function sumQuestionSpans(
  { db, clientId }: Reader,
  { from, to, branchIds, days, last }: Fold,
): Promise<void> {
  await db.run(sql`
    insert into question_days (system_client_id, grain, day, branch_id, template_id, question_id, answered, found, timed, milliseconds)
    select ${clientId}, ${to}, w.day, f.branch_id, f.template_id, f.question_id, sum(f.answered), sum(f.found), sum(f.timed),
      sum(f.milliseconds)
    from unnest(${branchIds}::text[], ${days}::date[], ${last}::date[]) as w(branch_id, day, last)
    cross join lateral (
      select * from question_days f
      where f.system_client_id = ${clientId} and f.grain = ${from} and f.branch_id = w.branch_id and f.day between w.day and w.last
      offset 0
    ) f
    group by w.day, f.branch_id, f.template_id, f.question_id`)
  await db.run(sql`
    insert into question_money (system_client_id, grain, day, branch_id, template_id, question_id, currency, sold_money)
    select ${clientId}, ${to}, w.day, m.branch_id, m.template_id, m.question_id, m.currency, sum(m.sold_money)
    from unnest(${branchIds}::text[], ${days}::date[], ${last}::date[]) as w(branch_id, day, last)
    cross join lateral (
      select * from question_money m
      where m.system_client_id = ${clientId} and m.grain = ${from} and m.branch_id = w.branch_id and m.day between w.day and w.last
      offset 0
    ) m
    group by w.day, m.branch_id, m.template_id, m.question_id, m.currency`)
}

/** Days of the whole client, from those of its branches. */
export async function sumQuestionsOfClient({ db, clientId }: Reader, days: readonly string[]): Promise<void> {
  await db.run(sql`
    insert into question_days (system_client_id, grain, day, branch_id, template_id, question_id, answered, found, timed, milliseconds)
    select ${clientId}, 'client.day', f.day, '', f.template_id, f.question_id, sum(f.answered), sum(f.found), sum(f.timed),
      sum(f.milliseconds)
    from question_days f
    where f.system_client_id = ${clientId} and f.grain = 'branch.day' and f.day = any(${days}::date[])
    group by f.day, f.template_id, f.question_id`)
  await db.run(sql`
    insert into question_money (system_client_id, grain, day, branch_id, template_id, question_id, currency, sold_money)
    select ${clientId}, 'client.day', m.day, '', m.template_id, m.question_id, m.currency, sum(m.sold_money)
    from question_money m
    where m.system_client_id = ${clientId} and m.grain = 'branch.day' and m.day = any(${days}::date[])
    group by m.day, m.template_id, m.question_id, m.currency`)
}
