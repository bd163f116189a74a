// Decides whether this installation has the demo dealership, and has it made once.
import { findClient } from '../access/client-store.ts'
import { PLATFORM, recordClientEvent } from '../access/scope.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { Problem } from '../problems.ts'
import { DEMO_CLIENT } from './dealership.ts'
import { type DemoAccess, type LoadOptions, loadDemo } from './load-demo.ts'
import { isUntouched } from './store.ts'

export type { DemoAccess } from './load-demo.ts'

export interface EnsureOptions extends LoadOptions {
  /** As set by the operator; undefined when nothing was said. */
  wanted: boolean | undefined
  isNewEmbedded: boolean
}

/** `access` only when the demo was made just now: keys and passwords are shown once and kept nowhere. */
export async function ensureDemo(
  database: Database,
  { wanted, isNewEmbedded, ...options }: EnsureOptions,
): Promise<{ isDemo: boolean; access?: DemoAccess }> {
  const { clientId = DEMO_CLIENT } = options
  if (await findClient(database, clientId)) return { isDemo: true }
  if (wanted === false) {
    if (database.engine === 'embedded' && (await isUntouched(database))) await decline(database, clientId)
    return { isDemo: false }
  }
  // A first start that was interrupted before the demo was in has left a database as good as new.
  const isNew = isNewEmbedded || (database.engine === 'embedded' && (await isUntouched(database)))
  if (!wanted && !isNew) return { isDemo: false }
  try {
    return { isDemo: true, access: await loadDemo(database, options) }
  } catch (error) {
    // Another process that started at the same moment was quicker.
    if (
      error instanceof Problem &&
      error.kind === 'alreadyExists' &&
      (await findClient(database, clientId))
    ) {
      return { isDemo: true }
    }
    throw error
  }
}

/** Remembered, so that a later start without the setting does not bring what was declined. */
function decline(database: Database, clientId: string): Promise<void> {
  return inTransaction(database, (db) =>
    recordClientEvent({ db, actor: { kind: 'system', id: 'demo' }, now: new Date() }, PLATFORM, {
      kind: 'demo.declined',
      subject: `client/${clientId}`,
    }),
  )
}
