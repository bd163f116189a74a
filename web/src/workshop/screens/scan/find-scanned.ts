// The car of a scanned text: among those this device knows, and the survey that is opened for it. Pure.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { compareScanned, type Scanned } from '@walkaround/contract/rules/scanned.ts'
import { byType } from '../cards.ts'

const isSame = (scanned: Scanned, card: BoardCard) =>
  compareScanned(scanned, {
    vin: card.vin,
    numberPlate: card.numberPlate,
    numbers: [card.id, card.externalId],
  }) === 'same'

/** The survey to open: of an open car before a closed one, the first that is not completed. */
export function findScanned(
  scanned: Scanned,
  cards: readonly BoardCard[],
): { card: BoardCard; surveyId: string | undefined } | undefined {
  const fitting = cards.filter((card) => isSame(scanned, card))
  const card = fitting.find(({ closed }) => !closed) ?? fitting[0]
  if (!card) return undefined
  const surveys = byType(card.surveys)
  const survey = surveys.find(({ completed, closed }) => !completed && !closed) ?? surveys[0]
  return { card, surveyId: survey?.id }
}
