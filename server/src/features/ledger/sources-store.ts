// The SQL that reads what the ledger of a vehicle is written from: its surveys, answers, offers, and lines of orders.
import { type Part, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export type Reader = Pick<Scope, 'db' | 'clientId'>

export interface Touched {
  surveyIds: readonly string[]
  orderIds: readonly string[]
  leadIds: readonly string[]
}

/** A car without VIN and plate is known by its order, its lead, or its survey alone. */
const keyOfVisit = part`coalesce(v.vehicle_key, 'order/' || v.order_id, 'lead/' || v.lead_id, 'survey/' || v.survey_id)`

/** The vehicles of what was touched: as they are now, and as the ledger still has them. */
const touchedKeys = (scope: Reader, touched: Touched): Part => part`
  select ${keyOfVisit} as key from ledger_visits v
  where v.system_client_id = ${scope.clientId} and v.survey_id = any(${touched.surveyIds}::text[])
  union
  select ${keyOfVisit} from ledger_visits v
  where v.system_client_id = ${scope.clientId} and v.order_id = any(${touched.orderIds}::text[])
  union
  select ${keyOfVisit} from ledger_visits v
  where v.system_client_id = ${scope.clientId} and v.lead_id = any(${touched.leadIds}::text[])
  union
  select f.vehicle_key from finding_visits f
  where f.system_client_id = ${scope.clientId} and (f.survey_id = any(${touched.surveyIds}::text[])
    or f.survey_id in (select v.survey_id from ledger_visits v
      where v.system_client_id = ${scope.clientId} and v.order_id = any(${touched.orderIds}::text[])))
  union
  select w.vehicle_key from offered_work w
  where w.system_client_id = ${scope.clientId} and (w.survey_id = any(${touched.surveyIds}::text[])
    or w.survey_id in (select v.survey_id from ledger_visits v
      where v.system_client_id = ${scope.clientId} and v.order_id = any(${touched.orderIds}::text[])))`

/**
 * One transaction at a time writes the ledger of a vehicle. It is the last lock that a transaction takes, so nobody who has it waits for
 * anybody else. Transactions see what others wrote before they got it, because each statement reads anew.
 */
export function lockVehicles(scope: Reader, touched: Touched): void {
  scope.db.send(sql`
    select pg_advisory_xact_lock(hashtextextended(k.name, 0)) from (
      select distinct ${scope.clientId} || ' ' || t.key as name from (${touchedKeys(scope, touched)}) t order by 1
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
    ), seen as materialized (
      select v.*, k.key, row_number() over (partition by k.key order by v.came_at desc, v.survey_id desc) as nth
      from keys k join ledger_visits v on v.system_client_id = ${scope.clientId} and v.vehicle_key = k.key
      where k.key not like 'order/%'
      union all
      select v.*, k.key, 1 from keys k
      join ledger_visits v on v.system_client_id = ${scope.clientId} and v.order_id = substr(k.key, 7) and v.vehicle_key is null
      where k.key like 'order/%'
      union all
      select v.*, k.key, 1 from keys k
      join ledger_visits v on v.system_client_id = ${scope.clientId} and v.lead_id = substr(k.key, 6) and v.vehicle_key is null
      where k.key like 'lead/%'
      union all
      select v.*, k.key, 1 from keys k
      join ledger_visits v on v.system_client_id = ${scope.clientId} and v.survey_id = substr(k.key, 8) and v.vehicle_key is null
      where k.key like 'survey/%'
    ), visits as materialized (
      select * from seen where nth <= ${MOST_VISITS}
    ), offers as materialized (
      select o.* from visits v join ledger_offers o on o.system_client_id = ${scope.clientId} and o.survey_id = v.survey_id
    ), wanted as materialized (
      select unnest(${questionIds}::text[]) as id
      union
      select c.id from offers o cross join unnest(array[o.question_id] || coalesce(o.covered_questions, '{}')) as c(id)
      where ${asked.withKnown}::boolean or o.question_id = any(${questionIds}::text[]) or o.covered_questions && ${questionIds}::text[]
      union
      select f.question_id from finding_visits f join keys k on f.vehicle_key = k.key
      where f.system_client_id = ${scope.clientId} and ${asked.withKnown}::boolean
      union
      select c.id from offered_work w join keys k on w.vehicle_key = k.key
      cross join unnest(array[w.question_id] || w.covered_questions) as c(id)
      where w.system_client_id = ${scope.clientId} and ${asked.withKnown}::boolean
    )
    select
      (select coalesce(json_agg(key order by key), '[]') from keys)::text as keys,
      (select coalesce(json_agg(json_build_array(survey_id, key, order_id, branch_id, master_client_id, template_id,
        template_version, (extract(epoch from came_at) * 1000000)::bigint, (extract(epoch from created_at) * 1000000)::bigint, is_apart, hidden::json)), '[]')
        from visits)::text as visits,
      case when ${questionIds}::text[] is not null then (select coalesce(json_agg(id), '[]') from wanted)::text end as questions,
      (select coalesce(json_agg(json_build_array(a.survey_id, a.question_id, a.id, a.status, a.value, a.unit_of_measurement,
        a.answered_by, a.at) order by a.survey_id, a.question_id, a.created_at, a.id), '[]')
        from visits v join ledger_answers a on a.system_client_id = ${scope.clientId} and a.survey_id = v.survey_id
        where ${questionIds}::text[] is null or a.question_id = any(array(select id from wanted)))::text as answers,
      (select coalesce(json_agg(json_build_array(survey_id, quote_id, category, question_id, answer_id,
        coalesce(covered_questions, '{}'), package_id, variant_id, currency, offered_ex_vat::text, offered_inc_vat::text,
        approved_ex_vat::text, approved_inc_vat::text, approval_status, approval_medium, rejection_reason_code,
        deferred_to, decided_at, decided_by, created_at) order by survey_id, created_at, quote_id), '[]') from offers)::text as offers,
      (select coalesce(json_agg(json_build_array(w.order_id, w.position, w.survey_id, w.answer_id, w.package_id, w.variant_id,
        coalesce(w.sold_quantity, 0) > 0, w.rejected, w.sold_ex_vat::text, w.sold_inc_vat::text,
        (extract(epoch from w.came_at) * 1000000)::bigint, w.at) order by w.came_at, w.order_id, w.position), '[]')
        from ledger_lines w
        where w.system_client_id = ${scope.clientId} and (w.survey_id in (select survey_id from visits)
          or (w.survey_id is null and w.order_id in (select order_id from visits))))::text as lines,
      (select coalesce(json_agg(json_build_array(c.vehicle_key, c.id, c.master_client_id, c.template_id, c.question_id, c.closed_at,
        (extract(epoch from c.closed_at) * 1000000)::bigint) order by c.closed_at, c.id), '[]')
        from finding_closings c join keys k on c.vehicle_key = k.key
        where c.system_client_id = ${scope.clientId})::text as closings`)
}

/** Some of the surveys of the client, in the order of their ids: for writing the whole ledger again. */
export async function listSurveysAfter(scope: Reader, after: string, most: number): Promise<string[]> {
  const rows = await scope.db.rows<{ id: string }>(sql`
    select v.survey_id as id from ledger_visits v
    where v.system_client_id = ${scope.clientId} and v.survey_id > ${after} order by v.survey_id limit ${most}`)
  return rows.map(({ id }) => id)
}
