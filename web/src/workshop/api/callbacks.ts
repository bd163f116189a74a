// The app's requests about callbacks. Keeps nothing.
import type { CallbackDelivery, CallbackReceiverChange } from '@walkaround/contract/app/callbacks.ts'
import { Refused } from './problem.ts'
import type { Requester } from './request.ts'

export type DeliveryState = CallbackDelivery['state']

export type CallbackOperations = ReturnType<typeof createCallbackOperations>

export function createCallbackOperations({ call }: Requester, clientId: string) {
  const client = { system_client_id: clientId }
  return {
    /** Undefined until one is set. */
    findReceiver: () =>
      call('getCallbackReceiver', client).catch((error: unknown) => {
        if (error instanceof Refused && error.status === 404) return undefined
        throw error
      }),
    setReceiver: (body: CallbackReceiverChange) => call('putCallbackReceiver', client, { body }),
    list: async (state: DeliveryState | undefined, after?: string) =>
      (await call('listCallbacks', client, { query: { state, after } })).deliveries,
    read: (callback_id: string) => call('getCallback', { ...client, callback_id }),
    replay: (callback_id: string) => call('replayCallback', { ...client, callback_id }),
    replaySince: async (since: string, state?: 'delivered' | 'givenUp') =>
      (await call('replayCallbacks', client, { body: { since, state } })).replayed,
    test: async () => (await call('testCallback', client)).id,
    received: async () => (await call('listReceivedCallbacks', client)).received,
  }
}
