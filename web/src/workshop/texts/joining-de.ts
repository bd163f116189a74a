// German words for two orders of the same car on the board. Data only.
import type { joiningEn } from './joining-en.ts'
import type { Text } from './text.ts'

export const joiningDe: Record<keyof typeof joiningEn, Text> = {
  'joining.ask': 'Dasselbe Auto? Zusammenführen',
  'joining.undo': 'Zusammenführung aufheben',
  'joining.fact': 'Mit einer von Hand angelegten Prüfung zusammengeführt',
  'joining.done': 'Beide sind jetzt ein Auftrag',
  'joining.undone': 'Die von Hand angelegte Prüfung ist wieder getrennt',
  'joining.unsent': 'Senden Sie zuerst, was nur auf diesem Gerät ist. Führen Sie die beiden danach zusammen.',
  'joining.refused':
    'Die beiden lassen sich nicht zusammenführen: An der gleichen Prüfung wurde in beiden schon gearbeitet, oder der Auftrag ist geschlossen.',
  'joining.undoRefused':
    'Die Zusammenführung lässt sich nicht mehr aufheben: Der Auftrag ist geschlossen, oder jemand hat sie schon aufgehoben.',
}
