// The app's requests about callbacks. Keeps nothing.
import type { CallbackDelivery, CallbackReceiverChange } from '@walkaround/contract/app/callbacks.ts'
import type { Requester } from './request.ts'

export type DeliveryState = CallbackDelivery['state']

export type CallbackReceivers = Awaited<ReturnType<CallbackOperations['receivers']>>

export type CallbackOperations = ReturnType<typeof createCallbackOperations>

export function createCallbackOperations({ call }: Requester, clientId: string) {
  const client = { system_client_id: clientId }
  return {
    receivers: () => call('listCallbackReceivers', client),
    /** Without a site: the one of the dealership. */
    setReceiver: (body: CallbackReceiverChange, site_id?: string) =>
      site_id === undefined
        ? call('putCallbackReceiver', client, { body })
        : call('putSiteCallbackReceiver', { ...client, site_id }, { body }),
    removeReceiver: (site_id: string) => call('deleteSiteCallbackReceiver', { ...client, site_id }),
    list: async (state: DeliveryState | undefined, after?: string) =>
      (await call('listCallbacks', client, { query: { state, after } })).deliveries,
    read: (callback_id: string) => call('getCallback', { ...client, callback_id }),
    replay: (callback_id: string) => call('replayCallback', { ...client, callback_id }),
    replaySince: async (since: string, state?: 'delivered' | 'givenUp') =>
      (await call('replayCallbacks', client, { body: { since, state } })).replayed,
    test: async (siteId?: string) => (await call('testCallback', client, { query: { siteId } })).id,
    received: async () => (await call('listReceivedCallbacks', client)).received,
  }
}
