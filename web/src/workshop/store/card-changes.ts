// Changes of cars that are not on the server yet, laid over the board as last read. Laying is pure.
import type { Board, BoardCard } from '@walkaround/contract/app/board.ts'
import { cardName } from '@walkaround/contract/rules/board-order.ts'
import { listApplied } from './applied.ts'
import type { Store } from './database.ts'
import type { CardChange, OutboxItem } from './tables.ts'

/** In the order they were done; without those that were refused. */
export async function listCardChanges(store: Store, clientId: string): Promise<CardChange[]> {
  return cardChangesOf(await store.outbox.where({ clientId, surveyId: '' }).sortBy('seq'))
}

export const cardChangesOf = (items: readonly OutboxItem[]): CardChange[] =>
  listApplied(items).flatMap((change) => ('card' in change ? [change] : []))

function layOnCard(card: BoardCard, change: CardChange): BoardCard {
  switch (change.type) {
    case 'putPlan': {
      const { promised, technician } = change.plan
      const { promisedAt, technician: before, isTechnicianPlanned, ...rest } = card
      const promise = promised ? promised.timestamp : promisedAt
      // Without a plan the technician whom the order names applies.
      const [named] = card.technicians ?? []
      const next = technician ? (change.technician ?? named?.name) : before
      const isPlanned = technician ? change.technician !== undefined : isTechnicianPlanned
      return {
        ...rest,
        ...(promise === undefined ? {} : { promisedAt: promise }),
        ...(next === undefined ? {} : { technician: next }),
        ...(isPlanned ? { isTechnicianPlanned: true } : {}),
      }
    }
    case 'putNotesRead': {
      const { unreadNotes: _, ...rest } = card
      return rest
    }
    case 'putNote':
      return card
  }
}

/** The same board if nothing is laid over it. */
export function layOnBoard(board: Board, changes: readonly CardChange[]): Board {
  if (changes.length === 0) return board
  const cards = board.cards.map((card) =>
    changes.reduce((laid, change) => (change.card === cardName(card) ? layOnCard(laid, change) : laid), card),
  )
  return { ...board, cards }
}

/** The server has it: the boards here show it until they are read again. */
export async function layOnBoards(store: Store, clientId: string, change: CardChange): Promise<void> {
  await store.boards.where({ clientId }).modify((row) => {
    row.board = layOnBoard(row.board, [change])
  })
}
