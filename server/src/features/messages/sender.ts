// Who a message comes from: what its site says, in place of what the channel says.
import type { ChannelName } from '@walkaround/contract/messages.ts'
import { findSite } from '../../organisation/client-store.ts'
import type { Outgoing } from '../../outside/channel.ts'
import type { Scope } from '../../scope.ts'

type Sender = Pick<Outgoing, 'from' | 'fromName'>

/** Nothing if there is no such site, or it says nothing. */
export async function senderOf(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  siteId: string | null,
  channel: ChannelName,
): Promise<Sender> {
  const site = siteId === null ? undefined : await findSite(db, clientId, siteId)
  if (channel === 'email') return { from: site?.mailFrom, fromName: site?.mailFromName }
  return channel === 'sms' ? { from: site?.smsFrom } : {}
}
