// The SQL of answers given at the car: answers saved together are one statement and one event.
import type { KeptAnswer } from '@walkaround/contract/rules/answering.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { noteChange } from './rows.ts'

/** A tap: which edit, when by both clocks, by whom, on which device. */
export interface Tap {
  version: string
  /** By the service's clock. */
  at: Date
  /** By the device's clock, if it sent one. */
  deviceAt?: string
  device?: string
  login: string
  name: string
}

interface AnswerToSave extends KeptAnswer {
  questionId: string
  /** False: deselected by an answer that was given. */
  isGiven: boolean
}

/** Answers keep their given order. The caller has locked the survey. */
export async function saveAnswers(
  scope: Scope,
  surveyId: string,
  surveyor: Person,
  answers: readonly AnswerToSave[],
  tap: Tap,
): Promise<void> {
  await scope.db.run(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(answers)}::json) as g("questionId" text, id text, custom boolean,
        selected boolean, "isGiven" boolean, value text, "unitOfMeasurement" text, status text, comment text)
    ), started as (
      update surveys set surveyor = ${JSON.stringify(surveyor)}::json
      where system_client_id = ${scope.clientId} and id = ${surveyId} and surveyor is null
      returning id
    ), saved as (
      insert into survey_answers as a (system_client_id, survey_id, question_id, id, custom, selected, value,
        unit_of_measurement, status, comment, created_at)
      select ${scope.clientId}, ${surveyId}, g."questionId", g.id, g.custom, g.selected, g.value, g."unitOfMeasurement",
        g.status, g.comment, ${scope.now}::timestamptz + row_number() over () * interval '1 microsecond'
      from given g
      on conflict (system_client_id, survey_id, question_id, id) do update
        set selected = excluded.selected, value = excluded.value, unit_of_measurement = excluded.unit_of_measurement,
          status = excluded.status, comment = excluded.comment
    ), noted as (
      ${noteChange(scope, surveyId)}
    )
    ${insertEvent(scope, part`e.kind`, `survey/${surveyId}`, part`e.payload`)}
    from (
      select 'survey.started' as kind, null::json as payload from started
      union all
      select 'survey.answered', json_build_object('tap', ${tapText(tap)}::json, 'answers',
        json_agg(json_strip_nulls(json_build_object('questionId', "questionId", 'answerId', id, 'status', status,
          'value', value, 'unitOfMeasurement', "unitOfMeasurement", 'comment', comment))))
      from given where "isGiven"
    ) e`)
}

export async function saveSurveyor(scope: Scope, surveyId: string, surveyor: Person): Promise<void> {
  await scope.db.run(sql`
    with started as (
      update surveys set surveyor = ${JSON.stringify(surveyor)}::json
      where system_client_id = ${scope.clientId} and id = ${surveyId} and surveyor is null
      returning id
    ), noted as (
      ${noteChange(scope, surveyId, part`started`)}
    )
    ${insertEvent(scope, 'survey.started', `survey/${surveyId}`)} from started`)
}

/** Also deletes their values and comments: a withdrawn answer says nothing. */
export async function deleteAnswers(
  scope: Scope,
  surveyId: string,
  questionId: string,
  answerIds: readonly string[],
  tap: Tap,
): Promise<void> {
  await scope.db.run(sql`
    with gone as (
      delete from survey_answers
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id = ${questionId}
        and id = any(${answerIds}::text[])
      returning id
    ), noted as (
      ${noteChange(scope, surveyId, part`gone`)}
    )
    ${insertEvent(
      scope,
      'answer.removed',
      `survey/${surveyId}`,
      part`json_build_object('questionId', ${questionId}::text, 'answerId', gone.id, 'tap', ${tapText(tap)}::json)`,
    )} from gone`)
}

/** The event already has its actor and its time of arrival; the rest is here (I1). */
const tapText = ({ version, at, deviceAt, device }: Tap): string =>
  JSON.stringify({ version, at, deviceAt, device })
