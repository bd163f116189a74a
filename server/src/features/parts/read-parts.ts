// Requests for parts of one survey, as its page shows them.
import type { PartRequest } from '@walkaround/contract/dms/parts.ts'
import { findSite } from '../../organisation/client-store.ts'
import type { Scope } from '../../scope.ts'
import { isShown, toRequest } from './rules.ts'
import { listRequests } from './store.ts'

/** Undefined if the site has no parts step, and for a survey at no site. */
export async function listPartsOfSurvey(
  scope: Scope,
  surveyId: string,
  siteId: string | null,
): Promise<PartRequest[] | undefined> {
  const site = siteId === null ? undefined : await findSite(scope.db, scope.clientId, siteId)
  if (!site?.partsStep) return undefined
  const rows = await listRequests(scope, surveyId)
  return rows.filter(isShown).map((row) => toRequest(row, scope.actor.id))
}
