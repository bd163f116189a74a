// The SQL of requests for parts.
import type { PartOutcome, PartState } from '@walkaround/contract/rules/parts.ts'
import { insertEvent } from '../../db/events.ts'
import { type Part, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { PartRow, Place, QueueRow, SurveyOfParts } from './model.ts'
import { stillFound } from './rows.ts'

const partColumns = part`p.survey_id, p.question_id, p.revision, p.state, p.tap, p.tapped_at, p.requested_at, p.requested_by, p.requested_name,
  p.wanted, p.answered_at, p.answered_by, p.answered_name, p.currency, p.lines, p.available_on::text as available_on, p.note,
  p.changed_name`

export function findSurveyOfParts(scope: Scope, surveyId: string): Promise<SurveyOfParts | undefined> {
  return scope.db.row(sql`
    select s.closed, s.site_id, s.master_client_id, s.template_id, s.template_version from surveys_with_origin s
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}

export function findRequest(
  scope: Scope,
  surveyId: string,
  questionId: string,
): Promise<PartRow | undefined> {
  return scope.db.row(sql`
    select ${partColumns} from part_requests p
    where p.system_client_id = ${scope.clientId} and p.survey_id = ${surveyId} and p.question_id = ${questionId}`)
}

/** Those that were not taken back. */
export function listRequests(scope: Scope, surveyId: string): Promise<PartRow[]> {
  return scope.db.rows(sql`
    select ${partColumns} from part_requests p
    where p.system_client_id = ${scope.clientId} and p.survey_id = ${surveyId} and p.state <> 'withdrawn'
    order by p.requested_at, p.question_id`)
}

/** The survey is held. */
export async function saveRequest(scope: Scope, row: PartRow): Promise<void> {
  const { surveyId, questionId, revision } = row
  await scope.db.run(sql`
    with saved as (
      insert into part_requests as p (system_client_id, survey_id, question_id, revision, state, tap, tapped_at, requested_at,
        requested_by, requested_name, wanted, changed_name, first_requested_at)
      values (${scope.clientId}, ${surveyId}, ${questionId}, ${row.revision}, ${row.state}, ${row.tap}, ${row.tappedAt},
        ${row.requestedAt}, ${row.requestedBy}, ${row.requestedName}, ${row.wanted}, ${row.changedName}, ${row.requestedAt})
      on conflict (system_client_id, survey_id, question_id) do update
        set revision = excluded.revision, state = excluded.state, tap = excluded.tap,
          tapped_at = excluded.tapped_at, requested_at = excluded.requested_at,
          requested_by = excluded.requested_by, requested_name = excluded.requested_name, wanted = excluded.wanted,
          changed_name = excluded.changed_name, answered_at = null, answered_by = null, answered_name = null, currency = null,
          lines = null, available_on = null, note = null, settled_at = null
      returning survey_id
    )
    ${insertEvent(scope, 'parts.requested', `survey/${surveyId}`, { questionId, revision })} from saved`)
}

/** The same for one that was taken back. */
export async function saveWithdrawal(scope: Scope, row: PartRow): Promise<void> {
  const { surveyId, questionId, revision } = row
  await scope.db.run(sql`
    with saved as (
      update part_requests set revision = ${row.revision}, state = 'withdrawn', tapped_at = ${row.tappedAt}, changed_name = ${row.changedName}, answered_at = null,
        answered_by = null, answered_name = null, currency = null, lines = null, available_on = null, note = null
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id = ${questionId}
      returning survey_id
    )
    ${insertEvent(scope, 'parts.withdrawn', `survey/${surveyId}`, { questionId, revision })} from saved`)
}

/** The same for a reply. */
export async function saveReply(scope: Scope, row: PartRow & { state: PartOutcome }): Promise<void> {
  const { surveyId, questionId, revision, state, availableOn } = row
  const payload = {
    questionId,
    revision,
    outcome: state,
    ...(availableOn === null ? {} : { availableOn }),
  }
  await scope.db.run(sql`
    with saved as (
      update part_requests set revision = ${row.revision}, state = ${state}, changed_name = ${row.changedName},
        answered_at = ${row.answeredAt}, answered_by = ${row.answeredBy}, answered_name = ${row.answeredName},
        currency = ${row.currency}, lines = ${row.lines === null ? null : JSON.stringify(row.lines)}::json,
        available_on = ${availableOn}::date, note = ${row.note},
        first_answered_at = coalesce(first_answered_at, ${row.answeredAt}::timestamptz)
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id = ${questionId}
      returning survey_id
    )
    ${insertEvent(scope, 'parts.answered', `survey/${surveyId}`, payload)} from saved`)
}

const DAY_MS = 86_400_000
/** A survey that is closed by mistake is opened again within this time. */
const SETTLED_AFTER_MS = 7 * DAY_MS
/** So many at once: more than come to be between two changes. */
const SETTLED = 200

/** Takes requests out of the index of the queue whose survey was closed some time ago. The queue shows none of a closed survey. */
export function settleOld(scope: Scope): void {
  const before = new Date(scope.now.getTime() - SETTLED_AFTER_MS)
  scope.db.send(sql`
    update part_requests t set settled_at = ${scope.now}
    from (
      select p.survey_id, p.question_id from part_requests p
      join surveys_with_origin s on s.system_client_id = ${scope.clientId} and s.id = p.survey_id and s.closed
        and (s.closed_at is null or s.closed_at < ${before})
      where p.system_client_id = ${scope.clientId} and p.settled_at is null and p.state <> 'withdrawn'
        and p.requested_at < ${before}
      order by p.requested_at limit ${SETTLED}
    ) p
    where t.system_client_id = ${scope.clientId} and t.survey_id = p.survey_id and t.question_id = p.question_id`)
}

export interface Asked {
  branchIds: readonly string[]
  /** Those with the parts step. */
  siteIds: readonly string[]
}

/** What is on an open survey of these branches, and still found there. */
const currentParts = (scope: Scope, { branchIds, siteIds }: Asked): Part => part`
  part_requests p
  join surveys_with_origin s on s.system_client_id = ${scope.clientId} and s.id = p.survey_id
  ${stillFound(scope)}
  where p.system_client_id = ${scope.clientId} and p.settled_at is null and p.state <> 'withdrawn' and not s.closed
    and s.branch_id = any(${branchIds}::text[]) and s.site_id = any(${siteIds}::text[])`

const partSince = part`coalesce(p.answered_at, p.requested_at)`
/** By state, then by grade. */
const partRank = part`(case p.state when 'requested' then 0 when 'priced' then 2 else 4 end
  + case v.grade when 'red' then 0 else 1 end)`

/** A page of the queue, in its order. */
export function listQueue(
  scope: Scope,
  asked: Asked,
  { state, after, limit }: { state: PartState | undefined; after: Place | undefined; limit: number },
): Promise<QueueRow[]> {
  return scope.db.rows(sql`
    select ${partColumns}, ${partRank} as rank, ${partSince} as since, v.grade, v.value, v.unit_of_measurement, s.branch_id,
      s.order_id, s.lead_id, s.header::text as header, s.contact_corrections::text as corrections, s.master_client_id,
      s.template_id, s.template_version
    from ${currentParts(scope, asked)}
      and (${state ?? null}::text is null or p.state = ${state ?? null})
      and (${partRank}, ${partSince}, p.survey_id, p.question_id)
        > (${after?.rank ?? -1}::int, ${after?.since ?? '-infinity'}::timestamptz, ${after?.surveyId ?? ''}::text,
          ${after?.questionId ?? ''}::text)
    order by ${partRank}, ${partSince}, p.survey_id, p.question_id limit ${limit}`)
}

/** How many there are in each state. */
export function countQueue(scope: Scope, asked: Asked): Promise<{ state: PartState; count: number }[]> {
  return scope.db.rows(sql`
    select p.state, count(*)::int as count from ${currentParts(scope, asked)} group by p.state`)
}
