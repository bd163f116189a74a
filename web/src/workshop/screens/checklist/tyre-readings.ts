// What typing a depth means for a tyre: one reading is the answer; of three the lowest is. Pure.
import {
  lowestReading,
  type TyreDetails,
  type TyrePlace,
  tyrePlaces,
} from '@walkaround/contract/rules/tyres.ts'
import { edit } from '../../store/outbox.ts'
import type { Question } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { giveNumber } from './answering.ts'

export const isTyre = ({ clientSettings }: Question): boolean => clientSettings?.tyre === true

export const countReadings = (details: TyreDetails = {}): number =>
  tyrePlaces.filter((place) => details[place] !== undefined).length

export const noteTyre = (questionId: string, details: TyreDetails): Change =>
  edit({ kind: 'tyre', questionId, ...details })

/** One of three readings: it is noted, and the lowest so far is the answer. */
export function giveReading(
  question: Question,
  noted: TyreDetails,
  reading: { place: TyrePlace; value: string; unit: string | undefined },
): { details: TyreDetails; changes: Change[] } {
  const details = { ...noted, [reading.place]: reading.value }
  const lowest = lowestReading(details) ?? reading.value
  return {
    details,
    changes: [noteTyre(question.id, details), giveNumber(question, lowest, reading.unit)],
  }
}

/** The only reading: earlier ones no longer count, week and size stay. */
export function giveOnlyReading(question: Question, value: string, unit: string | undefined): Change[] {
  const { inner: _, middle: __, outer: ___, ...rest } = question.tyre ?? {}
  const given = giveNumber(question, value, unit)
  return countReadings(question.tyre) === 0 ? [given] : [noteTyre(question.id, rest), given]
}
