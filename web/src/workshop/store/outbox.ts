// What was done and has not been seen on the server yet: written in one transaction before the screen shows it.
import type { Edit } from '@walkaround/contract/app/edits.ts'
import { listUnborn } from './begun.ts'
import { findClockAhead } from './clock.ts'
import { nextTick, type Store } from './database.ts'
import { newId } from './ids.ts'
import { findPage, hasPage } from './pages.ts'
import { surveyKey } from './survey-key.ts'
import type { Change, OutboxItem, Refusal } from './tables.ts'
import { stampSeen } from './taps.ts'

export interface Author {
  clientId: string
  login: string
}

const idOf = (change: Change): string => (change.type === 'edit' ? change.edit.id : newId())

/** Keeps what was done on the device. It is safe once this has returned. */
export async function record(
  store: Store,
  { clientId, login }: Author,
  surveyId: string,
  changes: readonly Change[],
  now = new Date(),
): Promise<void> {
  await store.transaction('rw', [store.outbox, store.pages, store.settings], async () => {
    const page = surveyId === '' ? undefined : (await findPage(store, clientId, surveyId))?.page
    const items = surveyId === '' ? [] : await listOfSurvey(store, clientId, surveyId)
    const stamped = stampSeen(changes, page, items, await findClockAhead(store))
    await store.outbox.bulkAdd(
      stamped.map((change) => ({
        id: idOf(change),
        clientId,
        surveyId,
        login,
        change,
        state: 'device',
        tries: 0,
        at: now.toISOString(),
      })),
    )
  })
}

/** An edit with its own id and time. */
export function edit(fields: Omit<Edit, 'id' | 'at'>, now = new Date()): Change {
  return { type: 'edit', edit: { ...fields, id: newId(), at: now.toISOString() } }
}

/** In the order they were done. */
export function listOfSurvey(store: Store, clientId: string, surveyId: string): Promise<OutboxItem[]> {
  return store.outbox.where({ clientId, surveyId }).sortBy('seq')
}

/** Neither confirmed nor refused nor to be taken back still, by this person, in order; what begins a survey first. */
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

/** Confirmed changes stay until a page shows them by itself, so that nothing flickers. */
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

/** Once more, as it was: after the reason has been mended. */
export async function retry(store: Store, seq: number): Promise<void> {
  await store.transaction('rw', store.outbox, async () => {
    const item = await store.outbox.get(seq)
    if (item?.state !== 'refused') return
    const { refusal: _, ...rest } = item
    await store.outbox.put({ ...rest, state: 'device' })
  })
}

/** Only what was refused can be given up, and only by a person. */
export async function giveUp(store: Store, seq: number): Promise<void> {
  await store.transaction('rw', store.outbox, async () => {
    if ((await store.outbox.get(seq))?.state === 'refused') await store.outbox.delete(seq)
  })
}

/** What another person left on this device goes out under the name of who takes it over, at the clients they share. */
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
