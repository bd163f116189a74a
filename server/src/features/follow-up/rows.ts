// Work that was put off or declined, for features on higher floors: all of a car, and that its customer was reminded.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { WorkRow } from './model.ts'
import { followUpColumns } from './store.ts'

/** More stands on no car. */
const MOST_OF_CAR = 50

/** In the order of the list, of the branches that the person reaches; also what somebody takes care of or has ended. */
export function listWorkOfCar(scope: Scope, vehicleKey: string): Promise<WorkRow[]> {
  const branches = scope.branches ?? null
  return scope.db.rows(sql`
    select coalesce(f.due_on, w.due)::text as due, w.survey_id, w.quote_id, w.order_id, w.branch_id, s.site_id,
      w.vehicle_key, w.question_id, w.covered_questions, w.package_id, w.variant_id, w.currency,
      w.ex_vat::float8 as ex_vat, w.inc_vat::float8 as inc_vat, w.decision, w.decided_at, w.reason_code,
      coalesce(f.due_on, w.deferred_to)::text as until, s.header::text as header,
      s.contact_corrections::text as corrections, s.master_client_id, s.template_id, s.template_version, ${followUpColumns}
    from put_off_work w
    join surveys_with_origin s on s.system_client_id = ${scope.clientId} and s.id = w.survey_id
    left join work_follow_ups f on f.system_client_id = ${scope.clientId} and f.survey_id = w.survey_id
      and f.quote_id = w.quote_id
    where w.system_client_id = ${scope.clientId} and w.vehicle_key = ${vehicleKey}
      and (${branches}::text[] is null or w.branch_id = any(${branches}::text[]))
    order by coalesce(f.due_on, w.due), w.survey_id, w.quote_id limit ${MOST_OF_CAR}`)
}

/** Of the put-off work on a survey. */
export async function findCarOf(scope: Scope, surveyId: string): Promise<string | undefined> {
  const row = await scope.db.row<{ vehicleKey: string }>(sql`
    select vehicle_key from put_off_work
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by quote_id limit 1`)
  return row?.vehicleKey
}

/** Staff reminded the customer of this work: colleagues who saw it before are told. */
export async function noteReminded(
  scope: Scope,
  { surveyIds, quoteIds }: { surveyIds: readonly string[]; quoteIds: readonly string[] },
): Promise<void> {
  await scope.db.run(sql`
    insert into work_follow_ups as f (system_client_id, survey_id, quote_id, revision, last_kind, changed_by, changed_at)
    select ${scope.clientId}, w.survey_id, w.quote_id, 1, 'remind', ${scope.actor.id}, ${scope.now}
    from unnest(${surveyIds}::text[], ${quoteIds}::text[]) as w(survey_id, quote_id)
    on conflict (system_client_id, survey_id, quote_id) do update set revision = f.revision + 1,
      last_kind = excluded.last_kind, changed_by = excluded.changed_by, changed_at = excluded.changed_at`)
}
