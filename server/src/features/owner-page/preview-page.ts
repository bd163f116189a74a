// The owner's page for a link that is not made yet. Read-only.
import type { OwnerPage } from '@walkaround/contract/owner-page.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Scope } from '../../scope.ts'
import { defaultLinkEnd } from '../owner-links/owner-links.ts'
import { getCustomerLanguage } from '../surveys/customer-language.ts'
import { loadPage } from './load-page.ts'

/** The page as the holder of a new link would see it; without a language, in that of the customer. */
export async function previewPage(scope: Scope, surveyId: string, wanted?: Language): Promise<OwnerPage> {
  const language = wanted ?? (await getCustomerLanguage(scope, surveyId))
  return loadPage({ scope, link: { surveyId, validUntil: await defaultLinkEnd(scope) } }, language)
}
