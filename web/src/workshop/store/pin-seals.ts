// Opening a shared tablet with a PIN while there is no network. After somebody unlocked it at the service, the device keeps what their
// PIN makes, for some days, encrypted with a key that no script can read out; and counts wrong ones. Never asks the service.
import type { Session } from '@walkaround/contract/app/session.ts'
import { mostWrongPins } from '@walkaround/contract/rules/pins.ts'
import type { Store } from './database.ts'
import { getSetting, setSetting } from './settings.ts'
import type { PinSeal } from './tables.ts'

const hash = 'SHA-256'
/** About half a second on a tablet. */
const ROUNDS = 600_000
const SALT_BYTES = 16
const IV_BYTES = 12

/** What is encrypted: a PIN is right if it makes the same bytes. */
interface Sealed {
  made: readonly number[]
  until: string
  session: Session
}

export type Opened = { session: Session } | { refused: 'wrong' | 'none' }

async function make(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<number[]> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ])
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash, salt, iterations: ROUNDS }, key, 256)
  return [...new Uint8Array(bits)]
}

/** Made once on each device; no script can read it, so a copy of the database alone opens nothing. */
async function deviceKey(store: Store): Promise<CryptoKey> {
  const known = await getSetting(store, 'pinKey')
  if (known) return known
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  return store.transaction('rw', store.settings, async () => {
    // Another tab may have made one meanwhile.
    const first = await getSetting(store, 'pinKey')
    if (!first) await setSetting(store, 'pinKey', made)
    return first ?? made
  })
}

const seals = async (store: Store) => (await getSetting(store, 'pinSeals')) ?? {}

/** `session`: what the service replied to this PIN. */
export async function sealPin(store: Store, person: string, pin: string, session: Session): Promise<void> {
  const { tablet } = session
  if (!tablet) return
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  // Without its proof of origin: the service accepts nothing from it before the PIN was typed or sent again.
  const kept = { ...session, csrf: '', expiresAt: tablet.offlineUntil }
  const plain: Sealed = { made: await make(pin, salt), until: tablet.offlineUntil, session: kept }
  const bytes = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(person) },
    await deviceKey(store),
    new TextEncoder().encode(JSON.stringify(plain)),
  )
  const seal: PinSeal = { salt, iv, bytes, failures: 0 }
  await store.transaction('rw', store.settings, async () =>
    setSetting(store, 'pinSeals', { ...(await seals(store)), [person]: seal }),
  )
}

/** Of one person, or of everybody. */
export async function forgetPins(store: Store, person?: string): Promise<void> {
  await store.transaction('rw', store.settings, async () => {
    const { [person ?? '']: _, ...others } = await seals(store)
    await setSetting(store, 'pinSeals', person === undefined ? undefined : others)
  })
}

/** Counts the try as wrong before it is checked; after the last one that is wrong, nothing is left to try. */
function beginTry(store: Store, person: string): Promise<PinSeal | undefined> {
  return store.transaction('rw', store.settings, async () => {
    const all = await seals(store)
    const seal = all[person]
    if (!seal || seal.failures >= mostWrongPins) return undefined
    await setSetting(store, 'pinSeals', { ...all, [person]: { ...seal, failures: seal.failures + 1 } })
    return seal
  })
}

const forgive = (store: Store, person: string): Promise<void> =>
  store.transaction('rw', store.settings, async () => {
    const all = await seals(store)
    const seal = all[person]
    if (seal) await setSetting(store, 'pinSeals', { ...all, [person]: { ...seal, failures: 0 } })
  })

/** `now`: by the clock of the service, as far as it is known. */
export async function openPin(store: Store, person: string, pin: string, now: number): Promise<Opened> {
  const seal = await beginTry(store, person)
  if (!seal) {
    await forgetPins(store, person)
    return { refused: 'none' }
  }
  const plain = await decrypt(store, person, seal)
  if (!plain || Date.parse(plain.until) <= now) {
    await forgetPins(store, person)
    return { refused: 'none' }
  }
  const made = await make(pin, seal.salt)
  if (made.join() === plain.made.join()) {
    await forgive(store, person)
    return { session: plain.session }
  }
  if (seal.failures + 1 < mostWrongPins) return { refused: 'wrong' }
  await forgetPins(store, person)
  return { refused: 'none' }
}

async function decrypt(store: Store, person: string, { iv, bytes }: PinSeal): Promise<Sealed | undefined> {
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(person) },
      await deviceKey(store),
      bytes,
    )
    return JSON.parse(new TextDecoder().decode(plain)) as Sealed
  } catch {
    // Of another device, or changed by hand.
    return undefined
  }
}
