// What the first screen needs of the device's store: one transaction, begun while the code of the app is still being loaded. Without
// Dexie, which is part of that code. The page loads this as a file of its own (opening-first.ts).
import { boardKey, ownBranch } from './board-key.ts'
import type { Settings } from './settings.ts'
import { storeName } from './store-name.ts'
import type { BoardRow, MediaItem, OutboxItem } from './tables.ts'

const keys = [
  'language',
  'theme',
  'clientId',
  'branchId',
  'session',
  'isLocked',
  'usedAt',
  'leaving',
  'clockAhead',
  'seenChanges',
  'boardChoice',
  'tablet',
] as const satisfies readonly (keyof Settings)[]

export interface Opening {
  readonly settings: Partial<Pick<Settings, (typeof keys)[number]>>
  /** Of the chosen client and branch. */
  readonly board: BoardRow | undefined
  readonly outbox: readonly OutboxItem[]
  readonly media: readonly MediaItem[]
}

/** Undefined if the device has no store yet, or one of an earlier version: then the app makes it. */
export function readOpening(name = storeName): Promise<Opening | undefined> {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(name)
    // Without a version it would be made here, empty.
    asked.onupgradeneeded = () => asked.transaction?.abort()
    asked.onerror = () => done(undefined)
    asked.onsuccess = () => {
      const database = asked.result
      const tables = ['settings', 'boards', 'outbox', 'media']
      const end = (opening: Opening | undefined) => {
        database.close()
        done(opening)
      }
      // Another tab brings the store to a new version.
      database.onversionchange = () => database.close()
      if (!tables.every((table) => database.objectStoreNames.contains(table))) return end(undefined)
      const reading = database.transaction(tables, 'readonly')
      const rows = keys.map((key) => reading.objectStore('settings').get(key))
      const outbox = reading.objectStore('outbox').getAll()
      const media = reading.objectStore('media').getAll()
      const settings: Record<string, unknown> = {}
      let board: IDBRequest<BoardRow | undefined> | undefined
      media.onsuccess = () => {
        for (const [index, key] of keys.entries()) settings[key] = rows[index]?.result?.value
        const { session, clientId, branchId } = settings as Opening['settings']
        const client = session?.clients.find(({ id }) => id === clientId)
        if (client)
          board = reading.objectStore('boards').get(boardKey(client.id, ownBranch(client.branches, branchId)))
      }
      reading.oncomplete = () =>
        end({ settings, board: board?.result, outbox: outbox.result, media: media.result })
      reading.onabort = () => {
        database.close()
        fail(reading.error)
      }
    }
  })
}
