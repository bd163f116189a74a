// The SQL of what became of reminders: one statement for people and cars, one for the work that was sold.
import { type Part, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

interface FiguresQuery {
  /** From the first moment to before the second. */
  from: Date
  to: Date
  returnDays: number
}

/** Of the period and of the branches within reach: of `r`, a reminder. */
const isAsked = ({ branches }: Pick<Scope, 'branches'>, { from, to }: FiguresQuery): Part => part`
  r.created_at >= ${from} and r.created_at < ${to}
    and (${branches ?? null}::text[] is null or r.branch_id = any(${branches ?? null}::text[]))`

interface CountsRow {
  sent: number
  opened: number
  returned: number
}

export async function countReminders(scope: Scope, query: FiguresQuery): Promise<CountsRow> {
  const { db, clientId } = scope
  const row = await db.row<CountsRow>(sql`
    with r as (
      select r.id, r.survey_id, r.vehicle_key, m.link_id, m.sent_at from reminders r
      join messages m on m.system_client_id = ${clientId} and m.id = r.message_id and m.state = 'sent'
      where r.system_client_id = ${clientId} and ${isAsked(scope, query)}
    )
    select count(*)::int as sent, count(l.opened_at)::int as opened,
      (count(*) filter (where exists (
        select from ledger_visits s
        join ledger_visits was on was.system_client_id = ${clientId} and was.survey_id = r.survey_id
        where s.system_client_id = ${clientId} and s.vehicle_key = r.vehicle_key and s.created_at > r.sent_at
          and s.created_at < r.sent_at + make_interval(days => ${query.returnDays}::int)
          and s.order_id is distinct from was.order_id)))::int as returned
    from r left join owner_links l on l.system_client_id = ${clientId} and l.id = r.link_id`)
  return row ?? { sent: 0, opened: 0, returned: 0 }
}

interface SoldRow {
  currency: string | null
  works: number
  exVat: string | null
  incVat: string | null
}

/** Work that was sold after a reminder of work for the same finding; each once, by currency. */
export function sumSold(scope: Scope, query: FiguresQuery): Promise<SoldRow[]> {
  const { db, clientId } = scope
  return db.rows(sql`
    with r as (
      select r.id, r.survey_id, r.vehicle_key, m.link_id, m.sent_at from reminders r
      join messages m on m.system_client_id = ${clientId} and m.id = r.message_id and m.state = 'sent'
      where r.system_client_id = ${clientId} and ${isAsked(scope, query)}
    ),
    sold as (
      select distinct o.survey_id, o.quote_id, o.currency, o.sold_ex_vat, o.sold_inc_vat
      from r
      join reminder_lines l on l.system_client_id = ${clientId} and l.reminder_id = r.id
      join offered_work w on w.system_client_id = ${clientId} and w.survey_id = l.survey_id and w.quote_id = l.quote_id
      join offered_work o on o.system_client_id = ${clientId} and o.vehicle_key = w.vehicle_key and o.state = 'sold'
        and o.sold_at >= r.sent_at and not o.is_apart
        and (array[o.question_id] || o.covered_questions) && (array[w.question_id] || w.covered_questions)
    )
    select currency, count(*)::int as works, sum(sold_ex_vat)::text as ex_vat, sum(sold_inc_vat)::text as inc_vat
    from sold group by currency order by currency nulls last`)
}
