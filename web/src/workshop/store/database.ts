// The device's database. New versions only add: a tablet may come back from a drawer after a year.
import { Dexie, type EntityTable, type Table } from 'dexie'
import { storeName } from './store-name.ts'
import type {
  BlanksRow,
  BoardRow,
  ListRow,
  MediaChunk,
  MediaItem,
  OutboxItem,
  PageRow,
  SettingRow,
} from './tables.ts'

export type Store = Dexie & {
  settings: EntityTable<SettingRow, 'key'>
  boards: EntityTable<BoardRow, 'key'>
  blanks: EntityTable<BlanksRow, 'key'>
  pages: Table<PageRow, [string, string]>
  outbox: EntityTable<OutboxItem, 'seq'>
  media: EntityTable<MediaItem, 'id'>
  chunks: Table<MediaChunk, [string, number]>
  lists: EntityTable<ListRow, 'key'>
}

export function openStore(name = storeName): Store {
  // Looked up now, not when Dexie was loaded: tests provide their own database.
  const { indexedDB, IDBKeyRange } = globalThis
  const store = new Dexie(name, { indexedDB, IDBKeyRange }) as Store
  store.version(1).stores({
    settings: 'key',
    boards: 'key, clientId',
    pages: '[clientId+surveyId], openedAt',
    outbox: '++seq, &id, state, [clientId+surveyId]',
    media: 'id, state, [clientId+surveyId]',
    chunks: '[mediaId+index], mediaId',
  })
  store.version(2).stores({ blanks: 'key, clientId' })
  store.version(3).stores({ lists: 'key, clientId' })
  return store
}

const tickKey = 'tick'

/** A counter that survives reloads and is shared by tabs: gives an order without trusting the clock. */
export function nextTick(store: Store): Promise<number> {
  return store.transaction('rw', store.settings, async () => {
    const tick = (((await store.settings.get(tickKey))?.value as number | undefined) ?? 0) + 1
    await store.settings.put({ key: tickKey, value: tick })
    return tick
  })
}
