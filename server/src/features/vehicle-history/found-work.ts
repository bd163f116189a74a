// Findings and offered work of a vehicle, as the history shows them. Pure.
import type { VehicleFinding, VehicleWork } from '@walkaround/contract/dms/vehicle-history.ts'
import type { UnitOfMeasure } from '@walkaround/contract/shared.ts'
import type { Static } from 'typebox'
import { withoutNulls } from '../../lib/without-nulls.ts'
import type { FindingOfVehicle, WorkOfVehicle } from '../ledger/rows.ts'
import type { OfferText } from '../quotes/rows.ts'
import { toShownId } from '../templates/rules.ts'
import { type Questions, wheelsOf } from './measured.ts'
import type { Visit } from './visits.ts'

type SeenAt = [
  surveyId: string,
  grade: 'amber' | 'red',
  value: string | null,
  unit: Static<typeof UnitOfMeasure> | null,
  isOffered: boolean,
]

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** Of offers and closings at visits that are not shown, only that the finding is closed is told. */
export function toFindings(
  clientId: string,
  visits: readonly Visit[],
  questions: Questions,
  rows: readonly FindingOfVehicle[],
): VehicleFinding[] {
  const timeOf = new Map(visits.map(({ row, at }) => [row.id, at]))
  return rows.map((row): VehicleFinding => {
    const templateId = toShownId(clientId, row)
    const question = questions.find(templateId, row.questionId)?.question
    const { wheels } = wheelsOf(question)
    const seen = (JSON.parse(row.visits) as SeenAt[]).map(([surveyId, grade, value, unit, isOffered]) => ({
      surveyId,
      at: timeOf.get(surveyId) ?? '',
      grade,
      ...(value === null ? {} : { value }),
      ...(unit === null ? {} : { unit }),
      ...(isOffered ? { isOffered } : {}),
    }))
    const isShown = row.offeredIn !== null && timeOf.has(row.offeredIn)
    return {
      id: row.id,
      templateId,
      questionId: row.questionId,
      text: question?.text ?? row.questionId,
      grade: seen.at(-1)?.grade ?? row.grade,
      worstGrade: seen.some(({ grade }) => grade === 'red') ? 'red' : 'amber',
      openedAt: seen[0]?.at ?? row.openedAt.toISOString(),
      visits: seen,
      ...(wheels ? { wheels } : {}),
      ...(row.countedIn === null ? { isApart: true } : {}),
      ...(isShown
        ? withoutNulls({
            offeredIn: row.offeredIn,
            offeredAt: iso(row.offeredAt),
            currency: row.currency,
            amountExVat: row.offeredExVat,
            amountIncVat: row.offeredIncVat,
            decision: row.decision,
            decidedAt: iso(row.decidedAt),
            reasonCode: row.reasonCode,
            deferredTo: row.deferredTo,
          })
        : {}),
      ...withoutNulls({
        closedAs: row.closedAs,
        closedAt: iso(row.closedAt),
        closedReason: row.closedReason,
      }),
    }
  })
}

export function toWork(
  visits: readonly Visit[],
  texts: readonly OfferText[],
  rows: readonly WorkOfVehicle[],
): { openWork: VehicleWork[]; doneWork: VehicleWork[] } {
  const keyOf = (surveyId: string, quoteId: string) => JSON.stringify([surveyId, quoteId])
  const textOf = new Map(texts.map(({ surveyId, quoteId, text }) => [keyOf(surveyId, quoteId), text]))
  const templates = new Map(visits.map(({ row, template }) => [row.id, template]))
  const shown = (row: WorkOfVehicle): VehicleWork => ({
    surveyId: row.surveyId,
    quoteId: row.quoteId,
    text:
      textOf.get(keyOf(row.surveyId, row.quoteId)) ??
      templates.get(row.surveyId)?.questions.get(row.questionId)?.text ??
      row.quoteId,
    // An automatic quote belongs to no finding.
    questionIds:
      row.category === 'upsaleQuote' ? [] : [...new Set([row.questionId, ...row.coveredQuestions])],
    offeredAt: row.offeredAt.toISOString(),
    ...withoutNulls({
      currency: row.currency,
      amountExVat: row.exVat,
      amountIncVat: row.incVat,
      decision: row.decision,
      decidedAt: iso(row.decidedAt),
      reasonCode: row.reasonCode,
      deferredTo: row.deferredTo,
      soldAt: iso(row.soldAt),
      soldExVat: row.soldExVat,
      soldIncVat: row.soldIncVat,
    }),
  })
  const dueOf = ({ deferredTo }: VehicleWork) => deferredTo ?? '9'
  return {
    openWork: rows
      .filter(({ state }) => state === 'open')
      .map(shown)
      .sort((one, other) => dueOf(one).localeCompare(dueOf(other))),
    doneWork: rows
      .filter(({ state }) => state === 'sold')
      .map(shown)
      .sort((one, other) => (other.soldAt ?? '').localeCompare(one.soldAt ?? '')),
  }
}
