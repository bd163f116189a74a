// The app's requests about the history of cars. Keeps nothing.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { cardName } from '@walkaround/contract/rules/board-order.ts'
import type { Requester } from './request.ts'

export type HistoryOperations = ReturnType<typeof createHistoryOperations>

export function createHistoryOperations({ call }: Requester, clientId: string) {
  const client = { system_client_id: clientId }
  return {
    find: (text: string) => call('findCars', client, { query: { text } }),
    read: (card: BoardCard, limit: number) =>
      call('getHistory', { ...client, card: cardName(card) }, { query: { limit } }),
  }
}
