// The other cards of the board, for a card that may be of the same car.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { createContext } from 'preact/compat'

interface Neighbours {
  cards: readonly BoardCard[]
  /** Called when the shown data is out of date. */
  onChange: () => Promise<unknown>
}
export const NeighboursContext = createContext<Neighbours>({ cards: [], onChange: async () => {} })
export const NeighboursProvider = NeighboursContext.Provider
