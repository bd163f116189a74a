// The state of the callbacks of the whole installation, for doctor: what waits, what was given up, which keys cannot be opened.
// Contains no address and no key.
import { type SecretBox, SecretBoxError } from '../../outside/secret-box.ts'
import type { Scope } from '../../scope.ts'
import { countDeliveries } from './log-store.ts'
import { listSealedRows } from './receiver-store.ts'
import { keyPurpose, secretPurpose } from './set-receiver.ts'

export interface CallbackHealth {
  receivers: number
  waiting: number
  /** In the last week. */
  givenUp: number
  oldestDue: string | null
  /** Clients whose receiver's key or secret cannot be opened, and why the first cannot. */
  unopened: string[]
  why: string | null
}

const WEEK_MS = 7 * 24 * 3_600_000

export async function examineCallbacks(
  { db, now }: Pick<Scope, 'db' | 'now'>,
  box: SecretBox,
): Promise<CallbackHealth> {
  const [{ waiting, givenUp, oldestDue }, sealed] = [
    await countDeliveries(db, new Date(now.getTime() - WEEK_MS)),
    await listSealedRows(db),
  ]
  const unopened: string[] = []
  let why: string | null = null
  for (const { clientId, sealedKey, sealedSecret } of sealed) {
    try {
      await box.open(sealedKey, keyPurpose(clientId))
      if (sealedSecret) await box.open(sealedSecret, secretPurpose(clientId))
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error
      unopened.push(clientId)
      why ??= error.message
    }
  }
  return {
    receivers: sealed.length,
    waiting,
    givenUp,
    oldestDue: oldestDue?.toISOString() ?? null,
    unopened,
    why,
  }
}
