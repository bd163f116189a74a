// The order of cards on the board: decided by the service for a whole board, and by the app when it has read some cards anew.
import type { BoardCard } from '../app/board.ts'

/** As events and queries name a card. */
export const cardName = ({ kind, id }: Pick<BoardCard, 'kind' | 'id'>): string => `${kind}/${id}`

export interface Place {
  id: string
  rank: number
  at: number
}

export function placeOf({ id, surveys, plannedStart }: BoardCard): Place {
  const isNext = surveys.some(({ isMine, completed, closed }) => isMine && !completed && !closed)
  return {
    id,
    rank: isNext ? 0 : 1,
    at: plannedStart === undefined ? Number.POSITIVE_INFINITY : Date.parse(plannedStart),
  }
}

/** Cars with work for me first, then by planned start; cars without one last. */
export const byPlace = (a: Place, b: Place): number =>
  a.rank - b.rank || (a.at === b.at ? 0 : a.at - b.at) || compare(a.id, b.id)

export const sortCards = (cards: readonly BoardCard[]): BoardCard[] =>
  cards
    .map((card) => ({ card, place: placeOf(card) }))
    .sort((one, other) => byPlace(one.place, other.place))
    .map(({ card }) => card)

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
