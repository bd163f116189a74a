// The SQL that writes the ledger: the rows of a vehicle as they are to be, where they differ from those there are.
import { sql } from '../../db/sql.ts'
import type { FindingRow, FindingVisitRow, MatchedLine, OfferedWorkRow } from './model.ts'
import type { Reader } from './sources-store.ts'

/** What the rows are about. */
export interface Written {
  vehicleKeys: readonly string[]
  /** Undefined: all questions. */
  questionIds: readonly string[] | undefined
}

type FindingToSave = FindingRow & { id: string }
type FindingVisitToSave = FindingVisitRow & { findingId: string }

export function saveFindings(
  { db, clientId }: Reader,
  { vehicleKeys, questionIds }: Written,
  rows: readonly FindingToSave[],
): void {
  const questions = questionIds ?? null
  db.send(sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(id text, "vehicleKey" text, "masterClientId" text,
        "templateId" text, "questionId" text, "openedIn" text, "openedAt" timestamptz, "countedIn" text, "surveyId" text,
        "orderId" text, "branchId" text, "seenAt" timestamptz, visits int, grade text, "worstGrade" text, value text,
        "unitOfMeasurement" text, "offeredAt" timestamptz, "offeredIn" text, currency text, "offeredExVat" numeric,
        "offeredIncVat" numeric, decision text, "decidedAt" timestamptz, "decidedBy" text, "reasonCode" text,
        "deferredTo" date, "closedAs" text, "closedAt" timestamptz, "closedIn" text)
    ), gone as (
      delete from findings f
      where f.system_client_id = ${clientId} and f.vehicle_key = any(${vehicleKeys}::text[])
        and (${questions}::text[] is null or f.question_id = any(${questions}::text[]))
        and f.id not in (select id from wanted)
    )
    insert into findings as f (system_client_id, id, vehicle_key, master_client_id, template_id, question_id, opened_in, opened_at,
      counted_in, survey_id, order_id, branch_id, seen_at, visits, grade, worst_grade, value, unit_of_measurement, offered_at,
      offered_in, currency, offered_ex_vat, offered_inc_vat, decision, decided_at, decided_by, reason_code, deferred_to,
      closed_as, closed_at, closed_in)
    select ${clientId}, id, "vehicleKey", "masterClientId", "templateId", "questionId", "openedIn", "openedAt", "countedIn",
      "surveyId", "orderId", "branchId", "seenAt", visits, grade, "worstGrade", value, "unitOfMeasurement", "offeredAt",
      "offeredIn", currency, "offeredExVat", "offeredIncVat", decision, "decidedAt", "decidedBy", "reasonCode", "deferredTo",
      "closedAs", "closedAt", "closedIn"
    from wanted
    on conflict (system_client_id, id) do update set opened_at = excluded.opened_at, counted_in = excluded.counted_in,
      survey_id = excluded.survey_id, order_id = excluded.order_id, branch_id = excluded.branch_id,
      seen_at = excluded.seen_at, visits = excluded.visits, grade = excluded.grade, worst_grade = excluded.worst_grade,
      value = excluded.value, unit_of_measurement = excluded.unit_of_measurement, offered_at = excluded.offered_at,
      offered_in = excluded.offered_in, currency = excluded.currency, offered_ex_vat = excluded.offered_ex_vat,
      offered_inc_vat = excluded.offered_inc_vat, decision = excluded.decision, decided_at = excluded.decided_at,
      decided_by = excluded.decided_by, reason_code = excluded.reason_code, deferred_to = excluded.deferred_to,
      closed_as = excluded.closed_as, closed_at = excluded.closed_at, closed_in = excluded.closed_in
    where (f.opened_at, f.counted_in, f.survey_id, f.order_id, f.branch_id, f.seen_at, f.visits, f.grade, f.worst_grade,
        f.value, f.unit_of_measurement, f.offered_at, f.offered_in, f.currency, f.offered_ex_vat, f.offered_inc_vat,
        f.decision, f.decided_at, f.decided_by, f.reason_code, f.deferred_to, f.closed_as, f.closed_at, f.closed_in)
      is distinct from (excluded.opened_at, excluded.counted_in, excluded.survey_id, excluded.order_id, excluded.branch_id,
        excluded.seen_at, excluded.visits, excluded.grade, excluded.worst_grade, excluded.value,
        excluded.unit_of_measurement, excluded.offered_at, excluded.offered_in, excluded.currency, excluded.offered_ex_vat,
        excluded.offered_inc_vat, excluded.decision, excluded.decided_at, excluded.decided_by, excluded.reason_code,
        excluded.deferred_to, excluded.closed_as, excluded.closed_at, excluded.closed_in)`)
}

export function saveVisits(
  { db, clientId }: Reader,
  { vehicleKeys, questionIds }: Written,
  rows: readonly FindingVisitToSave[],
): void {
  const questions = questionIds ?? null
  db.send(sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r("surveyId" text, "questionId" text, "findingId" text,
        "vehicleKey" text, "orderId" text, "branchId" text, "isApart" boolean, at timestamptz, grade text, value text,
        "unitOfMeasurement" text, "answeredBy" text, "isOffered" boolean)
    ), gone as (
      delete from finding_visits v
      where v.system_client_id = ${clientId} and v.vehicle_key = any(${vehicleKeys}::text[])
        and (${questions}::text[] is null or v.question_id = any(${questions}::text[]))
        and (v.survey_id, v.question_id) not in (select "surveyId", "questionId" from wanted)
    )
    insert into finding_visits as v (system_client_id, survey_id, question_id, finding_id, vehicle_key, order_id, branch_id,
      is_apart, at, grade, value, unit_of_measurement, answered_by, is_offered)
    select ${clientId}, "surveyId", "questionId", "findingId", "vehicleKey", "orderId", "branchId", "isApart", at, grade, value,
      "unitOfMeasurement", "answeredBy", "isOffered"
    from wanted
    on conflict (system_client_id, survey_id, question_id) do update set finding_id = excluded.finding_id,
      vehicle_key = excluded.vehicle_key, order_id = excluded.order_id, branch_id = excluded.branch_id,
      is_apart = excluded.is_apart, at = excluded.at, grade = excluded.grade, value = excluded.value,
      unit_of_measurement = excluded.unit_of_measurement, answered_by = excluded.answered_by,
      is_offered = excluded.is_offered
    where (v.finding_id, v.vehicle_key, v.order_id, v.branch_id, v.is_apart, v.at, v.grade, v.value, v.unit_of_measurement,
        v.answered_by, v.is_offered)
      is distinct from (excluded.finding_id, excluded.vehicle_key, excluded.order_id, excluded.branch_id, excluded.is_apart,
        excluded.at, excluded.grade, excluded.value, excluded.unit_of_measurement, excluded.answered_by,
        excluded.is_offered)`)
}

