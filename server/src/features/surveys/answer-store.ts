// The SQL of answers given at the car: what was saved together is one statement and one event.
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** A tap: which edit, when by both clocks, whose, on which device. */
export interface Tap {
  version: string
  /** By the service's clock. */
  at: Date
  /** As the device had it, when it said so. */
  deviceAt?: string
  device?: string
  login: string
  name: string
}

export interface AnswerToSave extends Pick<Answer, 'value' | 'unitOfMeasurement' | 'status' | 'comment'> {
  questionId: string
  id: string
  custom: boolean
  /** Selecting it deselects the other standard answers of its question (D3). */
  isOnlyOne: boolean
}

/**
 * Answers keep the order they are given in. Of an answer that was given before, what is left out now stays, and an empty
 * text unsets. The caller holds the survey.
 */
export async function saveAnswers(
  scope: Scope,
  surveyId: string,
  surveyor: Person,
  answers: readonly AnswerToSave[],
  tap: Tap,
): Promise<void> {
  await scope.db.run(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(answers)}::json) as g("questionId" text, id text,
        custom boolean, "isOnlyOne" boolean, value text, "unitOfMeasurement" text, status text, comment text)
    ), started as (
      update surveys set surveyor = ${JSON.stringify(surveyor)}::json
      where system_client_id = ${scope.clientId} and id = ${surveyId} and surveyor is null
      returning id
    ), dropped as (
      update survey_answers a set selected = false
      where a.system_client_id = ${scope.clientId} and a.survey_id = ${surveyId} and a.selected and not a.custom
        and exists (select from given g where g."questionId" = a.question_id and g."isOnlyOne" and g.id <> a.id)
    ), saved as (
      insert into survey_answers as a (system_client_id, survey_id, question_id, id, custom, selected, value,
        unit_of_measurement, status, comment, created_at)
      select ${scope.clientId}, ${surveyId}, g."questionId", g.id, g.custom, true, nullif(g.value, ''), g."unitOfMeasurement",
        g.status, nullif(g.comment, ''), ${scope.now}::timestamptz + row_number() over () * interval '1 microsecond'
      from given g
      on conflict (system_client_id, survey_id, question_id, id) do update
        set selected = true, status = coalesce(excluded.status, a.status),
          unit_of_measurement = coalesce(excluded.unit_of_measurement, a.unit_of_measurement),
          value = (select nullif(coalesce(g.value, a.value), '') from given g
            where g."questionId" = excluded.question_id and g.id = excluded.id),
          comment = (select nullif(coalesce(g.comment, a.comment), '') from given g
            where g."questionId" = excluded.question_id and g.id = excluded.id)
      returning a.question_id, a.id, a.status, a.value, a.unit_of_measurement, a.comment
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, e.kind, 'survey/' || ${surveyId}, ${actorText(scope)}, e.payload
    from (
      select 'survey.started' as kind, null::json as payload from started
      union all
      select 'survey.answered', json_build_object('tap', ${tapText(tap)}::json, 'answers',
        json_agg(json_strip_nulls(json_build_object('questionId', question_id, 'answerId', id, 'status', status,
          'value', value, 'unitOfMeasurement', unit_of_measurement, 'comment', comment))))
      from saved
    ) e`)
}

/** Custom answers of a question beside these. */
export async function countOtherCustom(
  scope: Scope,
  surveyId: string,
  questionId: string,
  ids: readonly string[],
): Promise<number> {
  const row = await scope.db.row<{ others: number }>(sql`
    select count(*)::int as others from survey_answers
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id = ${questionId}
      and custom and id <> all(${ids}::text[])`)
  return row?.others ?? 0
}

export async function saveSurveyor(scope: Scope, surveyId: string, surveyor: Person): Promise<void> {
  await scope.db.run(sql`
    with started as (
      update surveys set surveyor = ${JSON.stringify(surveyor)}::json
      where system_client_id = ${scope.clientId} and id = ${surveyId} and surveyor is null
      returning id
    )
    insert into events (system_client_id, at, kind, subject, actor)
    select ${scope.clientId}, ${scope.now}, 'survey.started', 'survey/' || started.id, ${actorText(scope)} from started`)
}

/** Also what was said with them: an answer that was taken back says nothing. Without ids, every answer of the question. */
export async function deleteAnswers(
  scope: Scope,
  surveyId: string,
  questionId: string,
  answerIds: readonly string[] | undefined,
  tap: Tap,
): Promise<void> {
  await scope.db.run(sql`
    with gone as (
      delete from survey_answers
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id = ${questionId}
        and (${answerIds ?? null}::text[] is null or id = any(${answerIds ?? null}::text[]))
      returning id
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'answer.removed', 'survey/' || ${surveyId}, ${actorText(scope)},
      json_build_object('questionId', ${questionId}::text, 'answerId', gone.id, 'tap', ${tapText(tap)}::json) from gone`)
}

/** Who is the actor of the event, and when it arrived its time; the rest is here (I1). */
const tapText = ({ version, at, deviceAt, device }: Tap): string =>
  JSON.stringify({ version, at, deviceAt, device })
