// The SQL of answers given at the car: answers saved together are one statement and one event.
import type { StandingAnswer } from '@walkaround/contract/event-facts.ts'
import type { KeptAnswer } from '@walkaround/contract/rules/answering.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { insertEvent } from '../../db/events.ts'
import { movingSurvey, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { noteChange } from './rows.ts'
import { storedValues } from './store.ts'

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
  /** Undefined: deselected by an answer that was given. */
  given: Given | undefined
}

/** Who gave the answer, when, on which device, and what stood there before. */
export interface Given {
  by: string | undefined
  tappedAt: string
  /** By the device's clock. */
  deviceAt: string | undefined
  arrivedAt: string
  device: string | undefined
  before: StandingAnswer | undefined
}

/** Answers keep their given order. The caller has locked the survey. */
export function saveAnswers(
  scope: Scope,
  surveyId: string,
  surveyor: Person,
  answers: readonly AnswerToSave[],
  tap: Tap,
): void {
  const rows = answers.map(({ given, ...answer }) => ({
    ...answer,
    ...given,
    isGiven: given !== undefined,
    beforeId: given?.before?.answerId,
    beforeStatus: given?.before?.status,
    beforeValue: given?.before?.value,
  }))
  scope.db.send(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as g("questionId" text, id text, custom boolean,
        selected boolean, value text, "unitOfMeasurement" text, status text, comment text, "isGiven" boolean, "by" text,
        "tappedAt" timestamptz, "deviceAt" timestamptz, "arrivedAt" timestamptz, device text, before json,
        "beforeId" text, "beforeStatus" text, "beforeValue" text)
    ), started as (
      update surveys set surveyor = ${JSON.stringify(surveyor)}::json
      where system_client_id = ${scope.clientId} and id = ${surveyId} and surveyor is null
      returning id
    ), saved as (
      insert into survey_answers (system_client_id, survey_id, question_id, id, custom, selected, value,
        unit_of_measurement, status, comment, created_at, answered_by, tapped_at, device_at, answered_at, device,
        before_answer_id, before_status, before_value)
      select ${scope.clientId}, ${surveyId}, g."questionId", g.id, g.custom, g.selected, g.value, g."unitOfMeasurement",
        g.status, g.comment, ${scope.now}::timestamptz + row_number() over () * interval '1 microsecond', g."by",
        g."tappedAt", g."deviceAt", g."arrivedAt", g.device, g."beforeId", g."beforeStatus", g."beforeValue"
      from given g where g."isGiven"
      on conflict (system_client_id, survey_id, question_id, id) do update
        set selected = excluded.selected, value = excluded.value, unit_of_measurement = excluded.unit_of_measurement,
          status = excluded.status, comment = excluded.comment, answered_by = excluded.answered_by,
          tapped_at = excluded.tapped_at, device_at = excluded.device_at, answered_at = excluded.answered_at,
          device = excluded.device, before_answer_id = excluded.before_answer_id,
          before_status = excluded.before_status, before_value = excluded.before_value
    ), deselected as (
      update survey_answers a set selected = g.selected from given g
      where a.system_client_id = ${scope.clientId} and a.survey_id = ${surveyId} and a.question_id = g."questionId"
        and a.id = g.id and not g."isGiven"
    ), noted as (
      ${noteChange(scope, surveyId)}
    )
    ${insertEvent(scope, part`e.kind`, `survey/${surveyId}`, part`e.payload`, [{ kind: 'survey.answered', subject: `survey/${surveyId}` }])}
    from (
      select 'survey.started' as kind, null::json as payload from started
      union all
      select 'survey.answered', json_build_object('tap', ${tapText(tap)}::json, 'answers',
        json_agg(json_strip_nulls(json_build_object('questionId', "questionId", 'answerId', id, 'status', status,
          'value', value, 'unitOfMeasurement', "unitOfMeasurement", 'comment', comment, 'before', before))))
      from given where "isGiven"
    ) e ${movingSurvey(
      scope,
      surveyId,
      answers.map(({ questionId }) => questionId),
    )}`)
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
export function deleteAnswers(
  scope: Scope,
  surveyId: string,
  questionId: string,
  answerIds: readonly string[],
  tap: Tap,
): void {
  scope.db.send(sql`
    with gone as (
      delete from survey_answers was
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id = ${questionId}
        and id = any(${answerIds}::text[])
      returning was.id, ${storedValues} as before
    ), noted as (
      ${noteChange(scope, surveyId, part`gone`)}
    )
    ${insertEvent(
      scope,
      'answer.removed',
      `survey/${surveyId}`,
      part`json_build_object('questionId', ${questionId}::text, 'answerId', gone.id, 'tap', ${tapText(tap)}::json, 'before',
        gone.before)`,
    )} from gone ${movingSurvey(scope, surveyId, [questionId])}`)
}

/** The event already has its actor and its time of arrival; the rest is here (I1). */
const tapText = ({ version, at, deviceAt, device }: Tap): string =>
  JSON.stringify({ version, at, deviceAt, device })
