// Reads and changes rows of the ledger for other features.
import { sql } from '../../db/sql.ts'
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
