// The owner's page for a link that is not made yet. Read-only.
import type { OwnerPage } from '@walkaround/contract/owner-page.ts'
import type { Scope } from '../../scope.ts'
import { defaultLinkEnd } from '../owner-links/owner-links.ts'
import { loadPage } from './load-page.ts'

/** The page as the holder of a new link would see it. */
export async function previewPage(scope: Scope, surveyId: string, language: string): Promise<OwnerPage> {
  return loadPage({ scope, link: { surveyId, validUntil: await defaultLinkEnd(scope) } }, language)
}