/** What is known of the offers of the vehicles: rows of others go, unless their questions were not asked for. */
export function saveWork(
  { db, clientId }: Reader,
  { vehicleKeys, questionIds }: Written,
  rows: readonly OfferedWorkRow[],
): void {
  const questions = questionIds ?? null
  db.send(sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r("surveyId" text, "quoteId" text, "vehicleKey" text,
        "orderId" text, "branchId" text, "isApart" boolean, category text, "questionId" text, "coveredQuestions" json,
        "packageId" text, "variantId" text, currency text, "exVat" numeric, "incVat" numeric, "offeredAt" timestamptz,
        decision text, "decidedAt" timestamptz, "decidedBy" text, medium text, "reasonCode" text, "deferredTo" date,
        "approvedExVat" numeric, "approvedIncVat" numeric, "isOrdered" boolean, "soldOrderId" text, "soldAt" timestamptz,
        "soldExVat" numeric, "soldIncVat" numeric, state text)
    ), gone as (
      delete from offered_work w
      where w.system_client_id = ${clientId} and w.vehicle_key = any(${vehicleKeys}::text[])
        and (${questions}::text[] is null or array[w.question_id] || w.covered_questions <@ ${questions}::text[])
        and (w.survey_id, w.quote_id) not in (select "surveyId", "quoteId" from wanted)
    )
    insert into offered_work as w (system_client_id, survey_id, quote_id, vehicle_key, order_id, branch_id, is_apart, category,
      question_id, covered_questions, package_id, variant_id, currency, ex_vat, inc_vat, offered_at, decision, decided_at,
      decided_by, medium, reason_code, deferred_to, approved_ex_vat, approved_inc_vat, is_ordered, sold_order_id, sold_at,
      sold_ex_vat, sold_inc_vat, state)
    select ${clientId}, "surveyId", "quoteId", "vehicleKey", "orderId", "branchId", "isApart", category, "questionId",
      array(select json_array_elements_text("coveredQuestions")), "packageId", "variantId", currency, "exVat", "incVat",
      "offeredAt", decision, "decidedAt", "decidedBy", medium, "reasonCode", "deferredTo", "approvedExVat", "approvedIncVat",
      "isOrdered", "soldOrderId", "soldAt", "soldExVat", "soldIncVat", state
    from wanted
    on conflict (system_client_id, survey_id, quote_id) do update set vehicle_key = excluded.vehicle_key,
      order_id = excluded.order_id, branch_id = excluded.branch_id, is_apart = excluded.is_apart,
      category = excluded.category, question_id = excluded.question_id, covered_questions = excluded.covered_questions,
      package_id = excluded.package_id, variant_id = excluded.variant_id, currency = excluded.currency,
      ex_vat = excluded.ex_vat, inc_vat = excluded.inc_vat, offered_at = excluded.offered_at,
      decision = excluded.decision, decided_at = excluded.decided_at, decided_by = excluded.decided_by,
      medium = excluded.medium, reason_code = excluded.reason_code, deferred_to = excluded.deferred_to,
      approved_ex_vat = excluded.approved_ex_vat, approved_inc_vat = excluded.approved_inc_vat,
      is_ordered = excluded.is_ordered, sold_order_id = excluded.sold_order_id, sold_at = excluded.sold_at,
      sold_ex_vat = excluded.sold_ex_vat, sold_inc_vat = excluded.sold_inc_vat, state = excluded.state
    where (w.vehicle_key, w.order_id, w.branch_id, w.is_apart, w.category, w.question_id, w.covered_questions, w.package_id,
        w.variant_id, w.currency, w.ex_vat, w.inc_vat, w.offered_at, w.decision, w.decided_at, w.decided_by, w.medium,
        w.reason_code, w.deferred_to, w.approved_ex_vat, w.approved_inc_vat, w.is_ordered, w.sold_order_id, w.sold_at,
        w.sold_ex_vat, w.sold_inc_vat, w.state)
      is distinct from (excluded.vehicle_key, excluded.order_id, excluded.branch_id, excluded.is_apart, excluded.category,
        excluded.question_id, excluded.covered_questions, excluded.package_id, excluded.variant_id, excluded.currency,
        excluded.ex_vat, excluded.inc_vat, excluded.offered_at, excluded.decision, excluded.decided_at,
        excluded.decided_by, excluded.medium, excluded.reason_code, excluded.deferred_to, excluded.approved_ex_vat,
        excluded.approved_inc_vat, excluded.is_ordered, excluded.sold_order_id, excluded.sold_at, excluded.sold_ex_vat,
        excluded.sold_inc_vat, excluded.state)`)
}

export function saveMatches({ db, clientId }: Reader, lines: readonly MatchedLine[]): void {
  if (lines.length === 0) return
  db.send(sql`
    update order_work w set quote_survey_id = r."quoteSurveyId", quote_id = r."quoteId"
    from json_to_recordset(${JSON.stringify(lines)}::json)
      as r("orderId" text, position int, "quoteSurveyId" text, "quoteId" text)
    where w.system_client_id = ${clientId} and w.order_id = r."orderId" and w.position = r.position
      and (w.quote_survey_id, w.quote_id) is distinct from (r."quoteSurveyId", r."quoteId")`)
}

/** What staff closed by hand follows a car that gets another VIN. */
export function moveClosings(
  { db, clientId }: Reader,
  moved: readonly { id: string; vehicleKey: string }[],
): void {
  if (moved.length === 0) return
  db.send(sql`
    update finding_closings c set vehicle_key = r."vehicleKey"
    from json_to_recordset(${JSON.stringify(moved)}::json) as r(id text, "vehicleKey" text)
    where c.system_client_id = ${clientId} and c.id = r.id`)
}
