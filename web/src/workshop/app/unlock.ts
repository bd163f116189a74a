// Unlocks a shared tablet with a PIN: at the service, or without a network by what the device kept; then the service is told as soon as
// it can be reached. Loaded with the first PIN.
import type { Session } from '@walkaround/contract/app/session.ts'
import type { Operations } from '../api/operations.ts'
import { Refused, Unreachable } from '../api/problem.ts'
import { findClockAhead } from '../store/clock.ts'
import type { Store } from '../store/database.ts'
import { forgetPins, openPin, sealPin } from '../store/pin-seals.ts'
import { setSetting } from '../store/settings.ts'
import type { Presence } from './presence.ts'

/** With what a tablet was unlocked. */
export interface Proof {
  person: string
  pin: string
}

/** What the session of the device lets this do. */
export interface UnlockDoor {
  store: Store
  operations: Operations
  now: () => number
  /** `offline`: the service does not know of it yet. */
  begin: (session: Session, offline?: Proof) => Promise<void>
  lock: (session: Session) => Promise<void>
  /** When the service knows that the person before has signed out: its reply takes the cookie away. */
  left: () => Promise<void>
  shown: () => { presence: Presence; turn: number; proof: Proof | undefined }
}

export async function unlock(
  { store, operations, now, begin, left }: UnlockDoor,
  person: string,
  pin: string,
): Promise<'opened' | 'wrong' | 'none'> {
  await left()
  try {
    const session = await operations.unlockTablet(person, pin)
    await begin(session)
    await sealPin(store, person, pin, session)
  } catch (error) {
    if (!(error instanceof Unreachable)) {
      // Somebody may have mistyped it: then the right one still opens the tablet without a network.
      if (!(error instanceof Refused && error.kind === 'wrongPin')) await forgetRefused(store, error, person)
      throw error
    }
    const clockAhead = (await findClockAhead(store)) ?? 0
    const found = await openPin(store, person, pin, now() - clockAhead)
    if ('refused' in found) return found.refused
    await begin(found.session, { person, pin })
  }
  return 'opened'
}

/** The PIN in the memory of this tab begins a session at the service; if it is not taken, the tablet is locked. */
export async function prove({ store, operations, begin, lock, shown }: UnlockDoor): Promise<void> {
  const { presence, turn, proof } = shown()
  if (presence.state !== 'in' || !proof) return
  try {
    const session = await operations.unlockTablet(proof.person, proof.pin)
    if (shown().turn === turn) await begin(session)
  } catch (error) {
    if (error instanceof Unreachable || shown().turn !== turn) return
    await forgetRefused(store, error, proof.person)
    await lock(presence.session)
  }
}

async function forgetRefused(store: Store, error: unknown, person: string): Promise<void> {
  const kind = error instanceof Refused ? error.kind : undefined
  if (kind === 'pinLocked' || kind === 'wrongPin') await forgetPins(store, person)
  if (kind === 'tabletNotPaired') {
    await forgetPins(store)
    await setSetting(store, 'tablet', undefined)
  }
}
