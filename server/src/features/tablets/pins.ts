// The PIN of a person at one client: set by the person alone, cleared by those who manage logins, never shown.
import type { PinState } from '@walkaround/contract/app/tablets.ts'
import { mostWrongPins } from '@walkaround/contract/rules/pins.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { getManagedLogin, holdManaged, type Manager } from '../../identity/manage-logins.ts'
import { endPinSessions } from '../../identity/sessions.ts'
import { confirmPassword } from '../../identity/sign-in.ts'
import { inBatches, type Page } from '../../lib/batches.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import { type Resealed, SecretBoxError, sealAnew, type UnlockedBox } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { PinBox, TabletPlace } from './place.ts'
import { assertPin, FRESH_MS, pinPurpose } from './rules.ts'
import * as store from './store.ts'

export async function readPin(scope: Scope, loginId: string): Promise<PinState> {
  const pin = await store.findPin(scope, loginId)
  const lockedOn = pin ? await store.listLockedTablets(scope, loginId, mostWrongPins) : []
  return withoutNulls({
    setAt: pin?.setAt.toISOString() ?? null,
    lockedOn: lockedOn.length > 0 ? lockedOn : null,
  })
}

export async function readPinOf(scope: Scope, by: Manager, loginId: string): Promise<PinState> {
  await getManagedLogin(scope, by, loginId)
  return readPin(scope, loginId)
}

/** Who sets a PIN, and how they showed that it is them. */
interface Setting {
  clientId: string
  loginId: string
  login: string
  isSupport: boolean
  /** The session was begun with a PIN itself. */
  isOnTablet: boolean
  startedAt: Date
  pin: string
  password: string | undefined
  address: string
  deviceToken: string | undefined
  now: Date
}

/** Checks that the person may set it, and makes what is kept of it. Takes as long as a password, so it is done before the transaction. */
export async function preparePin(
  { database, passwords, accessLog: log, pinBox: { box, work } }: TabletPlace,
  { pin, password, clientId, loginId, ...who }: Setting,
): Promise<Buffer> {
  assertPin(pin)
  if (who.isSupport) throw problem('signInAgain', 'pin: support has no role here and unlocks no tablets')
  const isFresh = !who.isOnTablet && who.now.getTime() - who.startedAt.getTime() <= FRESH_MS
  if (password !== undefined) await confirmPassword(database, passwords, { ...who, password, log })
  else if (!isFresh)
    throw problem('signInAgain', 'password: give it, or sign in again and set the PIN within ten minutes')
  return box.seal(await work.renew(pin), pinPurpose(clientId, loginId))
}

export async function setOwnPin(scope: Scope, loginId: string, sealedHash: Buffer): Promise<void> {
  await store.upsertPin(scope, loginId, sealedHash)
  recordChange(scope, { kind: 'login.pinSet', subject: `login/${loginId}`, secrets: ['pin'] })
  await store.forgetTries(scope, loginId)
}

/** Also signs the person out of the tablets: who opened them with it is not known. */
export async function clearOwnPin(scope: Scope, loginId: string): Promise<void> {
  await store.deletePin(scope, loginId)
  recordChange(scope, { kind: 'login.pinCleared', subject: `login/${loginId}` })
  await endPinSessions(scope, scope.clientId, loginId)
}

export async function clearPinOf(scope: Scope, by: Manager, loginId: string): Promise<void> {
  await holdManaged(scope, by, loginId)
  await clearOwnPin(scope, loginId)
  await store.forgetTries(scope, loginId)
}

export async function unlockPinOf(scope: Scope, by: Manager, loginId: string): Promise<void> {
  await holdManaged(scope, by, loginId)
  if ((await store.forgetTries(scope, loginId)) === 0) return
  await store.recordForgiven(scope, loginId)
  recordChange(scope, { kind: 'login.pinUnlocked', subject: `login/${loginId}` })
}

/** A hash that the key does not open any more is none: the person sets another PIN. */
export async function openHash(
  { box }: PinBox,
  clientId: string,
  person: Pick<store.PersonRow, 'id' | 'sealedHash'> | undefined,
): Promise<string | undefined> {
  if (!person) return undefined
  try {
    return await box.open(person.sealedHash, pinPurpose(clientId, person.id))
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}

const BATCH = 100

/** When the installation's key is changed. */
export async function resealPins(scope: Pick<Scope, 'db' | 'clientId'>, box: UnlockedBox): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unopened: 0 }
  const list = (page: Page) => store.listForeignPins(scope, box.id, page)
  for await (const rows of inBatches(BATCH, list))
    for (const { id, sealedHash } of rows) {
      const { sealed, isNew, isOpened } = sealAnew(box, sealedHash, pinPurpose(scope.clientId, id))
      if (!isOpened) done.unopened++
      if (isNew && sealed)
        done.resealed += await store.replacePin(scope, id, { before: sealedHash, after: sealed })
    }
  return done
}
