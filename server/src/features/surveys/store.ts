// The SQL of surveys and their answers.
import type { Answer, SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import { answersPerQuestion } from '@walkaround/contract/rules/given-answers.ts'
import { type SurveyType, surveyTypes } from '@walkaround/contract/survey-types.ts'
import { actorText, insertEvent } from '../../db/events.ts'
import { moving, movingSurvey, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { signatureOfCatalogues } from '../packages/rows.ts'
import { noteChange } from './rows.ts'

export interface Origin {
  orderId?: string
  leadId?: string
  /** Of the vehicle when the surveys are made. */
  vehicleKey?: string | null
}

export interface SurveyRow {
  id: string
  surveyType: SurveyType
  orderId: string | null
  leadId: string | null
  masterClientId: string
  templateId: string
  templateVersion: number
  completed: boolean
  closed: boolean
  header: string | null
  /** Contact data that staff corrected; for a closed survey they are in its header. */
  corrections: string | null
  surveyor: string | null
}

export interface FullSurveyRow extends SurveyRow {
  frozen: string | null
  /** [[question, answer, custom, selected, value, unit, status, comment], …] as JSON. */
  answers: string | null
  /** Selected variants: [[quote, question, answer, document, approval, replaced], …] as JSON. */
  variants: string | null
  /** [[question, answer, mark, id, takenAt, contentType, width, height], …] as JSON. */
  photos: string | null
  /** The branch of the survey's order or lead, or of the survey itself if it has neither. */
  branchId: string | null
  siteId: string | null
  /** Signature of the catalogues that offers come from. */
  catalogue: string
  /** Another one after every change of what is stored of the survey, its order or lead, and its branch. */
  revision: string
}

/** Equal if a survey shows the same; together with the language that it is shown in. */
export const revisionOf = ({ revision, catalogue }: Pick<FullSurveyRow, 'revision' | 'catalogue'>): string =>
  `${revision} ${catalogue}`

const surveyColumns = part`s.id, s.survey_type, s.order_id, s.lead_id, s.master_client_id, s.template_id, s.template_version,
  s.completed, s.closed, s.header::text as header, s.contact_corrections::text as corrections, s.surveyor::text as surveyor`

/** One indexed read: survey, the header it follows or keeps, its answers in the order they were given, selected variants. */
export function findSurvey(scope: Scope, surveyId: string): Promise<FullSurveyRow | undefined> {
  return scope.db.row(sql`
    select ${surveyColumns}, s.frozen::text as frozen, s.branch_id, s.site_id, s.revision,
      (select json_agg(json_build_array(a.question_id, a.id, a.custom, a.selected, a.value, a.unit_of_measurement,
          a.status, a.comment) order by a.created_at, a.id)
        from survey_answers a where a.system_client_id = s.system_client_id and a.survey_id = s.id)::text as answers,
      (select json_agg(json_build_array(v.quote_id, v.question_id, v.answer_id, v.document, v.approval,
          exists (select from survey_quotes q
            where q.system_client_id = v.system_client_id and q.survey_id = v.survey_id and q.category = 'quote'
              and q.question_id = v.question_id and q.answer_id = v.answer_id and q.package_id = v.package_id
              and q.variant_id = v.variant_id)) order by v.created_at, v.quote_id)
        from survey_variants v where v.system_client_id = s.system_client_id and v.survey_id = s.id)::text as variants,
      (select json_agg(json_build_array(p.question_id, p.answer_id, p.mark_id, p.id, p.taken_at, p.content_type, p.width,
          p.height) order by p.created_at, p.id)
        from photos p where p.system_client_id = s.system_client_id and p.survey_id = s.id)::text as photos,
      (${signatureOfCatalogues(scope)}) as catalogue
    from surveys_with_origin s
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}

/** Without reading what the surveys show. */
export async function listRevisions(
  scope: Pick<Scope, 'db' | 'clientId' | 'client'>,
  surveyIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await scope.db.rows<Pick<FullSurveyRow, 'id' | 'revision' | 'catalogue'>>(sql`
    select s.id, s.revision, (${signatureOfCatalogues(scope)}) as catalogue
    from surveys_with_origin s where s.system_client_id = ${scope.clientId} and s.id = any(${surveyIds}::text[])`)
  return new Map(rows.map((row) => [row.id, revisionOf(row)]))
}

/** Undefined if there is no such order; otherwise its surveys without contents, in the order the order names them. */
export async function findSurveysOfOrder(scope: Scope, orderId: string): Promise<SurveyRow[] | undefined> {
  const rows = await scope.db.rows<SurveyRow>(sql`
    select ${surveyColumns} from service_orders asked
    left join surveys_with_origin s on s.system_client_id = asked.system_client_id
      and s.order_id = coalesce(asked.matched_to, asked.id)
    where asked.system_client_id = ${scope.clientId} and asked.id = ${orderId}
    order by s.created_at, array_position(${surveyTypes}::text[], s.survey_type)`)
  return foundSurveys(rows)
}

export async function findSurveysOfLead(scope: Scope, leadId: string): Promise<SurveyRow[] | undefined> {
  const rows = await scope.db.rows<SurveyRow>(sql`
    select ${surveyColumns} from leads asked
    left join surveys_with_origin s on s.system_client_id = asked.system_client_id and s.lead_id = ${leadId}
    where asked.system_client_id = ${scope.clientId} and asked.id = ${leadId}
    order by s.created_at, s.id`)
  return foundSurveys(rows)
}

/** The outer join gives one empty row for an order or lead without surveys, and none if it does not exist. */
function foundSurveys(rows: SurveyRow[]): SurveyRow[] | undefined {
  return rows.length === 0 ? undefined : rows.filter((row) => row.id !== null)
}

export interface NewSurvey extends SurveyRef {
  masterClientId: string
  plainTemplateId: string
  templateVersion: number
}

export function insertSurveys(scope: Scope, origin: Origin, surveys: NewSurvey[]): void {
  scope.db.send(sql`
    with made as (
      insert into surveys (system_client_id, id, survey_type, order_id, lead_id, master_client_id, template_id,
        template_version, vehicle_key, created_at)
      select ${scope.clientId}, s.id, s."surveyType", ${origin.orderId ?? null}, ${origin.leadId ?? null},
        s."masterClientId", s."plainTemplateId", s."templateVersion", ${origin.vehicleKey ?? null}, ${scope.now}
      from json_to_recordset(${JSON.stringify(surveys)}::json)
        as s(id text, "surveyType" text, "masterClientId" text, "plainTemplateId" text, "templateVersion" int)
      returning id, survey_type
    )
    ${insertEvent(
      scope,
      'survey.created',
      part`'survey/' || made.id`,
      part`json_build_object('surveyType', made.survey_type)`,
      surveys.map(({ id, surveyType }) => ({
        kind: 'survey.created',
        subject: `survey/${id}`,
        what: surveyType,
      })),
    )}
    from made`)
}

/** Surveys that still follow their order or lead are found by its present vehicle. */
export async function setVehicleKey(scope: Scope, origin: Origin, vehicleKey: string | null): Promise<void> {
  await scope.db.run(sql`
    update surveys set vehicle_key = ${vehicleKey}
    where system_client_id = ${scope.clientId} and not closed
      and (order_id = ${origin.orderId ?? null} or lead_id = ${origin.leadId ?? null})
    ${moving({
      clientId: scope.clientId,
      orderIds: origin.orderId === undefined ? [] : [origin.orderId],
      leadIds: origin.leadId === undefined ? [] : [origin.leadId],
      questionIds: [],
    })}`)
}

/** Closes open surveys and stores the present header (C4). */
export async function closeSurveys(scope: Scope, origin: Origin, header: string): Promise<void> {
  const closedBy = scope.actor.kind === 'system' ? null : scope.actor.id
  await scope.db.run(sql`
    with done as (
      update surveys set closed = true, closed_at = ${scope.now}, closed_by = ${closedBy}, header = ${header}::json
      where system_client_id = ${scope.clientId} and not closed
        and (order_id = ${origin.orderId ?? null} or lead_id = ${origin.leadId ?? null})
      returning id, completed
    )
    ${insertEvent(
      scope,
      'survey.closed',
      part`'survey/' || done.id`,
      part`json_build_object('before', json_build_object('completed', done.completed, 'closed', false),
        'after', json_build_object('completed', done.completed, 'closed', true))`,
    )} from done`)
}

export type SurveyState = Pick<
  SurveyRow,
  'id' | 'completed' | 'closed' | 'masterClientId' | 'templateId' | 'templateVersion'
>

export const templateRef = (row: SurveyState) => ({
  masterClientId: row.masterClientId,
  templateId: row.templateId,
  version: row.templateVersion,
})

/** Keeps the survey from being completed or closed meanwhile, without making answers wait for each other. */
export function findStateForAnswer(scope: Scope, surveyId: string): Promise<SurveyState | undefined> {
  return scope.db.row(sql`
    select id, completed, closed, master_client_id, template_id, template_version from surveys
    where system_client_id = ${scope.clientId} and id = ${surveyId} for share`)
}

export function findStateAndHeader(
  scope: Scope,
  surveyId: string,
): Promise<(SurveyState & { header: string | null }) | undefined> {
  return scope.db.row(sql`
    select s.id, s.completed, s.closed, s.master_client_id, s.template_id, s.template_version,
      w.header::text as header
    from surveys s join surveys_with_origin w on w.system_client_id = s.system_client_id and w.id = s.id
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId} for share of s`)
}

export function findStateForUpdate(scope: Scope, surveyId: string): Promise<SurveyState | undefined> {
  return scope.db.row(sql`
    select id, completed, closed, master_client_id, template_id, template_version from surveys
    where system_client_id = ${scope.clientId} and id = ${surveyId} for update`)
}

export async function hasSurvey(scope: Scope, surveyId: string): Promise<boolean> {
  const found = await scope.db.row(sql`
    select 1 from surveys where system_client_id = ${scope.clientId} and id = ${surveyId}`)
  return found !== undefined
}

export async function setCompleted(scope: Scope, surveyId: string, frozen: string): Promise<void> {
  await scope.db.run(sql`
    update surveys set completed = true, completed_at = ${scope.now}, frozen = ${frozen}::json
    where system_client_id = ${scope.clientId} and id = ${surveyId}
    ${movingSurvey(scope, surveyId)}`)
}

/** Follows its order or lead again, if it has one. */
export async function setReopened(scope: Scope, surveyId: string, vehicleKey: string | null): Promise<void> {
  await scope.db.run(sql`
    with noted as (
      ${noteChange(scope, surveyId)}
    )
    update surveys set completed = false, completed_at = null, frozen = null, closed = false, closed_at = null,
      closed_by = null, vehicle_key = ${vehicleKey}, header = case when order_id is null and lead_id is null then header end
    where system_client_id = ${scope.clientId} and id = ${surveyId}
    ${movingSurvey(scope, surveyId)}`)
}

export async function hasMark(scope: Scope, surveyId: string, markId: string): Promise<boolean> {
  const found = await scope.db.row(sql`
    select 1 from damage_marks where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${markId}`)
  return found !== undefined
}

export async function hasAnswer(scope: Scope, at: AnswerRef, id: string): Promise<boolean> {
  const found = await scope.db.row(sql`
    select 1 from survey_answers where system_client_id = ${scope.clientId} and survey_id = ${at.surveyId}
      and question_id = ${at.questionId} and id = ${id}`)
  return found !== undefined
}

export interface AnswerRef {
  surveyId: string
  questionId: string
}

type AnswerValues = Pick<Answer, 'value' | 'unitOfMeasurement' | 'status' | 'comment' | 'selected'>

const factsOf = ({ value, unitOfMeasurement, status, comment, selected = true }: AnswerValues) => ({
  selected,
  status,
  value,
  unitOfMeasurement,
  comment,
})

/** The values of the answer `was`, as events say them. */
export const storedValues = part`json_strip_nulls(json_build_object('selected', was.selected, 'status', was.status,
  'value', was.value, 'unitOfMeasurement', was.unit_of_measurement, 'comment', was.comment))`

/** False if the question has as many custom answers as it can hold. */
export async function insertCustomAnswer(
  scope: Scope,
  at: AnswerRef,
  id: string,
  answer: AnswerValues,
): Promise<boolean> {
  const made = await scope.db.run(sql`
    with made as (
      insert into survey_answers (system_client_id, survey_id, question_id, id, custom, selected, value,
        unit_of_measurement, status, comment, created_at, answered_by, answered_at)
      select ${scope.clientId}, ${at.surveyId}, ${at.questionId}, ${id}, true, ${answer.selected ?? true},
        ${answer.value ?? null}, ${answer.unitOfMeasurement ?? null}, ${answer.status ?? null},
        ${answer.comment ?? null}, clock_timestamp(), ${actorText(scope)}, ${scope.now}
      where (select count(*) from survey_answers where system_client_id = ${scope.clientId}
        and survey_id = ${at.surveyId} and question_id = ${at.questionId} and custom) < ${answersPerQuestion}
      returning id
    ), noted as (
      ${noteChange(scope, at.surveyId, part`made`)}
    )
    ${insertEvent(scope, 'answer.added', `survey/${at.surveyId}`, {
      questionId: at.questionId,
      answerId: id,
      after: factsOf(answer),
    })} from made ${movingSurvey(scope, at.surveyId, [at.questionId])}`)
  return made === 1
}

export async function updateCustomAnswer(
  scope: Scope,
  at: AnswerRef,
  id: string,
  answer: AnswerValues,
): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update survey_answers a set selected = ${answer.selected ?? true}, value = ${answer.value ?? null},
        unit_of_measurement = ${answer.unitOfMeasurement ?? null}, status = ${answer.status ?? null},
        comment = ${answer.comment ?? null}, answered_by = ${actorText(scope)}, answered_at = ${scope.now},
        tapped_at = null, device_at = null, device = null, before_answer_id = was.id, before_status = was.status,
        before_value = was.value
      from survey_answers was
      where a.system_client_id = ${scope.clientId} and a.survey_id = ${at.surveyId} and a.question_id = ${at.questionId}
        and a.id = ${id} and a.custom
        and was.system_client_id = ${scope.clientId} and was.survey_id = ${at.surveyId}
        and was.question_id = ${at.questionId} and was.id = ${id}
        and (a.selected, a.value, a.unit_of_measurement, a.status, a.comment) is distinct from (${answer.selected ?? true},
          ${answer.value ?? null}::text, ${answer.unitOfMeasurement ?? null}::text, ${answer.status ?? null}::text,
          ${answer.comment ?? null}::text)
      returning ${storedValues} as before
    ), noted as (
      ${noteChange(scope, at.surveyId, part`changed`)}
    )
    ${insertEvent(
      scope,
      'answer.changed',
      `survey/${at.surveyId}`,
      part`json_build_object('questionId', ${at.questionId}::text, 'answerId', ${id}::text, 'before', changed.before,
        'after', ${JSON.stringify(factsOf(answer))}::json)`,
    )} from changed ${movingSurvey(scope, at.surveyId, [at.questionId])}`)
}

export async function deleteCustomAnswer(scope: Scope, at: AnswerRef, id: string): Promise<void> {
  await scope.db.run(sql`
    with gone as (
      delete from survey_answers was
      where system_client_id = ${scope.clientId} and survey_id = ${at.surveyId} and question_id = ${at.questionId}
        and id = ${id} and custom
      returning ${storedValues} as before
    ), noted as (
      ${noteChange(scope, at.surveyId)}
    )
    ${insertEvent(
      scope,
      'answer.removed',
      `survey/${at.surveyId}`,
      part`json_build_object('questionId', ${at.questionId}::text, 'answerId', ${id}::text, 'before', gone.before)`,
    )} from gone ${movingSurvey(scope, at.surveyId, [at.questionId])}`)
}

interface CustomAnswerRow {
  id: string
  selected: boolean
  value: string | null
  unitOfMeasurement: string | null
  status: string | null
  comment: string | null
}

export function findCustomAnswer(
  scope: Scope,
  at: AnswerRef,
  id: string,
): Promise<CustomAnswerRow | undefined> {
  return scope.db.row(sql`
    select id, selected, value, unit_of_measurement, status, comment from survey_answers
    where system_client_id = ${scope.clientId} and survey_id = ${at.surveyId} and question_id = ${at.questionId}
      and id = ${id} and custom`)
}

/** Locked, so that two changes of one answer run one after the other. */
export function findAnswerForUpdate(
  scope: Scope,
  at: AnswerRef,
  id: string,
): Promise<{ custom: boolean } | undefined> {
  return scope.db.row(sql`
    select custom from survey_answers
    where system_client_id = ${scope.clientId} and survey_id = ${at.surveyId} and question_id = ${at.questionId}
      and id = ${id} for update`)
}

const IDEMPOTENCY_HOURS = 24

interface RememberedPost {
  answerId: string
  bodyHash: Uint8Array
}

/** Takes the key, or returns what has it. With two requests for one key at once, the second waits for the first. */
export async function rememberPost(
  scope: Scope,
  at: AnswerRef,
  key: string,
  bodyHash: Buffer,
  answerId: string,
): Promise<RememberedPost | undefined> {
  const oldest = new Date(scope.now.getTime() - IDEMPOTENCY_HOURS * 3_600_000)
  const taken = await scope.db.run(sql`
    insert into answer_idempotency_keys as k (system_client_id, survey_id, question_id, key, body_hash, answer_id, created_at)
    values (${scope.clientId}, ${at.surveyId}, ${at.questionId}, ${key}, ${bodyHash}, ${answerId}, ${scope.now})
    on conflict (system_client_id, survey_id, question_id, key) do update
      set body_hash = excluded.body_hash, answer_id = excluded.answer_id, created_at = excluded.created_at
      where k.created_at < ${oldest}`)
  if (taken === 1) return undefined
  return scope.db.row(sql`
    select answer_id, body_hash from answer_idempotency_keys
    where system_client_id = ${scope.clientId} and survey_id = ${at.surveyId} and question_id = ${at.questionId}
      and key = ${key}`)
}

/** After a long pause there may be very many; the next run takes more. */
const MOST_FORGOTTEN = 10_000

/** Housekeeping over all clients; reads no data of theirs. */
export function forgetOldPosts(db: Scope['db'], now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000)
  return db.run(sql`
    delete from answer_idempotency_keys k using (
      select system_client_id, survey_id, question_id, key from answer_idempotency_keys where created_at < ${oldest}
      order by created_at limit ${MOST_FORGOTTEN}
    ) as old
    where k.system_client_id = old.system_client_id and k.survey_id = old.survey_id
      and k.question_id = old.question_id and k.key = old.key`)
}
