// The texts of the owner's page in a client's own words: set up by language, and said on its pages.
import type { OwnerTexts, OwnerTextsChange } from '@walkaround/contract/app/owner-texts.ts'
import {
  type KeptOwnerTexts,
  type OwnerTextWords,
  ownerTextNames,
  toKeptWords,
  whyOwnerTextsRefused,
  wordsIn,
} from '@walkaround/contract/rules/owner-texts.ts'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { getClientForUpdate } from '../../organisation/clients.ts'
import { readTexts } from '../../outside/language-files.ts'
import { problem, problemOf } from '../../problems.ts'
import type { Precondition, Scope } from '../../scope.ts'
import { findWords, saveWords } from './store.ts'

type Reader = Pick<Scope, 'db' | 'clientId' | 'client'>

/** From what is stored. */
export const parseOwnerTexts = (words: string | null | undefined) =>
  JSON.parse(words ?? '{}') as KeptOwnerTexts

export const findOwnerTexts = async (scope: Pick<Reader, 'db' | 'clientId'>): Promise<KeptOwnerTexts> =>
  parseOwnerTexts(await findWords(scope, 'ownerTexts'))

/** In the words of the service; of the other texts it has none. */
function deliveredOwnerTexts(language: Language): OwnerTextWords {
  // Where the page itself has them from.
  const delivered = readTexts<Readonly<Record<string, unknown>>>('../owner-page', language)
  return Object.fromEntries(
    ownerTextNames.flatMap((name) => (typeof delivered[name] === 'string' ? [[name, delivered[name]]] : [])),
  )
}

export function languageOf(tag: string): Language {
  const known = languages.find((one) => one === tag)
  if (!known) throw problem('noSuchResource', `language: there is no ${JSON.stringify(tag)}`)
  return known
}

export async function getOwnerTexts(scope: Reader, tag: string): Promise<OwnerTexts> {
  const language = languageOf(tag)
  const kept = await findOwnerTexts(scope)
  const { [language]: own = {}, ...others } = kept
  const otherwise = ownerTextNames.flatMap((name) => {
    const said = wordsIn(others, name, language, scope.client.language)
    return said ? [[name, said.text]] : []
  })
  return {
    language,
    own,
    otherwise: { ...deliveredOwnerTexts(language), ...Object.fromEntries(otherwise) },
    ...(Object.keys(own).length > 0 ? { isOwn: true } : {}),
  }
}

/** As they would be kept. Throws if one is wrong. */
export function readOwnerTexts(tag: string, change: OwnerTextsChange, before = ''): OwnerTextWords {
  const words = toKeptWords(change, deliveredOwnerTexts(languageOf(tag)))
  const faults = whyOwnerTextsRefused(words)
  if (faults.length > 0)
    throw problemOf(faults.map((info) => ({ kind: 'invalidArgument', info: `${before}${info}` })))
  return words
}

export async function putOwnerTexts(
  scope: Scope,
  tag: string,
  change: OwnerTextsChange,
  precondition: Precondition,
): Promise<OwnerTexts> {
  const words = readOwnerTexts(tag, change)
  await getClientForUpdate(scope, scope.clientId)
  await precondition.check()
  await keep(scope, languageOf(tag), words)
  return getOwnerTexts(scope, tag)
}

export async function deleteOwnerTexts(scope: Scope, tag: string, precondition: Precondition): Promise<void> {
  const language = languageOf(tag)
  await getClientForUpdate(scope, scope.clientId)
  await precondition.check()
  if (!(await findOwnerTexts(scope))[language])
    throw problem('noSuchResource', `language: the client has no words of its own in ${language}`)
  await keep(scope, language, {})
}

/** In place of all that the client has in any language. */
export async function importOwnerTexts(
  scope: Scope,
  document: Readonly<Partial<Record<Language, OwnerTextsChange>>>,
): Promise<KeptOwnerTexts> {
  await getClientForUpdate(scope, scope.clientId)
  const read = languages.map(
    (language) => [language, readOwnerTexts(language, document[language] ?? {}, `${language}.`)] as const,
  )
  for (const [language, words] of read) await keep(scope, language, words)
  return findOwnerTexts(scope)
}

async function keep(scope: Scope, language: Language, words: OwnerTextWords): Promise<void> {
  const { [language]: before = {}, ...others } = await findOwnerTexts(scope)
  const isNone = Object.keys(words).length === 0
  await saveWords(scope, 'ownerTexts', isNone ? others : { ...others, [language]: words })
  recordChange(scope, {
    kind: 'ownerTexts.changed',
    subject: `client/${scope.clientId}`,
    name: language,
    before,
    after: words,
  })
}
