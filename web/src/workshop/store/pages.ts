// Boards and surveys as last read: what the app shows without a network.
import type { Board, SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Timeline } from '@walkaround/contract/app/timeline.ts'
import { boardKey } from './board-key.ts'
import type { Store } from './database.ts'
import { listPagePhotos } from './page-photos.ts'
import { share } from './share.ts'
import type { MediaItem, PageRow } from './tables.ts'

/** Opened surveys are kept; of others, this many. */
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

/** The small tick of each page is stored separately: it shows whether a page has changed without reading it. */
const markKey = (clientId: string, surveyId: string) => `page\n${clientId}\n${surveyId}`
/** This tab's pages as last read or written. A page is large, and the store is queried after every tap. */
const opened = new WeakMap<Store, Map<string, PageRow>>()
const mostOpened = 4

function keep(store: Store, row: PageRow): void {
  const rows = opened.get(store) ?? new Map<string, PageRow>()
  opened.set(store, rows)
  const key = markKey(row.clientId, row.surveyId)
  rows.delete(key)
  rows.set(key, row)
  for (const old of [...rows.keys()].slice(0, -mostOpened)) rows.delete(old)
}

/** Removes all of them from memory. */
export function forgetOpened(store: Store): void {
  opened.delete(store)
}

/** Runs in the caller's transaction: assigns this login to pages stored before pages had an owner. */
export async function stampPages(store: Store, login: string): Promise<void> {
  await store.pages.filter((row) => row.login === undefined).modify({ login })
}

/** Runs in the caller's transaction: what one person read is another's from now on. */
export async function handOverPages(store: Store, from: string, to: string): Promise<void> {
  await store.pages.filter((row) => row.login === undefined || row.login === from).modify({ login: to })
}

/** A page kept for the unsent work of one person must not be shown to another. */
export const isReadBy = (row: PageRow | undefined, login: string | undefined): boolean =>
  row !== undefined && (row.login === undefined || row.login === login)

/**
 * The same object until any tab saves a newer page; equal parts of that page stay the same objects. A surrounding transaction must
 * include pages and settings.
 */
export async function findPage(
  store: Store,
  clientId: string,
  surveyId: string,
): Promise<PageRow | undefined> {
  const key = markKey(clientId, surveyId)
  const tick = (await store.settings.get(key))?.value
  const known = opened.get(store)?.get(key)
  if (known !== undefined && known.tick === tick) return known
  const found = await store.pages.get([clientId, surveyId])
  if (found === undefined) return undefined
  const row = { ...found, page: share(known?.page, found.page) }
  if (row.tick === tick) keep(store, row)
  return row
}

/** Runs in the caller's transaction, which must include pages and settings. */
/** The surveys of a client that are on the device. */
export async function listPages(store: Store, clientId: string): Promise<string[]> {
  const rows = await store.pages.toArray()
  return rows.flatMap((row) => (row.clientId === clientId ? [row.surveyId] : []))
}

export async function deletePage(store: Store, clientId: string, surveyId: string): Promise<void> {
  await store.pages.delete([clientId, surveyId])
  await store.settings.bulkDelete([markKey(clientId, surveyId), timelineKey(clientId, surveyId)])
}

export async function hasPage(store: Store, clientId: string, surveyId: string): Promise<boolean> {
  return (await store.pages.where('[clientId+surveyId]').equals([clientId, surveyId]).count()) > 0
}

const isOpen = ({ survey }: SurveyPage) => survey.completed !== true && survey.closed !== true

/**
 * Photos that may be blurred or too dark keep their entry while they can be taken again.
 * `tick` is from before the request: changes confirmed until then are in the page and are removed from the outbox. */
export async function savePage(
  store: Store,
  clientId: string,
  surveyId: string,
  page: SurveyPage,
  tick: number,
  login?: string,
): Promise<void> {
  const row = await store.transaction(
    'rw',
    [store.pages, store.settings, store.outbox, store.media],
    async () => {
      const known = await findPage(store, clientId, surveyId)
      // A reply overtaken by a later one must not restore an old state.
      if (known && known.tick > tick) return undefined
      const now = Date.now()
      const saved = {
        clientId,
        surveyId,
        page: share(known?.page, page),
        tick,
        readAt: now,
        openedAt: known?.openedAt ?? now,
        ...(login === undefined ? {} : { login }),
      }
      await store.pages.put(saved)
      await store.settings.put({ key: markKey(clientId, surveyId), value: tick })
      const isIn = (item: { state: string; confirmedTick?: number }) =>
        item.state === 'confirmed' && (item.confirmedTick ?? 0) < tick
      await store.outbox.where({ clientId, surveyId }).filter(isIn).delete()
      const canBeRetaken = ({ id, doubt }: MediaItem) =>
        doubt !== undefined && isOpen(page) && listPagePhotos(page).some((photo) => photo.id === id)
      await store.media
        .where({ clientId, surveyId })
        .filter((item) => isIn(item) && !canBeRetaken(item))
        .delete()
      return saved
    },
  )
  // Cached only once it is stored.
  if (row) keep(store, row)
}

export async function touchPage(store: Store, clientId: string, surveyId: string): Promise<void> {
  await store.pages.update([clientId, surveyId], { openedAt: Date.now() })
}

/** Deletes the surveys unopened for the longest time; never one with unsent work. */
export async function prunePages(store: Store): Promise<void> {
  await store.transaction('rw', [store.pages, store.settings, store.outbox, store.media], async () => {
    for (const { id, clientId, surveyId } of await store.media.where({ state: 'confirmed' }).toArray())
      if (!(await hasPage(store, clientId, surveyId))) await store.media.delete(id)
    const excess = (await store.pages.count()) - keptPages
    if (excess <= 0) return
    for (const { clientId, surveyId } of await store.pages.orderBy('openedAt').limit(excess).toArray()) {
      const waiting =
        (await store.outbox.where({ clientId, surveyId }).count()) +
        (await store.media.where({ clientId, surveyId }).count())
      if (waiting === 0) await deletePage(store, clientId, surveyId)
    }
  })
}

const timelineKey = (clientId: string, surveyId: string) => `timeline\n${clientId}\n${surveyId}`

export interface KeptTimeline {
  timeline: Timeline
  readAt: number
  login: string | undefined
}

/** What happened to a result, as last read. It goes with the page of its survey. */
export async function findTimeline(
  store: Store,
  clientId: string,
  surveyId: string,
): Promise<KeptTimeline | undefined> {
  return (await store.settings.get(timelineKey(clientId, surveyId)))?.value as KeptTimeline | undefined
}

/** Only beside a page, with which it is deleted. */
export async function saveTimeline(
  store: Store,
  clientId: string,
  surveyId: string,
  kept: KeptTimeline,
): Promise<void> {
  await store.transaction('rw', [store.pages, store.settings], async () => {
    if (await hasPage(store, clientId, surveyId))
      await store.settings.put({ key: timelineKey(clientId, surveyId), value: kept })
  })
}
