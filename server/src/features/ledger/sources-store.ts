// The SQL that reads what the ledger of a vehicle is written from: its surveys, answers, offers, and lines of orders.
import { type Part, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export type Reader = Pick<Scope, 'db' | 'clientId'>

export interface Touched {
  surveyIds: readonly string[]
  orderIds: readonly string[]
  leadIds: readonly string[]
}

/** One of each type at most. */
const SURVEYS_OF_ORDER = 10
/** More than anything has of which all is read: a limit that the planner sees, so that it reads by an index. */
const MOST_ROWS = 5_000

/** A car without VIN and plate is known by its order, its lead, or its survey alone. */
const keyOfVisit = part`coalesce(v.vehicle_key, 'order/' || v.order_id, 'lead/' || v.lead_id, 'survey/' || v.survey_id)`

/**
 * The vehicles of what was touched: as they are now, and as the ledger still has them. Lines of an order may name work of another car,
 * and a survey that found nothing may have ended findings.
 */
const touchedKeys = (scope: Reader, touched: Touched): Part => part`
  with surveys_touched as (
    select unnest(${touched.surveyIds}::text[]) as id
    union
    select v.survey_id from unnest(${touched.orderIds}::text[]) as w(id)
    cross join lateral (
      select v.survey_id from ledger_visits v
      where v.system_client_id = ${scope.clientId} and v.order_id = w.id limit ${SURVEYS_OF_ORDER}
    ) v
    union
    select v.survey_id from unnest(${touched.leadIds}::text[]) as w(id)
    cross join lateral (
      select v.survey_id from ledger_visits v
      where v.system_client_id = ${scope.clientId} and v.lead_id = w.id limit ${SURVEYS_OF_ORDER}
    ) v
    union
    select unnest(array[l.survey_id, l.quote_survey_id]) from unnest(${touched.orderIds}::text[]) as w(id)
    cross join lateral (
      select l.survey_id, l.quote_survey_id from order_work l
      where l.system_client_id = ${scope.clientId} and l.order_id = w.id limit ${MOST_ROWS}
    ) l
  )
  select k.key from surveys_touched t
  cross join lateral (
    select ${keyOfVisit} as key from ledger_visits v
    where v.system_client_id = ${scope.clientId} and v.survey_id = t.id limit 1
  ) k
  union
  select f.vehicle_key from surveys_touched t
  cross join lateral (
    select f.vehicle_key from finding_visits f
    where f.system_client_id = ${scope.clientId} and f.survey_id = t.id limit ${MOST_ROWS}
  ) f
  union
  select f.vehicle_key from surveys_touched t
  cross join lateral (
    select f.vehicle_key from findings f
    where f.system_client_id = ${scope.clientId} and f.closed_in = t.id and f.closed_as = 'green' limit ${MOST_ROWS}
  ) f
  union
  select w.vehicle_key from surveys_touched t
  cross join lateral (
    select w.vehicle_key from offered_work w
    where w.system_client_id = ${scope.clientId} and w.survey_id = t.id limit ${MOST_ROWS}
  ) w`

/**
 * One transaction at a time writes the ledger of a vehicle. It is the last lock that a transaction takes, so nobody who has it waits for
 * anybody else. Transactions see what others wrote before they got it, because each statement reads anew.
 */
export function lockVehicles(scope: Reader, touched: Touched): void {
  // Planning what follows takes three times as long as doing it, and the plan is the same for every vehicle. Nothing else comes after
  // it in the transaction.
  scope.db.send(sql`
    select set_config('plan_cache_mode', 'force_generic_plan', true), pg_advisory_xact_lock(hashtextextended(k.name, 0)) from (
      select distinct ${scope.clientId} || ' ' || t.key as name from (${touchedKeys(scope, touched)}) t order by 1
    ) k`)
}

/** The same for the vehicle of one survey, of which only answers changed: it is the one that the ledger has, too. */
export function lockVehicleOf(scope: Reader, surveyId: string): void {
  scope.db.send(sql`
    select pg_advisory_xact_lock(hashtextextended(${scope.clientId} || ' ' || k.key, 0)) from (
      select ${keyOfVisit} as key from ledger_visits v
      where v.system_client_id = ${scope.clientId} and v.survey_id = ${surveyId} limit 1
    ) k`)
}

/** The newest so many visits of a vehicle; a plate that stands for many cars has more, and is no vehicle. */
const MOST_VISITS = 200

/** Which answers are read: to these questions, and to those whose work covers them. */
export interface Asked {
  /** Undefined: to all. */
  questionIds: readonly string[] | undefined
  /** And to those of which something was found or offered before. */
  withKnown: boolean
}

/** Of all that is in `visits`. */
const visitsAsJson = part`
  (select coalesce(json_agg(json_build_object('surveyId', survey_id, 'key', key, 'orderId', order_id, 'branchId', branch_id,
    'template', json_build_object('masterClientId', master_client_id, 'templateId', template_id, 'version', template_version),
    'cameUs', (extract(epoch from came_at) * 1000000)::bigint, 'madeUs', (extract(epoch from created_at) * 1000000)::bigint,
    'isApart', is_apart, 'hidden', coalesce(hidden::json, '[]'))), '[]') from visits)::text`

/** Of answers `a`. */
const answersAsJson = part`
  coalesce(json_agg(json_build_object('surveyId', a.survey_id, 'questionId', a.question_id, 'id', a.id,
    'status', a.status, 'value', a.value, 'unit', a.unit_of_measurement, 'by', a.answered_by, 'at', a.at,
    'atUs', (extract(epoch from a.at) * 1000000)::bigint)
    order by a.survey_id, a.question_id, a.created_at, a.id), '[]')`

interface AnsweredRow {
  /** As in `SourceRow`; none if the car has neither VIN nor plate. */
  visits: string
  answers: string
  /** The ledger has a finding of one of the questions. */
  isKnown: boolean
  /** Something was offered, sold or closed by hand that may be about one of them. */
  isFollowed: boolean
}

/** What the answers to some questions of a survey can change: read first, because most answers change nothing. */
export function readAnswered(
  scope: Reader,
  surveyId: string,
  questionIds: readonly string[],
): Promise<AnsweredRow | undefined> {
  return scope.db.row(sql`
    with self as materialized (
      select v.vehicle_key from ledger_visits v
      where v.system_client_id = ${scope.clientId} and v.survey_id = ${surveyId} limit 1
    ), visits as materialized (
      select v.*, v.vehicle_key as key from self
      cross join lateral (
        select v.* from ledger_visits v
        where v.system_client_id = ${scope.clientId} and v.vehicle_key = self.vehicle_key
        order by v.created_at desc, v.survey_id desc limit ${MOST_VISITS}
      ) v
    )
    select ${visitsAsJson} as visits,
      (select ${answersAsJson}
        from visits v
        cross join lateral (
          select a.* from ledger_answers a
          where a.system_client_id = ${scope.clientId} and a.survey_id = v.survey_id
            and a.question_id = any(${questionIds}::text[])
          limit ${MOST_ROWS}
        ) a)::text as answers,
      exists (
        select from self cross join lateral (
          select from finding_visits f
          where f.system_client_id = ${scope.clientId} and f.vehicle_key = self.vehicle_key
            and f.question_id = any(${questionIds}::text[]) limit 1
        ) f) as is_known,
      exists (
        select from self cross join lateral (
          select from offered_work w
          where w.system_client_id = ${scope.clientId} and w.vehicle_key = self.vehicle_key limit 1
        ) w)
      or exists (
        select from self cross join lateral (
          select from finding_closings c
          where c.system_client_id = ${scope.clientId} and c.vehicle_key = self.vehicle_key limit 1
        ) c)
      or exists (
        select from visits v cross join lateral (
          select from order_work w
          where w.system_client_id = ${scope.clientId} and w.survey_id = v.survey_id limit 1
        ) w) as is_followed`)
}

interface SourceRow {
  /** All as JSON: see `read-history.ts`. */
  keys: string
  visits: string
  questions: string | null
  answers: string
  offers: string
  lines: string
  closings: string
}

/** Everything about the vehicles of what was touched, in one statement of indexed reads. */
export function readSources(scope: Reader, touched: Touched, asked: Asked): Promise<SourceRow | undefined> {
  const questionIds = asked.questionIds ?? null
  return scope.db.row(sql`
    with keys as materialized (
      ${touchedKeys(scope, touched)}
    ), visits as materialized (
      select v.*, k.key from keys k
      cross join lateral (
        select v.* from ledger_visits v
        where v.system_client_id = ${scope.clientId} and v.vehicle_key = k.key
        order by v.created_at desc, v.survey_id desc limit ${MOST_VISITS}
      ) v
      union all
      select v.*, k.key from keys k
      cross join lateral (
        select v.* from ledger_visits v
        where v.system_client_id = ${scope.clientId} and v.order_id = substr(k.key, 7) and v.vehicle_key is null
        limit ${SURVEYS_OF_ORDER}
      ) v
      where k.key like 'order/%'
      union all
      select v.*, k.key from keys k
      cross join lateral (
        select v.* from ledger_visits v
        where v.system_client_id = ${scope.clientId} and v.lead_id = substr(k.key, 6) and v.vehicle_key is null
        limit ${SURVEYS_OF_ORDER}
      ) v
      where k.key like 'lead/%'
      union all
      select v.*, k.key from keys k
      cross join lateral (
        select v.* from ledger_visits v
        where v.system_client_id = ${scope.clientId} and v.survey_id = substr(k.key, 8) and v.vehicle_key is null limit 1
      ) v
      where k.key like 'survey/%'
    ), offers as materialized (
      select o.* from visits v
      cross join lateral (
        select o.* from ledger_offers o
        where o.system_client_id = ${scope.clientId} and o.survey_id = v.survey_id limit ${MOST_ROWS}
      ) o
    ), lines as materialized (
      select w.* from visits v
      cross join lateral (
        select w.* from ledger_lines w
        where w.system_client_id = ${scope.clientId} and w.survey_id = v.survey_id limit ${MOST_ROWS}
      ) w
      union
      select w.* from visits v
      cross join lateral (
        select w.* from ledger_lines w
        where w.system_client_id = ${scope.clientId} and w.order_id = v.order_id and w.survey_id is null limit ${MOST_ROWS}
      ) w
    ), asked as materialized (
      -- A line that names only an answer is about one of the questions that have it: none is decided without the others.
      select unnest(${questionIds}::text[]) as id
      union
      select a.question_id from lines w
      cross join lateral (
        select a.question_id from ledger_answers a
        where a.system_client_id = ${scope.clientId} and a.survey_id = w.survey_id and a.id = w.answer_id limit ${MOST_ROWS}
      ) a
    ), wanted as materialized (
      select id from asked
      union
      select c.id from offers o cross join unnest(array[o.question_id] || coalesce(o.covered_questions, '{}')) as c(id)
      where ${asked.withKnown}::boolean or o.question_id in (select id from asked)
        or o.covered_questions && array(select id from asked)
      union
      select f.question_id from keys k
      cross join lateral (
        select f.question_id from finding_visits f
        where f.system_client_id = ${scope.clientId} and f.vehicle_key = k.key limit ${MOST_ROWS}
      ) f
      where ${asked.withKnown}::boolean
      union
      select c.id from keys k
      cross join lateral (
        select w.question_id, w.covered_questions from offered_work w
        where w.system_client_id = ${scope.clientId} and w.vehicle_key = k.key limit ${MOST_ROWS}
      ) w
      cross join unnest(array[w.question_id] || w.covered_questions) as c(id)
      where ${asked.withKnown}::boolean
    )
    select
      (select coalesce(json_agg(key order by key), '[]') from keys)::text as keys,
      ${visitsAsJson} as visits,
      case when ${questionIds}::text[] is not null then (select coalesce(json_agg(id), '[]') from wanted)::text end as questions,
      (select ${answersAsJson}
        from visits v
        cross join lateral (
          select a.* from ledger_answers a
          where a.system_client_id = ${scope.clientId} and a.survey_id = v.survey_id
            and (${questionIds}::text[] is null or a.question_id = any(array(select id from wanted)))
          limit ${MOST_ROWS}
        ) a)::text as answers,
      (select coalesce(json_agg(json_build_object('surveyId', survey_id, 'quoteId', quote_id, 'category', category,
        'questionId', question_id, 'answerId', answer_id,
        'covers', array_remove(coalesce(covered_questions, '{}'), question_id), 'packageId', package_id,
        'variantId', variant_id, 'currency', currency, 'exVat', offered_ex_vat::text, 'incVat', offered_inc_vat::text,
        'approvedExVat', approved_ex_vat::text, 'approvedIncVat', approved_inc_vat::text, 'decision', approval_status,
        'medium', approval_medium, 'reasonCode', rejection_reason_code, 'deferredTo', deferred_to,
        'decidedAt', decided_at, 'decidedBy', decided_by, 'at', created_at)
        order by survey_id, created_at, quote_id), '[]') from offers)::text as offers,
      (select coalesce(json_agg(json_build_object('orderId', w.order_id, 'position', w.position, 'surveyId', w.survey_id,
        'answerId', w.answer_id, 'packageId', w.package_id, 'variantId', w.variant_id,
        'isSold', coalesce(w.sold_quantity, 0) > 0, 'isDeferred', w.deferred, 'deferredTo', left(w.deferred_until, 10),
        'isRejected', w.rejected, 'soldExVat', w.sold_ex_vat::text, 'soldIncVat', w.sold_inc_vat::text,
        'cameUs', (extract(epoch from w.came_at) * 1000000)::bigint, 'at', w.at)
        order by w.came_at, w.order_id, w.position), '[]') from lines w)::text as lines,
      (select coalesce(json_agg(json_build_object('key', c.vehicle_key, 'id', c.id, 'masterClientId', c.master_client_id,
        'templateId', c.template_id, 'questionId', c.question_id, 'at', c.closed_at,
        'atUs', (extract(epoch from c.closed_at) * 1000000)::bigint) order by c.closed_at, c.id), '[]')
        from keys k
        cross join lateral (
          select c.* from finding_closings c
          where c.system_client_id = ${scope.clientId} and c.vehicle_key = k.key limit ${MOST_ROWS}
        ) c)::text as closings`)
}

/** Some of the surveys of the client, in the order of their ids: for writing the whole ledger again. */
export async function listSurveysAfter(scope: Reader, after: string, most: number): Promise<string[]> {
  const rows = await scope.db.rows<{ id: string }>(sql`
    select v.survey_id as id from ledger_visits v
    where v.system_client_id = ${scope.clientId} and v.survey_id > ${after} order by v.survey_id limit ${most}`)
  return rows.map(({ id }) => id)
}
