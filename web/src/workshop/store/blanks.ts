// Templates stored on the device, as surveys nobody has started: inspections start from them without a network. Per client and
// language, and deleted with the data of the person they were read for.
import type { Blanks } from '@walkaround/contract/app/blanks.ts'
import type { Store } from './database.ts'
import type { BlanksRow } from './tables.ts'

const keyOf = (clientId: string, language: string) => `${clientId}\n${language}`

export async function saveBlanks(
  store: Store,
  clientId: string,
  language: string,
  blanks: Blanks,
  now = Date.now(),
): Promise<void> {
  await store.blanks.put({ key: keyOf(clientId, language), clientId, language, blanks, readAt: now })
}

/** In this language, otherwise in any: better than none. */
export async function findBlanks(
  store: Store,
  clientId: string,
  language: string,
): Promise<BlanksRow | undefined> {
  const own = await store.blanks.get(keyOf(clientId, language))
  return own ?? store.blanks.where({ clientId }).first()
}

export async function hasFreshBlanks(
  store: Store,
  clientId: string,
  language: string,
  since: number,
): Promise<boolean> {
  const found = await store.blanks.get(keyOf(clientId, language))
  return found !== undefined && found.readAt >= since && found.readAt <= Date.now()
}
