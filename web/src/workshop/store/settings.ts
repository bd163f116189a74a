// What the device stores for itself: language, theme, client, branch, who was signed in.
import type { Session } from '@walkaround/contract/app/session.ts'
import type { OwnTablet } from '@walkaround/contract/app/tablets.ts'
import type { Lane, Sort, Span } from '@walkaround/contract/rules/board-lanes.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Store } from './database.ts'
import { newId } from './ids.ts'
import type { PinSeal } from './tables.ts'

/** What a person last chose on the board. */
export interface BoardChoice {
  lane: Lane | 'all'
  filters: readonly ('mine' | 'late' | 'red' | 'waits')[]
  technician?: string | undefined
  sort: Sort
  span: Span
  look: 'cards' | 'table'
}

export interface Settings {
  /** In force now. */
  language: Language
  /** What each person chose on this device: login → language. A shared tablet speaks to everybody in theirs. */
  ownLanguages: Readonly<Record<string, Language>>
  theme: 'system' | 'light' | 'dark'
  clientId: string
  branchId: string
  /** As last sent by the server, so that a reload without a network opens where it was. Contains no password or cookie. */
  session: Session
  /** What was read for that person is hidden until they sign in again. */
  isLocked: boolean
  /** When somebody last touched the device (ms since 1970). */
  usedAt: number
  /** CSRF proof of a session whose end the service does not know yet. */
  leaving: string
  /** The last person who signed in here; what they read is for nobody else. */
  lastLogin: string
  /** Milliseconds by which the device's clock is ahead of the service's, as last measured. */
  clockAhead: number
  /** Made once; the log uses it to name the device. */
  deviceId: string
  /** A quiet sound when something new is in the inbox. */
  inboxSound: boolean
  /** The browser tells of it while the app is not in front. */
  inboxNotices: boolean
  /** Cards whose change by the DMS was seen: card id → time of the change. */
  seenChanges: Record<string, string>
  boardChoice: Partial<BoardChoice>
  /** The shared tablet that this device is, as last read. */
  tablet: OwnTablet
  /** Encrypts what follows; no script can read it. */
  pinKey: CryptoKey
  /** Who may unlock the tablet without a network: login → what their PIN makes. */
  pinSeals: Readonly<Record<string, PinSeal>>
}

export async function getSetting<K extends keyof Settings>(
  store: Store,
  key: K,
): Promise<Settings[K] | undefined> {
  return (await store.settings.get(key))?.value as Settings[K] | undefined
}

export async function setSetting<K extends keyof Settings>(
  store: Store,
  key: K,
  value: Settings[K] | undefined,
): Promise<void> {
  if (value === undefined) await store.settings.delete(key)
  else await store.settings.put({ key, value })
}

/** For this person on this device, from now on and whenever they sign in here. */
export function setOwnLanguage(store: Store, login: string, language: Language): Promise<void> {
  return store.transaction('rw', store.settings, async () => {
    const own = await getSetting(store, 'ownLanguages')
    await setSetting(store, 'ownLanguages', { ...own, [login]: language })
    await setSetting(store, 'language', language)
  })
}

/** Somebody has signed in: the app speaks their language, if they have chosen one here. */
export async function speakOwnLanguage(store: Store, login: string): Promise<void> {
  const own = (await getSetting(store, 'ownLanguages'))?.[login]
  if (own !== undefined) await setSetting(store, 'language', own)
}

export function getDeviceId(store: Store): Promise<string> {
  return store.transaction('rw', store.settings, async () => {
    const known = await getSetting(store, 'deviceId')
    if (known !== undefined) return known
    const made = newId()
    await setSetting(store, 'deviceId', made)
    return made
  })
}
