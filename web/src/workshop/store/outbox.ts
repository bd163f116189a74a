// What was done but is not confirmed by the server yet: written in one transaction before the screen shows it.
import type { EditFields } from '@walkaround/contract/app/edits.ts'
import { listUnborn } from './begun.ts'
import { findClockAhead } from './clock.ts'
import { nextTick, type Store } from './database.ts'
import { newId } from './ids.ts'
import { findPage, hasPage } from './pages.ts'
import { surveyKey } from './survey-key.ts'
import { listOfSurvey } from './survey-outbox.ts'
import type { Change, OutboxItem, Refusal } from './tables.ts'
import { stampSeen } from './taps.ts'

export interface Author {
  clientId: string
  login: string
}

/** As stored until it is sent. */
export const toItem = (
  { clientId, login }: Author,
  surveyId: string,
  change: Change,
  now: Date,
): OutboxItem => ({
  id: change.type === 'edit' ? change.edit.id : newId(),
  clientId,
  surveyId,
  login,
  change,
  state: 'device',
  tries: 0,
  at: now.toISOString(),
})

/** Stores a change on the device. It is safe once this has returned. */
export async function record(
  store: Store,
  author: Author,
  surveyId: string,
  changes: readonly Change[],
  now = new Date(),
): Promise<void> {
  const { clientId } = author
  await store.transaction('rw', [store.outbox, store.pages, store.settings], async () => {
    const page = surveyId === '' ? undefined : (await findPage(store, clientId, surveyId))?.page
    const items = surveyId === '' ? [] : await listOfSurvey(store, clientId, surveyId)
    const stamped = stampSeen(changes, page, items, await findClockAhead(store))
    await store.outbox.bulkAdd(stamped.map((change) => toItem(author, surveyId, change, now)))
  })
}

/** An edit with its own id and time. */
export function edit(fields: EditFields, now = new Date()): Change {
  return { type: 'edit', edit: { ...fields, id: newId(), at: now.toISOString() } }
}

/** This person's changes that are neither confirmed nor refused nor held for undo, in order; those that start a survey first. */
export async function listToSend(store: Store, login: string): Promise<OutboxItem[]> {
  const items = await store.outbox.where('state').anyOf('device', 'sent').sortBy('seq')
  const unborn = await listUnborn(store)
  return items.filter(
    (item) => item.login === login && item.heldUntil === undefined && !unborn.has(surveyKey(item)),
  )
}

export async function markSent(store: Store, items: readonly OutboxItem[]): Promise<void> {
  await store.outbox.bulkUpdate(
    items.map(({ seq, tries }) => ({ key: seq!, changes: { state: 'sent', tries: tries + 1 } })),
  )
}

/** Confirmed changes stay until a page contains them, so that nothing flickers. */
export async function confirm(store: Store, items: readonly OutboxItem[]): Promise<void> {
  await store.transaction('rw', store.outbox, store.pages, store.settings, async () => {
    const confirmedTick = await nextTick(store)
    const shown = new Map<string, boolean>()
    const isShown = async (item: OutboxItem) => {
      const { clientId, surveyId } = item
      const key = surveyKey(item)
      if (!shown.has(key)) shown.set(key, surveyId !== '' && (await hasPage(store, clientId, surveyId)))
      return shown.get(key)!
    }
    const [kept, gone]: [number[], number[]] = [[], []]
    for (const item of items) ((await isShown(item)) ? kept : gone).push(item.seq!)
    await store.outbox.bulkUpdate(
      kept.map((key) => ({ key, changes: { state: 'confirmed', confirmedTick } })),
    )
    await store.outbox.bulkDelete(gone)
  })
}

export async function refuse(store: Store, item: OutboxItem, refusal: Refusal): Promise<void> {
  await store.outbox.update(item.seq!, { state: 'refused', refusal })
}

/** Sends it again unchanged, after the reason has been fixed. */
export async function retry(store: Store, seq: number): Promise<void> {
  await store.transaction('rw', store.outbox, async () => {
    const item = await store.outbox.get(seq)
    if (item?.state !== 'refused') return
    const { refusal: _, ...rest } = item
    await store.outbox.put({ ...rest, state: 'device' })
  })
}

/** Only refused changes can be given up, and only by a person. */
export async function giveUp(store: Store, seq: number): Promise<void> {
  await store.transaction('rw', store.outbox, async () => {
    if ((await store.outbox.get(seq))?.state === 'refused') await store.outbox.delete(seq)
  })
}

/** Another person's unsent work on this device is sent under the name of whoever takes it over, at clients they share. */
export async function takeOver(
  store: Store,
  from: string,
  login: string,
  clients: readonly string[],
): Promise<void> {
  const isTaken = (item: { login: string; state: string; clientId: string }) =>
    item.login === from && item.state !== 'confirmed' && clients.includes(item.clientId)
  await store.transaction('rw', store.outbox, store.media, async () => {
    await store.outbox.filter(isTaken).modify({ login })
    await store.media.filter(isTaken).modify({ login })
  })
}
