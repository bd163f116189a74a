// Removals that can still be undone: for some seconds they stay in the outbox unsent, and nothing is deleted on the device. They
// survive a reload; when the time is over, they become ordinary removals.

import { undoMs } from '../undo-time.ts'
import { listApplied } from './applied.ts'
import type { Store } from './database.ts'
import { removeUnannounced } from './media.ts'
import { type Author, toItem } from './outbox.ts'
import type { Change, MediaItem, OutboxItem } from './tables.ts'

export async function hold(
  store: Store,
  author: Author,
  surveyId: string,
  change: Change,
  now = Date.now(),
): Promise<void> {
  await store.outbox.add({ ...toItem(author, surveyId, change, new Date(now)), heldUntil: now + undoMs })
}

/** In the order they were removed. */
export async function listHeld(store: Store): Promise<OutboxItem[]> {
  const items = await store.outbox.where({ state: 'device' }).sortBy('seq')
  return items.filter(({ heldUntil }) => heldUntil !== undefined)
}

/** False if it is too late. */
export async function takeBack(store: Store, seq: number): Promise<boolean> {
  return store.transaction('rw', store.outbox, async () => {
    const item = await store.outbox.get(seq)
    if (item?.heldUntil === undefined) return false
    await store.outbox.delete(seq)
    return true
  })
}

/**
 * Called before a new change: held removals of the same thing are released before it, and all removals before the survey is
 * completed.
 */
export async function releaseHeld(
  store: Store,
  clientId: string,
  surveyId: string,
  changes: readonly Change[],
): Promise<void> {
  const isEnd = changes.some((one) => one.type === 'edit' && one.edit.kind === 'complete')
  const subjects = new Set(changes.map(subjectOf))
  subjects.delete(undefined)
  if (!isEnd && subjects.size === 0) return
  await store.outbox
    .where({ clientId, surveyId })
    .filter(({ heldUntil, change }) => heldUntil !== undefined && (isEnd || subjects.has(subjectOf(change))))
    .modify({ heldUntil: 0 })
}

function subjectOf(change: Change): string | undefined {
  if (change.type === 'putMark' || change.type === 'deleteMark') return `mark ${change.markId}`
  if (change.type !== 'edit') return undefined
  const { edit } = change
  if (edit.kind === 'variant') return `package ${edit.packageId} ${edit.questionId}`
  return 'quoteId' in edit ? `quote ${edit.quoteId}` : undefined
}

/**
 * Releases removals that were not undone in time. A photo the server never heard of is then gone. Returns the addresses of started
 * uploads, which the server may delete, and when to look again.
 */
export async function settleHeld(
  store: Store,
  now = Date.now(),
): Promise<{ locations: string[]; nextAt?: number }> {
  const locations: string[] = []
  let nextAt: number | undefined
  for (const { seq, heldUntil = 0 } of await listHeld(store)) {
    if (heldUntil > now) nextAt = Math.min(nextAt ?? heldUntil, heldUntil)
    else {
      const location = await settle(store, seq!)
      if (location) locations.push(location)
    }
  }
  return { locations, ...(nextAt === undefined ? {} : { nextAt }) }
}

function settle(store: Store, seq: number): Promise<string | undefined> {
  return store.transaction('rw', store.outbox, store.media, store.chunks, async () => {
    const item = await store.outbox.get(seq)
    if (item?.heldUntil === undefined) return undefined
    const { heldUntil: _, ...released } = item
    const mediaId = removedMedia(item.change)
    const media = mediaId === undefined ? undefined : await store.media.get(mediaId)
    if (media && media.state !== 'confirmed' && (await removeUnannounced(store, media.id))) {
      const { clientId, surveyId } = item
      await store.outbox
        .where({ clientId, surveyId })
        .filter(({ change }) => change.type === 'movePhoto' && change.photoId === media.id)
        .delete()
      await store.outbox.delete(seq)
      // Nobody will ever see what was drawn on it.
      await store.outbox
        .where({ clientId: item.clientId, surveyId: item.surveyId })
        .filter(({ change }) => change.type === 'putMarkup' && change.photoId === mediaId)
        .delete()
      return undefined
    }
    if (media) {
      await store.chunks.where({ mediaId: media.id }).delete()
      await store.media.delete(media.id)
    }
    await store.outbox.put(released)
    return media?.state === 'confirmed' ? undefined : media?.location
  })
}

function removedMedia(change: Change): string | undefined {
  if (change.type === 'deletePhoto') return change.photoId
  return change.type === 'deleteVideo' ? change.videoId : undefined
}

/** Photos and videos that are not removed. */
export function withoutRemoved(media: readonly MediaItem[], items: readonly OutboxItem[]): MediaItem[] {
  const gone = new Set(listApplied(items).map(removedMedia))
  return media.filter(({ id }) => !gone.has(id))
}
