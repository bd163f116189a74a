// Boards and surveys as last read: what the app shows when there is no network.
import type { Board, SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Store } from './database.ts'

const boardKey = (clientId: string, branch: string | undefined) => `${clientId}\n${branch ?? ''}`
/** Opened surveys are kept; of those only looked at in passing, this many. */
const keptPages = 200

export async function findBoard(store: Store, clientId: string, branch?: string) {
  return store.boards.get(boardKey(clientId, branch))
}

export async function saveBoard(
  store: Store,
  clientId: string,
  branch: string | undefined,
  board: Board,
): Promise<void> {
  await store.boards.put({ key: boardKey(clientId, branch), clientId, board, readAt: Date.now() })
}

export const findPage = (store: Store, clientId: string, surveyId: string) =>
  store.pages.get([clientId, surveyId])

/** `tick` is from before the request: what was confirmed until then is in the page and leaves the outbox. */
export async function savePage(
  store: Store,
  clientId: string,
  surveyId: string,
  page: SurveyPage,
  tick: number,
): Promise<void> {
  await store.transaction('rw', store.pages, store.outbox, store.media, async () => {
    const known = await store.pages.get([clientId, surveyId])
    // An answer that was overtaken by a later one must not bring the past back.
    if (known && known.tick > tick) return
    const now = Date.now()
    await store.pages.put({ clientId, surveyId, page, tick, readAt: now, openedAt: known?.openedAt ?? now })
    const isIn = (item: { state: string; confirmedTick?: number }) =>
      item.state === 'confirmed' && (item.confirmedTick ?? 0) < tick
    await store.outbox.where({ clientId, surveyId }).filter(isIn).delete()
    await store.media.where({ clientId, surveyId }).filter(isIn).delete()
  })
}

export async function touchPage(store: Store, clientId: string, surveyId: string): Promise<void> {
  await store.pages.update([clientId, surveyId], { openedAt: Date.now() })
}

/** Forgets the surveys that were not opened for longest; never one with something unsent. */
export async function prunePages(store: Store): Promise<void> {
  await store.transaction('rw', store.pages, store.outbox, store.media, async () => {
    for (const { id, clientId, surveyId } of await store.media.where({ state: 'confirmed' }).toArray())
      if (!(await store.pages.get([clientId, surveyId]))) await store.media.delete(id)
    const excess = (await store.pages.count()) - keptPages
    if (excess <= 0) return
    for (const { clientId, surveyId } of await store.pages.orderBy('openedAt').limit(excess).toArray()) {
      const waiting =
        (await store.outbox.where({ clientId, surveyId }).count()) +
        (await store.media.where({ clientId, surveyId }).count())
      if (waiting === 0) await store.pages.delete([clientId, surveyId])
    }
  })
}
