// The SQL of work that was put off or declined, and of what people did with it.
import type { EventPayload } from '@walkaround/contract/events.ts'
import type { FollowUpAct } from '@walkaround/contract/rules/follow-up.ts'
import { insertEvent } from '../../db/events.ts'
import { type Part, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { FollowUpRow, ListQuery, Place, TotalRow, WorkRow } from './model.ts'

const isActive = part`f.ended_as is null and (f.claimed_by is not null or f.due_on is not null)`

const matchesList = ({ decision, isOverdue, today }: ListQuery): Part => part`
  (${decision ?? null}::text is null or w.decision = ${decision ?? null})
  and (not ${isOverdue}::boolean or (w.due < ${today}::date and w.deferred_to is not null))`

/** Of `w`: nobody has moved, taken or ended it. */
const isUntouched = ({ clientId }: Pick<Scope, 'clientId'>, { claimedBy }: ListQuery): Part => part`
  ${claimedBy ?? null}::text is null
    and not exists (select from work_follow_ups f where f.system_client_id = ${clientId}
      and f.survey_id = w.survey_id and f.quote_id = w.quote_id
      and (f.ended_as is not null or f.claimed_by is not null or f.due_on is not null))`

/** A thousand branches are looked up in a hash; `any` would compare with one after the other, row by row, in a plan that is kept. */
const isAtPlaces = ({ places }: ListQuery): Part => part`
  (w.place in (select unnest(${places}::text[]))) is true`

const beginOf = (after: Place | undefined): Part => part`
  (${after?.due ?? '-infinity'}::date, ${after?.surveyId ?? ''}::text, ${after?.quoteId ?? ''}::text)`

/** What people moved or took: `f`, of work `w` that is asked for. */
const isActiveInList = ({ claimedBy, isUnclaimed, decision, isOverdue, today }: ListQuery): Part => part`
  ${isActive}
  and (${claimedBy ?? null}::text is null or f.claimed_by = ${claimedBy ?? null})
  and (not ${isUnclaimed}::boolean or f.claimed_by is null)
  and (${decision ?? null}::text is null or w.decision = ${decision ?? null})
  and (not ${isOverdue}::boolean or (coalesce(f.due_on, w.deferred_to) < ${today}::date))`

/** Of few branches, by the work of each. */
const activeOfFew = ({ clientId }: Pick<Scope, 'clientId'>, query: ListQuery): Part => part`
  unnest(${query.places}::text[]) as p(place)
  cross join lateral (
    select * from put_off_work w where w.system_client_id = ${clientId} and w.place = p.place offset 0
  ) w
  join work_follow_ups f on f.system_client_id = ${clientId} and f.survey_id = w.survey_id and f.quote_id = w.quote_id
    and ${isActiveInList(query)}`

/** Of many, by what is active, which is little: `offset 0` looks up the work of each by its key. */
const activeOfMany = ({ clientId }: Pick<Scope, 'clientId'>, query: ListQuery): Part => part`
  work_follow_ups f
  join lateral (
    select * from put_off_work w
    where w.system_client_id = ${clientId} and w.survey_id = f.survey_id and w.quote_id = f.quote_id and ${isAtPlaces(query)}
    offset 0
  ) w on f.system_client_id = ${clientId} and ${isActiveInList(query)}`

const activeColumns = part`w.survey_id, w.quote_id, coalesce(f.due_on, w.due) as due`

/** Of `untouched` and `active`. */
const pageOfWork = (scope: Pick<Scope, 'clientId'>, query: ListQuery, after: Place | undefined): Part => part`
  page as (
    select survey_id, quote_id, due from (select * from untouched union all select * from active) u
    where (u.due, u.survey_id, u.quote_id) > ${beginOf(after)}
    order by due, survey_id, quote_id limit ${query.limit}
  )
  select p.due::text as due, w.survey_id, w.quote_id, w.order_id, w.branch_id, s.site_id, w.vehicle_key, w.question_id,
    w.covered_questions, w.package_id, w.variant_id, w.currency, w.ex_vat::float8 as ex_vat, w.inc_vat::float8 as inc_vat,
    w.decision, w.decided_at, w.reason_code, coalesce(f.due_on, w.deferred_to)::text as until,
    s.header::text as header, s.contact_corrections::text as corrections, s.master_client_id, s.template_id, s.template_version,
    ${followUpColumns}
  from page p
  join put_off_work w on w.system_client_id = ${scope.clientId} and w.survey_id = p.survey_id and w.quote_id = p.quote_id
  join surveys_with_origin s on s.system_client_id = ${scope.clientId} and s.id = p.survey_id
  left join work_follow_ups f on f.system_client_id = ${scope.clientId} and f.survey_id = p.survey_id
    and f.quote_id = p.quote_id
  order by p.due, p.survey_id, p.quote_id`

/** So many branches are read one by one, a page of each. */
const FEW_PLACES = 50

/** In the order in which it is due. What nobody has touched comes from an index, what people moved or took is sorted. */
export function listWork(scope: Scope, query: ListQuery, after: Place | undefined): Promise<WorkRow[]> {
  return query.places.length > FEW_PLACES
    ? listWorkOfMany(scope, query, after)
    : listWorkOfFew(scope, query, after)
}

function listWorkOfFew(scope: Scope, query: ListQuery, after: Place | undefined): Promise<WorkRow[]> {
  return scope.db.rows(sql`
    with untouched as (
      select w.survey_id, w.quote_id, w.due from unnest(${query.places}::text[]) as p(place) cross join lateral (
        select w.survey_id, w.quote_id, w.due from put_off_work w
        where w.system_client_id = ${scope.clientId} and w.place = p.place and ${matchesList(query)}
          and (w.due, w.survey_id, w.quote_id) > ${beginOf(after)} and ${isUntouched(scope, query)}
        order by w.due, w.survey_id, w.quote_id limit ${query.limit}) w
    ), active as (
      select ${activeColumns} from ${activeOfFew(scope, query)}
    ), ${pageOfWork(scope, query, after)}`)
}

/** Of all branches in the order in which it is due, until the page is full: nearly every row is of one that is asked for. */
function listWorkOfMany(scope: Scope, query: ListQuery, after: Place | undefined): Promise<WorkRow[]> {
  return scope.db.rows(sql`
    with untouched as (
      select w.survey_id, w.quote_id, w.due from put_off_work w
      where w.system_client_id = ${scope.clientId} and ${isAtPlaces(query)} and ${matchesList(query)}
        and (w.due, w.survey_id, w.quote_id) > ${beginOf(after)} and ${isUntouched(scope, query)}
      order by w.due, w.survey_id, w.quote_id limit ${query.limit}
    ), active as (
      select ${activeColumns} from ${activeOfMany(scope, query)}
    ), ${pageOfWork(scope, query, after)}`)
}

export const followUpColumns = part`coalesce(f.revision, 0) as revision, f.last_act, f.last_kind, f.changed_by, f.changed_at, f.claimed_by,
  coalesce(f.calls, 0) as calls, f.last_call, f.called_at, f.due_on::text as due_on, f.booked_at,
  f.booked_for::text as booked_for, f.ended_as, f.ended_reason, f.ended_at`

const sumColumns = part`count(*)::int as works, count(w.inc_vat)::int as priced_inc_vat, count(w.ex_vat)::int as priced_ex_vat,
  sum(w.ex_vat)::text as ex_vat, sum(w.inc_vat)::text as inc_vat`

/** By currency; what is asked for as in the list, of all pages together. */
export function sumWork(scope: Scope, query: ListQuery): Promise<TotalRow[]> {
  return query.places.length > FEW_PLACES ? sumWorkOfMany(scope, query) : sumWorkOfFew(scope, query)
}

function sumWorkOfFew(scope: Scope, query: ListQuery): Promise<TotalRow[]> {
  return scope.db.rows(sql`
    with untouched as (
      select w.* from unnest(${query.places}::text[]) as p(place) cross join lateral (
        select w.currency, w.ex_vat, w.inc_vat from put_off_work w
        where w.system_client_id = ${scope.clientId} and w.place = p.place and ${matchesList(query)} and ${isUntouched(scope, query)}
        offset 0) w
    ), active as (
      select w.currency, w.ex_vat, w.inc_vat from ${activeOfFew(scope, query)}
    )
    select w.currency, ${sumColumns} from (select * from untouched union all select * from active) w
    group by w.currency order by w.currency nulls last`)
}

/** From the index alone, and all that was touched in one piece: each of many would be looked up by itself. */
function sumWorkOfMany(scope: Scope, query: ListQuery): Promise<TotalRow[]> {
  const { claimedBy } = query
  return scope.db.rows(sql`
    select w.currency, ${sumColumns} from put_off_work w
    left join (
      select * from work_follow_ups f
      where f.system_client_id = ${scope.clientId} and (f.ended_as is not null or f.claimed_by is not null or f.due_on is not null)
    ) f on f.survey_id = w.survey_id and f.quote_id = w.quote_id
    where w.system_client_id = ${scope.clientId} and ${isAtPlaces(query)} and case when f.survey_id is null
      then ${claimedBy ?? null}::text is null and ${matchesList(query)}
      else ${isActiveInList(query)} end
    group by w.currency order by w.currency nulls last`)
}

/** Locks it until the end of the transaction; of work that nobody has touched a new one, which no one else can make meanwhile. */
export async function holdFollowUp(scope: Scope, surveyId: string, quoteId: string): Promise<FollowUpRow> {
  const row = await scope.db.row<FollowUpRow>(sql`
    insert into work_follow_ups as f (system_client_id, survey_id, quote_id, revision, changed_at)
    values (${scope.clientId}, ${surveyId}, ${quoteId}, 0, ${scope.now})
    on conflict (system_client_id, survey_id, quote_id) do update set revision = f.revision
    returning ${followUpColumns}`)
  if (!row) throw new Error('an upsert gave no row')
  return row
}

/** With its event. Only kinds and days are in the log. */
export async function saveFollowUp(
  scope: Scope,
  { surveyId, quoteId }: { surveyId: string; quoteId: string },
  row: FollowUpRow & { act: FollowUpAct; on?: string | undefined },
): Promise<void> {
  const { act, on, lastCall, endedReason } = row
  const payload: EventPayload<'work.followedUp'> = {
    quoteId,
    act,
    revision: row.revision,
    ...(on === undefined ? {} : { on }),
    ...(act === 'call' && lastCall !== null ? { outcome: lastCall } : {}),
    ...((act === 'done' || act === 'stop') && endedReason !== null ? { reason: endedReason } : {}),
  }
  await scope.db.run(sql`
    with changed as (
      update work_follow_ups set revision = ${row.revision}, last_act = ${row.lastAct}, last_kind = ${act},
        changed_by = ${scope.actor.id}, changed_at = ${scope.now}, claimed_by = ${row.claimedBy}, calls = ${row.calls},
        last_call = ${lastCall}, called_at = ${row.calledAt}, due_on = ${row.dueOn}::date, booked_at = ${row.bookedAt},
        booked_for = ${row.bookedFor}::date, ended_as = ${row.endedAs}, ended_reason = ${endedReason},
        ended_at = ${row.endedAt}
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and quote_id = ${quoteId}
      returning survey_id
    )
    ${insertEvent(scope, 'work.followedUp', `survey/${surveyId}`, payload)} from changed`)
}

/** So many at once: more than come to be between two changes. */
const TIDIED = 200

/** Work that was sold or offered again is out of the list: nobody takes care of it any more. */
export function tidyFollowUps(scope: Scope): void {
  scope.db.send(sql`
    update work_follow_ups t set claimed_by = null, due_on = null, revision = t.revision + 1
    from (
      select f.survey_id, f.quote_id from work_follow_ups f
      where f.system_client_id = ${scope.clientId} and ${isActive}
        and not exists (select from put_off_work w where w.system_client_id = ${scope.clientId}
          and w.survey_id = f.survey_id and w.quote_id = f.quote_id)
      order by f.changed_at, f.survey_id, f.quote_id limit ${TIDIED}
    ) f
    where t.system_client_id = ${scope.clientId} and t.survey_id = f.survey_id and t.quote_id = f.quote_id`)
}
