// The SQL of what was measured on a vehicle at its visits.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

interface MeasuredRow {
  id: string
  orderId: string | null
  masterClientId: string
  templateId: string
  templateVersion: number
  at: Date
  customer: string | null
  recordedMileage: number | null
  mileageUnit: string | null
  /** When the survey itself was completed or closed. */
  finishedAt: Date | null
  /** [[question, value, unit], …] of every number, as JSON: which question is the mileage only the template knows. */
  answers: string
}

export type MeasuredAnswer = [questionId: string, value: string, unit: string | null]

/** As many surveys as ten visits have. */
const MOST = 40

/**
 * Finished surveys of the vehicle that are older than this one, and the others of the same order, which may know the mileage; the
 * newest first.
 */
export function listMeasured(
  scope: Scope,
  { surveyId, orderId, vehicleKeys }: { surveyId: string; orderId: string | null; vehicleKeys: string[] },
): Promise<MeasuredRow[]> {
  return scope.db.rows(sql`
    select s.id, s.order_id, s.master_client_id, s.template_id, s.template_version,
      coalesce(s.completed_at, s.closed_at, s.created_at) as at, (s.header->'customer')::text as customer,
      (s.header#>>'{vehicle,recordedMileage}')::float8 as recorded_mileage,
      s.header#>>'{vehicle,mileageUnit}' as mileage_unit, coalesce(o.completed_at, o.closed_at) as finished_at, a.answers
    from surveys_with_origin s
    join surveys o on o.system_client_id = ${scope.clientId} and o.id = ${surveyId}
    cross join lateral (
      select json_agg(json_build_array(g.question_id, g.value, g.unit_of_measurement) order by g.created_at, g.id)::text
        as answers
      from survey_answers g
      where g.system_client_id = s.system_client_id and g.survey_id = s.id and g.selected
        and g.value ~ '^-?[0-9]{1,9}([.][0-9]{1,9})?$'
    ) a
    where s.system_client_id = ${scope.clientId} and s.vehicle_key = any(${vehicleKeys}::text[])
      and s.id <> ${surveyId} and a.answers is not null
      and (s.order_id = ${orderId}::text or ((s.completed or s.closed) and s.created_at < o.created_at))
      and (${scope.branches ?? null}::text[] is null or s.branch_id = any(${scope.branches ?? null}::text[]))
    order by s.created_at desc, s.id limit ${MOST}`)
}
