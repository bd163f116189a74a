// What the search leads to: the vehicles of the cards that the service found, each once. Pure.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { foldForSearch } from '@walkaround/contract/rules/folding.ts'
import { findVin } from '@walkaround/contract/rules/vin.ts'

export interface FoundCar {
  /** As addresses name the vehicle: by its VIN, or by its plate if no VIN is known. */
  readonly key: string
  readonly card: BoardCard
}

function keyOf({ vin, numberPlate }: Pick<BoardCard, 'vin' | 'numberPlate'>): string | undefined {
  const known = findVin(vin)
  if (known) return `vin/${known}`
  const plate = foldForSearch(numberPlate ?? '')
  return plate === '' ? undefined : `plate/${plate}`
}

const timeOf = ({ plannedStart }: BoardCard) => (plannedStart ? Date.parse(plannedStart) : 0)

/** By its newest card, the newest first. A car without VIN and plate has no page. */
export function listFoundCars(cards: readonly BoardCard[]): FoundCar[] {
  const found = new Map<string, FoundCar>()
  const newest = cards.toSorted((one, other) => timeOf(other) - timeOf(one))
  for (const card of newest) {
    const key = keyOf(card)
    if (key !== undefined && !found.has(key)) found.set(key, { key, card })
  }
  return [...found.values()]
}
