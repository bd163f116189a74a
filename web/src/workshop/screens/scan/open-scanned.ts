// Opens the car that was scanned; one that this device does not know is searched for.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { readScanned } from '@walkaround/contract/rules/scanned.ts'
import { go } from '../../app/router.tsx'
import { findScanned } from './find-scanned.ts'

export function openScanned(
  text: string,
  cards: readonly BoardCard[],
  search: (words: string) => void,
): undefined {
  const scanned = readScanned(text)
  const surveyId = findScanned(scanned, cards)?.surveyId
  if (surveyId === undefined) search(scanned.words)
  else go({ screen: 'survey', surveyId })
}
