// The order of cards on the board: decided by the service for a whole board, and by the app when it has read some cards anew.
import type { BoardCard } from '../app/board.ts'

/** As events and queries name a card. */
export const cardName = ({ kind, id }: Pick<BoardCard, 'kind' | 'id'>): string => `${kind}/${id}`

/** Cars with work for me first, then by planned start; cars without one last. */
export function sortCards(cards: readonly BoardCard[]): BoardCard[] {
  const isNext = ({ surveys }: BoardCard) =>
    surveys.some(({ isMine, completed, closed }) => isMine && !completed && !closed)
  const ranked = cards.map((card) => ({
    card,
    rank: isNext(card) ? 0 : 1,
    at: card.plannedStart === undefined ? Number.POSITIVE_INFINITY : Date.parse(card.plannedStart),
  }))
  ranked.sort((a, b) => a.rank - b.rank || (a.at === b.at ? 0 : a.at - b.at) || compare(a.card.id, b.card.id))
  return ranked.map(({ card }) => card)
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
