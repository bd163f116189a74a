// The list of all surveys by their last change (C9).
import type { SurveyQuery, SurveySummary } from '@walkaround/contract/dms/surveys.ts'
import { toJson, toReadyBytes } from '../../lib/ready-json.ts'
import { isWithinBranches } from '../../organisation/branch-reach.ts'
import type { ChangeRef } from '../../organisation/last-changes-store.ts'
import type { Scope } from '../../scope.ts'
import { listAllChanged, listChangedPage } from '../origins/list-changed.ts'
import { toShownId } from '../templates/rules.ts'
import * as store from './list-store.ts'

const listedIn = (scope: Scope, query: SurveyQuery) => ({
  kind: 'survey' as const,
  query,
  isDone: query.completed,
  surveyType: query['survey-type'],
  load: (refs: ChangeRef[]) => loadSummaries(scope, refs, query),
})

export const listSurveyPage = (scope: Scope, query: SurveyQuery) =>
  listChangedPage<SurveySummary>(scope, listedIn(scope, query))

export const listAllSurveys = (scope: Scope, query: SurveyQuery) =>
  listAllChanged<SurveySummary>(scope, listedIn(scope, query))

/** A survey that was completed or moved since its last entry in the log comes with its next one. */
async function loadSummaries(scope: Scope, refs: ChangeRef[], { completed }: SurveyQuery): Promise<Buffer[]> {
  if (refs.length === 0) return []
  const rows = await store.listSummaries(
    scope,
    refs.map(([id]) => id),
  )
  return rows
    .filter((row) => isWithinBranches(scope, row.branchId))
    .filter((row) => completed === undefined || row.completed === completed)
    .map((row) => toReadyBytes(toJson(toSummary(scope, row, refs[row.at] as ChangeRef))))
}

const toSummary = (
  { clientId }: Scope,
  row: store.SummaryRow,
  [id, changedMs]: ChangeRef,
): SurveySummary => ({
  id,
  surveyType: row.surveyType,
  templateId: toShownId(clientId, row),
  externalBranchId: row.externalBranchId ?? undefined,
  branchId: row.branchId ?? undefined,
  orderId: row.orderId ?? undefined,
  leadId: row.leadId ?? undefined,
  completed: row.completed,
  completedTimestamp: row.completedAt?.toISOString(),
  closed: row.closed,
  changedTimestamp: new Date(changedMs).toISOString(),
})
