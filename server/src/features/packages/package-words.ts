// What packages, variants and lines are called in a language. Offers and quotes are copies with the words of their package, so a
// translation is found by those words; the DMS always reads the words of the package itself.
import { Recent } from '../../lib/recent.ts'
import type { Scope } from '../../scope.ts'
import { findSignature } from './rows.ts'
import { catalogueOwners } from './rules.ts'
import * as store from './store.ts'

/** What one text of a package, a variant or an item is in another language. */
export interface PackageTranslation {
  readonly language: string
  readonly text: string
  readonly translation: string
}

/** A text in the reader's language, or as it is. */
export type Translate = (text: string) => string

/** Null without any. */
export const textsJson = (texts: readonly PackageTranslation[] = []): string | null =>
  texts.length === 0 ? null : JSON.stringify(texts)

type Known = ReadonlyMap<string, ReadonlyMap<string, string>>

const CLIENTS = 100
const memory = new Recent<{ signature: string; known: Known }>(CLIENTS)

/** `signature`: of the catalogues, read before or with what this is used for. Read once while it stays the same. */
async function readTexts(scope: Scope, signature: string): Promise<Known> {
  const kept = memory.get(scope.clientId)
  if (kept?.signature === signature) return kept.known
  const known = new Map<string, Map<string, string>>()
  for (const json of await store.listTexts(scope, catalogueOwners(scope)))
    for (const { language, text, translation } of JSON.parse(json) as PackageTranslation[]) {
      const words = known.get(language) ?? new Map<string, string>()
      known.set(language, words.set(text, translation))
    }
  memory.set(scope.clientId, { signature, known })
  return known
}

/** `de-AT` uses the words of `de` where it has none. Names that were joined by a dot are translated one by one. */
export async function packageWordsIn(scope: Scope, signature: string, language: string): Promise<Translate> {
  const known = await readTexts(scope, signature)
  const own = known.get(language)
  const base = known.get(language.split('-', 1)[0] ?? language)
  const translate = (text: string) => own?.get(text) ?? base?.get(text) ?? text
  return (text) => text.split(JOINED).map(translate).join(JOINED)
}

/** For a reader of several surveys, whose catalogues were read at several times. */
export const packageWordsNow = async (scope: Scope, language: string): Promise<Translate> =>
  packageWordsIn(scope, await findSignature(scope), language)

const JOINED = ' · '
