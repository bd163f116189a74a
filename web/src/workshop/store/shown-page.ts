// The survey as its person sees it, read from the device: the server's last page with the local changes applied.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { applyEdits } from './apply-edits.ts'
import type { Store } from './database.ts'
import { findPage } from './pages.ts'
import { listOfSurvey } from './survey-outbox.ts'

/** A surrounding transaction must include pages, settings and the outbox. */
export async function findShownPage(
  store: Store,
  clientId: string,
  surveyId: string,
): Promise<SurveyPage | undefined> {
  const row = await findPage(store, clientId, surveyId)
  if (!row) return undefined
  const items = await listOfSurvey(store, clientId, surveyId)
  const changes = items.filter(({ state }) => state !== 'refused').map(({ change }) => change)
  return applyEdits(row.page, changes)
}
