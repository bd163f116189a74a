// Changes that are shown and still on their way into the store. A copy is kept where writing needs no waiting, so that a page that
// ends at this very moment loses none of them.
import type { Store } from './database.ts'
import { newId } from './ids.ts'
import { type Author, record } from './outbox.ts'
import { listOfSurvey } from './survey-outbox.ts'
import type { Change } from './tables.ts'

type Copies = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>
interface Copy {
  readonly author: Author
  readonly surveyId: string
  readonly changes: readonly Change[]
  readonly at: string
}

const prefix = 'walkaround-unstored '

/** Returns what removes the copy: to be called when the changes are stored, or cannot be. */
export function copyUnstored(
  author: Author,
  surveyId: string,
  changes: readonly Change[],
  openCopies: () => Copies = () => localStorage,
): () => void {
  const key = `${prefix}${newId()}`
  const copy: Copy = { author, surveyId, changes, at: new Date().toISOString() }
  try {
    const copies = openCopies()
    copies.setItem(key, JSON.stringify(copy))
    return () => copies.removeItem(key)
  } catch {
    // Full or forbidden: the changes are stored without a copy.
    return () => {}
  }
}

/** Stores what a page that ended could not. Ids are made on this device, so that a change stored twice is harmless. */
export async function storeCopies(store: Store, copies: Copies = localStorage): Promise<void> {
  const keys = Array.from({ length: copies.length }, (_, index) => copies.key(index) ?? '')
  const found = keys
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({ key, copy: JSON.parse(copies.getItem(key) ?? 'null') as Copy | null }))
    .sort((one, other) => ((one.copy?.at ?? '') < (other.copy?.at ?? '') ? -1 : 1))
  for (const { key, copy } of found) {
    if (copy) await storeCopy(store, copy)
    copies.removeItem(key)
  }
}

async function storeCopy(store: Store, { author, surveyId, changes, at }: Copy): Promise<void> {
  const { outbox, pages, settings } = store
  await store.transaction('rw', [outbox, pages, settings], async () => {
    const stored = new Set((await listOfSurvey(store, author.clientId, surveyId)).map(({ id }) => id))
    const missing = changes.filter((change) => change.type !== 'edit' || !stored.has(change.edit.id))
    await record(store, author, surveyId, missing, new Date(at))
  })
}
