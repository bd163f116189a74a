// How far the parts of surveys are, for their cards: what waits for a reply comes first.
import { type PartState, partStates } from '@walkaround/contract/rules/parts.ts'
import { listPartSites } from '../../organisation/client-store.ts'
import type { Scope } from '../../scope.ts'
import { listPartsOf } from '../parts/rows.ts'

/** By survey; a client without the parts step costs one small read. */
export async function readPartStates(
  scope: Scope,
  surveyIds: readonly string[],
): Promise<ReadonlyMap<string, PartState>> {
  const siteIds = surveyIds.length === 0 ? [] : await listPartSites(scope.db, scope.clientId)
  if (siteIds.length === 0) return new Map()
  const bySurvey = Map.groupBy(await listPartsOf(scope, { surveyIds, siteIds }), ({ surveyId }) => surveyId)
  return new Map(
    [...bySurvey].flatMap(([surveyId, parts]) => {
      const state = partStates.find((one) => parts.some((part) => part.state === one))
      return state ? [[surveyId, state] as const] : []
    }),
  )
}
