// Reads and changes rows of the ledger for other features.
import { movingSurvey, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { Reader } from './sources-store.ts'

/** Follows a branch that is merged into another. */
export async function moveLedger(
  { db, clientId }: Reader,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await Promise.all([
    db.run(sql`
      update findings set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`),
    db.run(sql`
      update finding_visits set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`),
    db.run(sql`
      update offered_work set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`),
  ])
}

export interface FindingOfVehicle {
  id: string
  masterClientId: string
  templateId: string
  questionId: string
  openedAt: Date
  countedIn: string | null
  grade: 'amber' | 'red'
  worstGrade: 'amber' | 'red'
  offeredAt: Date | null
  offeredIn: string | null
  currency: string | null
  offeredExVat: number | null
  offeredIncVat: number | null
  decision: 'approved' | 'rejected' | 'deferred' | null
  decidedAt: Date | null
  reasonCode: string | null
  /** ISO date. */
  deferredTo: string | null
  closedAs: 'green' | 'sold' | 'byHand' | null
  closedAt: Date | null
  /** [[survey, grade, value, unit, is offered], …] of the asked visits, as JSON. */
  visits: string
}

/** The findings that were seen at any of these visits, open ones first; at most `most`. */
export const listFindingsSeenAt = (
  scope: Scope,
  surveyIds: readonly string[],
  most: number,
): Promise<FindingOfVehicle[]> =>
  scope.db.rows(sql`
    select f.id, f.master_client_id, f.template_id, f.question_id, f.opened_at, f.counted_in, f.grade, f.worst_grade,
      f.offered_at, f.offered_in, f.currency, f.offered_ex_vat::float8 as offered_ex_vat,
      f.offered_inc_vat::float8 as offered_inc_vat, f.decision, f.decided_at, f.reason_code,
      f.deferred_to::text as deferred_to, f.closed_as, f.closed_at, v.visits
    from (
      select w.finding_id, json_agg(json_build_array(w.survey_id, w.grade, w.value, w.unit_of_measurement, w.is_offered)
        order by w.at, w.survey_id)::text as visits
      from finding_visits w
      where w.system_client_id = ${scope.clientId} and w.survey_id = any(${surveyIds}::text[])
      group by w.finding_id
    ) v
    join findings f on f.system_client_id = ${scope.clientId} and f.id = v.finding_id
    order by f.closed_at is not null, f.seen_at desc, f.id limit ${most}`)

export interface WorkOfVehicle {
  surveyId: string
  quoteId: string
  category: 'quote' | 'package' | 'upsaleQuote'
  questionId: string
  coveredQuestions: string[]
  offeredAt: Date
  currency: string | null
  exVat: number | null
  incVat: number | null
  decision: 'approved' | 'rejected' | 'deferred' | null
  decidedAt: Date | null
  reasonCode: string | null
  /** ISO date. */
  deferredTo: string | null
  soldAt: Date | null
  soldExVat: number | null
  soldIncVat: number | null
  state: 'open' | 'sold'
}

/** Work offered at any of these visits that is sold, or put off or declined and still open; the newest `most`. */
export const listWorkOfferedAt = (
  scope: Scope,
  surveyIds: readonly string[],
  most: number,
): Promise<WorkOfVehicle[]> =>
  scope.db.rows(sql`
    select survey_id, quote_id, category, question_id, covered_questions, offered_at, currency, ex_vat::float8 as ex_vat,
      inc_vat::float8 as inc_vat, decision, decided_at, reason_code, deferred_to::text as deferred_to, sold_at,
      sold_ex_vat::float8 as sold_ex_vat, sold_inc_vat::float8 as sold_inc_vat, state
    from offered_work
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[]) and not is_apart
      and (state = 'sold' or state = 'open' and decision in ('deferred', 'rejected'))
    order by offered_at desc, survey_id, quote_id limit ${most}`)
interface OfferedWork {
  decision: 'approved' | 'rejected' | 'deferred' | null
  state: 'open' | 'sold' | 'settled' | 'again'
  isApart: boolean
  questionIds: string[]
}

export function findOfferedWork(
  scope: Scope,
  surveyId: string,
  quoteId: string,
): Promise<OfferedWork | undefined> {
  return scope.db.row(sql`
    select decision, state, is_apart, array[question_id] || covered_questions as question_ids from offered_work
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and quote_id = ${quoteId}`)
}

export interface FoundThere {
  surveyId: string
  questionId: string
  grade: 'amber' | 'red'
  value: string | null
  unitOfMeasurement: string | null
}

/** What was found at these questions of these surveys; the two lists belong together. */
export function listFoundThere(
  scope: Scope,
  surveyIds: readonly string[],
  questionIds: readonly string[],
): Promise<FoundThere[]> {
  return scope.db.rows(sql`
    select v.survey_id, v.question_id, v.grade, v.value, v.unit_of_measurement
    from (select distinct survey_id, question_id from unnest(${surveyIds}::text[], ${questionIds}::text[])
      as p(survey_id, question_id)) w
    join finding_visits v on v.system_client_id = ${scope.clientId} and v.survey_id = w.survey_id
      and v.question_id = w.question_id
    order by v.survey_id, v.question_id`)
}

interface OpenFinding extends FoundThere {
  masterClientId: string
  templateId: string
  templateVersion: number
  at: Date
  isOffered: boolean
  decision: 'approved' | 'rejected' | 'deferred' | null
  /** ISO date. */
  deferredTo: string | null
}

/** More stand on no car that is repaired at all. */
const MOST_OPEN = 100

/** Findings of the vehicle from earlier visits that nothing has closed; what was found there last. Red first. */
export function listOpenFindings(
  scope: Scope,
  {
    vehicleKeys,
    surveyId,
    orderId,
  }: { vehicleKeys: readonly string[]; surveyId: string; orderId: string | null },
): Promise<OpenFinding[]> {
  return scope.db.rows(sql`
    select v.survey_id, f.question_id, v.grade, v.value, v.unit_of_measurement, v.at, v.is_offered, f.master_client_id,
      f.template_id, s.template_version, f.decision, f.deferred_to::text as deferred_to
    from findings f
    cross join lateral (
      select v.survey_id, v.grade, v.value, v.unit_of_measurement, v.at, v.is_offered from finding_visits v
      where v.system_client_id = ${scope.clientId} and v.finding_id = f.id and v.survey_id <> ${surveyId}
        and (v.order_id is null or v.order_id is distinct from ${orderId}::text)
        and (${scope.branches ?? null}::text[] is null or v.branch_id = any(${scope.branches ?? null}::text[]))
      order by v.at desc, v.survey_id desc limit 1
    ) v
    join ledger_visits s on s.system_client_id = ${scope.clientId} and s.survey_id = v.survey_id
    where f.system_client_id = ${scope.clientId} and f.vehicle_key = any(${vehicleKeys}::text[]) and f.closed_at is null
    order by v.grade desc, v.at desc, f.id limit ${MOST_OPEN}`)
}

interface ClosedTogether {
  surveyId: string
  questionIds: readonly string[]
  /** What closes them, such as a quote: under its name they are opened again. */
  by: string
}

const idsOf = ({ surveyId, by, questionIds }: ClosedTogether) =>
  questionIds.map((questionId) => JSON.stringify([surveyId, by, questionId]))

/** The findings of these questions that are still open since that survey. How many were closed. */
export function closeFindings(scope: Scope, one: ClosedTogether, reason: string): Promise<number> {
  const ids = idsOf(one)
  return scope.db.run(sql`
    insert into finding_closings (system_client_id, id, vehicle_key, master_client_id, template_id, question_id, closed_at,
      closed_by, reason)
    select ${scope.clientId}, w.id, f.vehicle_key, f.master_client_id, f.template_id, f.question_id, ${scope.now},
      ${scope.actor.id}, ${reason}
    from unnest(${one.questionIds}::text[], ${ids}::text[]) as w(question_id, id)
    join finding_visits v on v.system_client_id = ${scope.clientId} and v.survey_id = ${one.surveyId}
      and v.question_id = w.question_id
    join findings f on f.system_client_id = ${scope.clientId} and f.id = v.finding_id and f.closed_at is null
    on conflict (system_client_id, id) do nothing
    ${movingSurvey(scope, one.surveyId, one.questionIds)}`)
}

/** Takes back what `closeFindings` did. */
export function reopenFindings(scope: Scope, one: ClosedTogether): Promise<number> {
  const ids = idsOf(one)
  return scope.db.run(sql`
    delete from finding_closings where system_client_id = ${scope.clientId}
      and id = any(${ids}::text[])
    ${movingSurvey(scope, one.surveyId, one.questionIds)}`)
}
