// Changes the settings of a client, and what depends on them in its orders and leads.

import { enqueue } from '../../jobs/enqueue.ts'
import { type ClientChanges, getClient, setClient } from '../../organisation/clients.ts'
import type { AccessScope } from '../../organisation/scope.ts'
import type { ClientSettings } from '../../scope.ts'
import { REBUILD_JOB } from '../ledger/rebuild.ts'
import { recomputePlannedStarts } from '../origins/planned-starts.ts'

export async function changeClient(
  scope: AccessScope,
  args: { clientId: string; changes: ClientChanges },
): Promise<ClientSettings> {
  const { timeZone } = await getClient(scope, args.clientId)
  const client = await setClient(scope, args)
  if (client.timeZone === timeZone) return client
  await recomputePlannedStarts(scope.db, client)
  // What is sold on an open order counts on its planned day.
  await enqueue({ ...scope, clientId: args.clientId }, { id: REBUILD_JOB, kind: REBUILD_JOB, payload: {} })
  return client
}
