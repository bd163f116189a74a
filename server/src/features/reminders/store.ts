// The SQL of reminders: which work is due, and of what somebody was reminded.
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { DueKind, DuePlace, DueRow, LineToSave, ReminderToSave } from './model.ts'

type Reader = Pick<Scope, 'db' | 'clientId'>

interface DueQuery {
  kind: DueKind
  /** ISO dates, both included. */
  from: string
  to: string
  after?: DuePlace | undefined
  limit: number
}

/**
 * Work of this kind whose day lies between the two, of which nobody was reminded for that day, and which nobody takes care of. What
 * nobody has touched comes from the index of all branches in the order in which it is due; what staff moved to another day is little.
 */
export function listDue({ db, clientId }: Reader, query: DueQuery): Promise<DueRow[]> {
  const { kind, from, to, after, limit } = query
  const isDeferred = kind === 'deferred'
  const dueAfter = part`(${after?.due ?? '-infinity'}::date, ${after?.surveyId ?? ''}::text, ${after?.quoteId ?? ''}::text)`
  return db.rows(sql`
    with untouched as (
      select w.survey_id, w.quote_id, w.vehicle_key, w.due from put_off_work w
      where w.system_client_id = ${clientId} and w.due >= ${from}::date and w.due <= ${to}::date
        and w.decision = ${isDeferred ? 'deferred' : 'rejected'} and (w.deferred_to is not null or not ${isDeferred}::boolean)
        and (w.due, w.survey_id, w.quote_id) > ${dueAfter}
        and not exists (select from work_follow_ups f where f.system_client_id = ${clientId} and f.survey_id = w.survey_id
          and f.quote_id = w.quote_id
          and (f.ended_as is not null or f.claimed_by is not null or f.booked_at is not null or f.due_on is not null))
        and not exists (select from reminder_lines l where l.system_client_id = ${clientId} and l.survey_id = w.survey_id
          and l.quote_id = w.quote_id and l.kind = ${kind} and l.due = w.due)
      order by w.due, w.survey_id, w.quote_id limit ${limit}
    ), moved as (
      select w.survey_id, w.quote_id, w.vehicle_key, f.due_on as due
      from work_follow_ups f
      join put_off_work w on w.system_client_id = ${clientId} and w.survey_id = f.survey_id and w.quote_id = f.quote_id
      where ${isDeferred}::boolean and f.system_client_id = ${clientId} and f.ended_as is null
        and (f.claimed_by is not null or f.due_on is not null) and f.claimed_by is null and f.booked_at is null
        and f.last_call is distinct from 'callAgain' and w.decision = 'deferred'
        and f.due_on >= ${from}::date and f.due_on <= ${to}::date and (f.due_on, w.survey_id, w.quote_id) > ${dueAfter}
        and not exists (select from reminder_lines l where l.system_client_id = ${clientId} and l.survey_id = w.survey_id
          and l.quote_id = w.quote_id and l.kind = ${kind} and l.due = f.due_on)
    )
    select survey_id, quote_id, vehicle_key, due::text as due
    from (select * from untouched union all select * from moved) u
    order by u.due, survey_id, quote_id limit ${limit}`)
}

/** What was said before about this work. */
export function listLines({ db, clientId }: Reader, surveyIds: readonly string[]): Promise<LineToSave[]> {
  return db.rows(sql`
    select survey_id, quote_id, kind, due::text as due from reminder_lines
    where system_client_id = ${clientId} and survey_id = any(${surveyIds}::text[])
    order by survey_id, quote_id, kind, due`)
}

/** With its event. Returns how many lines are new: fewer than given if another process was first. */
export async function insertReminder(scope: Scope, reminder: ReminderToSave): Promise<number> {
  const { id, surveyId, vehicleKey, branchId, personHash, messageId, isByHand, lines } = reminder
  const works = new Set(lines.map((line) => JSON.stringify([line.surveyId, line.quoteId]))).size
  const payload = { reminderId: id, works, ...(isByHand ? { isByHand: true } : {}) }
  await scope.db.run(sql`
    with made as (
      insert into reminders (system_client_id, id, survey_id, vehicle_key, branch_id, person_hash, message_id, is_by_hand,
        created_at)
      values (${scope.clientId}, ${id}, ${surveyId}, ${vehicleKey}, ${branchId}, ${personHash}, ${messageId}, ${isByHand},
        ${scope.now})
      returning id
    )
    ${insertEvent(scope, 'reminder.made', `survey/${surveyId}`, payload)} from made`)
  return scope.db.run(sql`
    insert into reminder_lines (system_client_id, survey_id, quote_id, kind, due, reminder_id)
    select ${scope.clientId}, l.survey_id, l.quote_id, l.kind, l.due, ${id}
    from unnest(${lines.map((line) => line.surveyId)}::text[], ${lines.map((line) => line.quoteId)}::text[],
      ${lines.map(({ kind }) => kind)}::text[], ${lines.map(({ due }) => due)}::date[]) as l(survey_id, quote_id, kind, due)
    on conflict do nothing`)
}

export async function findReminder(
  { db, clientId }: Reader,
  id: string,
): Promise<{ surveyId: string; messageId: string } | undefined> {
  return db.row(sql`
    select survey_id, message_id from reminders where system_client_id = ${clientId} and id = ${id}`)
}

/** When somebody was last reminded of work on each of these surveys. */
export function listLastReminders(
  { db, clientId }: Reader,
  surveyIds: readonly string[],
): Promise<{ surveyId: string; at: Date }[]> {
  return db.rows(sql`
    select l.survey_id, max(r.created_at) as at from reminder_lines l
    join reminders r on r.system_client_id = ${clientId} and r.id = l.reminder_id
    where l.system_client_id = ${clientId} and l.survey_id = any(${surveyIds}::text[])
    group by l.survey_id order by l.survey_id`)
}

interface HeaderRow {
  surveyId: string
  branchId: string | null
  header: string | null
  corrections: string | null
}

/** Whose these surveys are. */
export function listHeaders({ db, clientId }: Reader, surveyIds: readonly string[]): Promise<HeaderRow[]> {
  return db.rows(sql`
    select s.id as survey_id, s.branch_id, s.header::text as header, s.contact_corrections::text as corrections
    from surveys_with_origin s where s.system_client_id = ${clientId} and s.id = any(${surveyIds}::text[])
    order by s.id`)
}
