// The language of a survey's customer: what is known of it, and the choice on a tablet. Which one is used is decided by
// contract/src/rules/customer-language.ts.
import {
  customerLanguage,
  type KnownLanguages,
  languageOfSigner,
} from '@walkaround/contract/rules/customer-language.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { headerOf } from './header.ts'
import { findLanguages, saveLanguage } from './language-store.ts'
import type { LanguageColumns } from './rows.ts'
import { findStateForAnswer } from './store.ts'

export const toKnownLanguages = (
  { client }: Pick<Scope, 'client'>,
  row: LanguageColumns | undefined,
): KnownLanguages => ({
  chosen: row?.chosenLanguage ?? undefined,
  last: row?.lastLanguage ?? undefined,
  completed: row?.completedLanguage ?? undefined,
  site: row?.siteLanguage ?? undefined,
  client: client.language,
})

/** For a page or form that nobody named a language for: whoever signs reads it. */
export async function getCustomerLanguage(scope: Scope, surveyId: string): Promise<Language> {
  const row = await findLanguages(scope, surveyId)
  if (!row) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  return customerLanguage(toKnownLanguages(scope, row), { own: languageOfSigner(headerOf(row)) })
}

/** One choice for everything the customer reads about this car. What was completed or signed stays in the language it has. */
export async function chooseLanguage(scope: Scope, surveyId: string, language: string): Promise<void> {
  const survey = await findStateForAnswer(scope, surveyId)
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  if (survey.closed) throw problem('surveyClosed', `survey "${surveyId}" is closed`)
  saveLanguage(scope, surveyId, language)
}
