// What a person removed and may still take back: for some seconds it lies in the outbox without being sent, and nothing is
// deleted on the device either. It outlives a reload; only when the time is over does it become a removal like any other.
import type { Store } from './database.ts'
import { newId } from './ids.ts'
import { removeUnannounced } from './media.ts'
import type { Author } from './outbox.ts'
import type { Change, MediaItem, OutboxItem } from './tables.ts'

/** So long Undo is offered. */
export const holdMs = 10_000

export async function hold(
  store: Store,
  { clientId, login }: Author,
  surveyId: string,
  change: Change,
  now = Date.now(),
): Promise<void> {
  await store.outbox.add({
    id: change.type === 'edit' ? change.edit.id : newId(),
    clientId,
    surveyId,
    login,
    change,
    state: 'device',
    tries: 0,
    at: new Date(now).toISOString(),
    heldUntil: now + holdMs,
  })
}

/** In the order they were removed. */
export async function listHeld(store: Store): Promise<OutboxItem[]> {
  const items = await store.outbox.where({ state: 'device' }).sortBy('seq')
  return items.filter(({ heldUntil }) => heldUntil !== undefined)
}

/** False when it is too late. */
export async function takeBack(store: Store, seq: number): Promise<boolean> {
  return store.transaction('rw', store.outbox, async () => {
    const item = await store.outbox.get(seq)
    if (item?.heldUntil === undefined) return false
    await store.outbox.delete(seq)
    return true
  })
}

/**
 * Before something new is done: what was removed of the same thing goes before it, and everything removed goes before the
 * survey is completed.
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

const quoteKinds: readonly string[] = ['quote', 'removeQuote', 'decision', 'removeDecision']

function subjectOf(change: Change): string | undefined {
  if (change.type === 'putMark' || change.type === 'deleteMark') return `mark ${change.markId}`
  if (change.type !== 'edit') return undefined
  const { kind, quoteId, questionId, packageId } = change.edit
  if (kind === 'variant') return `package ${packageId} ${questionId}`
  return quoteKinds.includes(kind) ? `quote ${quoteId}` : undefined
}

/**
 * Lets go of what nobody took back in time. A photo the server never heard of is gone with that. Gives the addresses of
 * uploads begun, which the server may forget, and when to look again.
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
      await store.outbox.delete(seq)
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

/** Photos and videos nobody has removed. */
export function withoutRemoved(media: readonly MediaItem[], items: readonly OutboxItem[]): MediaItem[] {
  const gone = new Set(
    items.filter(({ state }) => state !== 'refused').map(({ change }) => removedMedia(change)),
  )
  return media.filter(({ id }) => !gone.has(id))
}
