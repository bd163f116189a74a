// Changes the settings of a client, and what depends on them in its orders and leads.

import { type ClientChanges, getClient, setClient } from '../../organisation/clients.ts'
import type { AccessScope } from '../../organisation/scope.ts'
import type { ClientSettings } from '../../scope.ts'
import { moveDays } from './change-places.ts'

export async function changeClient(
  scope: AccessScope,
  args: { clientId: string; changes: ClientChanges },
): Promise<ClientSettings> {
  const { timeZone } = await getClient(scope, args.clientId)
  const client = await setClient(scope, args)
  if (client.timeZone !== timeZone) await moveDays(scope, client)
  return client
}
