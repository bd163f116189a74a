// Decides whether this installation has the demo dealership, and creates it once.
import type { Database } from '@walkaround/server/db/database.ts'
import { hasEventsOfOthers } from '@walkaround/server/db/events.ts'
import type { Db } from '@walkaround/server/db/sql.ts'
import { inTransaction } from '@walkaround/server/db/transaction.ts'
import { findClient } from '@walkaround/server/organisation/client-store.ts'
import { PLATFORM, recordClientEvent } from '@walkaround/server/organisation/scope.ts'
import { Problem } from '@walkaround/server/problems.ts'
import type { DemoAccess } from '@walkaround/server/process/demo.ts'
import { DEMO_CLIENT } from './ids.ts'
import type { LoadOptions } from './load-demo.ts'

interface EnsureOptions extends LoadOptions {
  /** As set by the operator; undefined if not set. */
  wanted: boolean | undefined
  isNewEmbedded: boolean
}

/** True while the only changes are the service's own templates and packages. Every other change leaves an event. */
export const isUntouched = async (db: Db): Promise<boolean> =>
  !(await hasEventsOfOthers(db, ['system:templates', 'system:packages']))

/** `access` only if the demo was made just now: keys and passwords are shown once and not stored. */
export async function ensureDemo(
  database: Database,
  { wanted, isNewEmbedded, ...options }: EnsureOptions,
): Promise<{ isDemo: boolean; access?: DemoAccess }> {
  const { clientId = DEMO_CLIENT } = options
  const known = await findClient(database, clientId)
  if (known) return { isDemo: known.isDemo === true }
  if (wanted === false) {
    if (database.engine === 'embedded' && (await isUntouched(database))) await decline(database, clientId)
    return { isDemo: false }
  }
  // A first start that was interrupted before the demo was complete leaves a database as good as new.
  const isNew = isNewEmbedded || (database.engine === 'embedded' && (await isUntouched(database)))
  if (!wanted && !isNew) return { isDemo: false }
  // Imported only now: other starts need none of its data.
  const { loadDemo } = await import('./load-demo.ts')
  try {
    return { isDemo: true, access: await loadDemo(database, options) }
  } catch (error) {
    // Another process that started at the same moment was faster.
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

/** Recorded, so that a later start without the setting does not create what was declined. */
function decline(database: Database, clientId: string): Promise<void> {
  return inTransaction(database, (db) =>
    recordClientEvent({ db, actor: { kind: 'system', id: 'demo' }, now: new Date() }, PLATFORM, {
      kind: 'demo.declined',
      subject: `client/${clientId}`,
    }),
  )
}
