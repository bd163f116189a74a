// The operations of /app on callbacks. Knows paths, keeps nothing.
import type {
  CallbackDelivery,
  CallbackDetail,
  CallbackReceiver,
  CallbackReceiverChange,
  ReceivedCallback,
} from '@walkaround/contract/app/callbacks.ts'
import { paths } from './operations.ts'
import { Refused } from './problem.ts'
import type { Requester } from './request.ts'

export type DeliveryState = CallbackDelivery['state']

export type CallbackOperations = ReturnType<typeof createCallbackOperations>

export function createCallbackOperations({ send, json }: Requester, clientId: string) {
  const client = paths.ofClient(clientId)
  const one = (id: string) => `${client}/callbacks/${encodeURIComponent(id)}`
  return {
    /** Undefined until one is set. */
    findReceiver: async (): Promise<CallbackReceiver | undefined> => {
      try {
        return await json<CallbackReceiver>(`${client}/callback-receiver`)
      } catch (error) {
        if (error instanceof Refused && error.status === 404) return undefined
        throw error
      }
    },
    setReceiver: (change: CallbackReceiverChange) =>
      json<CallbackReceiver>(`${client}/callback-receiver`, { method: 'PUT', body: change }),
    list: async (state: DeliveryState | undefined, after?: string): Promise<CallbackDelivery[]> => {
      const query = new URLSearchParams({
        ...(state === undefined ? {} : { state }),
        ...(after === undefined ? {} : { after }),
      }).toString()
      const path = `${client}/callbacks${query === '' ? '' : `?${query}`}`
      return (await json<{ deliveries: CallbackDelivery[] }>(path)).deliveries
    },
    read: (id: string) => json<CallbackDetail>(one(id)),
    replay: async (id: string): Promise<void> => {
      await send(`${one(id)}/replay`, { method: 'POST' })
    },
    replaySince: async (since: string, state?: 'delivered' | 'givenUp'): Promise<number> => {
      const body = { since, ...(state === undefined ? {} : { state }) }
      return (await json<{ replayed: number }>(`${client}/callback-replays`, { method: 'POST', body }))
        .replayed
    },
    test: async (): Promise<string> =>
      (await json<{ id: string }>(`${client}/callback-tests`, { method: 'POST' })).id,
    received: async (): Promise<ReceivedCallback[]> =>
      (await json<{ received: ReceivedCallback[] }>(`${client}/received-callbacks`)).received,
  }
}
