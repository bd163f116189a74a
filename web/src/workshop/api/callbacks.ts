// The app's requests about callbacks. Keeps nothing.
import type { CallbackDelivery, CallbackReceiverChange } from '@walkaround/contract/app/callbacks.ts'
import type { CallbackKind, MESSAGE_SENT } from '@walkaround/contract/callback-kinds.ts'
import type { Requester } from './request.ts'

/** What the log is asked for. */
export interface DeliveryFilter {
  state?: CallbackDelivery['state']
  siteId?: string
  kind?: CallbackKind | typeof MESSAGE_SENT
}

const pageSize = 50
/** The service gives no more at once. */
const mostAtOnce = 200

export type CallbackReceivers = Awaited<ReturnType<CallbackOperations['receivers']>>

export type CallbackOperations = ReturnType<typeof createCallbackOperations>

export function createCallbackOperations({ call }: Requester, clientId: string) {
  const client = { system_client_id: clientId }
  return {
    receivers: () => call('listCallbackReceivers', client),
    /** The one of the dealership. Only the demo sets it here. */
    setReceiver: (body: CallbackReceiverChange) => call('putCallbackReceiver', client, { body }),
    /** The newest pages, in as few requests as the service allows: the log is read again and again. */
    list: async (filter: DeliveryFilter, pages: number) => {
      const deliveries: CallbackDelivery[] = []
      const wanted = pages * pageSize
      let isMore = true
      while (isMore && deliveries.length < wanted) {
        const limit = Math.min(wanted - deliveries.length, mostAtOnce)
        const query = { ...filter, after: deliveries.at(-1)?.id, limit }
        const page = (await call('listCallbacks', client, { query })).deliveries
        deliveries.push(...page)
        isMore = page.length === limit
      }
      return { deliveries, isMore }
    },
    read: (callback_id: string) => call('getCallback', { ...client, callback_id }),
    replay: (callback_id: string) => call('replayCallback', { ...client, callback_id }),
    replaySince: async (since: string, state?: 'delivered' | 'givenUp') =>
      (await call('replayCallbacks', client, { body: { since, state } })).replayed,
    test: async (siteId?: string) => (await call('testCallback', client, { query: { siteId } })).id,
    received: async () => (await call('listReceivedCallbacks', client)).received,
  }
}
