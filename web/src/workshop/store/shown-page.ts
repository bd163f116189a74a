// The survey as its person sees it, read from the device: the server's last page with the local changes applied.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { listApplied } from './applied.ts'
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
  return applyEdits(row.page, listApplied(await listOfSurvey(store, clientId, surveyId)))
}
