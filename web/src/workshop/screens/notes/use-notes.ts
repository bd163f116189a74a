// The notes on a car, as the device has them and as the server sends them.
import type { CarNote } from '@walkaround/contract/app/notes.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useList } from '../use-list.ts'

export function useNotes(card: string): readonly CarNote[] | undefined {
  const { operations } = useWorkshop()
  return useList(
    `notes ${card}`,
    (clientId) => operations.readNotes(clientId, card),
    (changed) => changed?.cards === undefined || changed.cards.has(card),
  )
}
