// Words about the car and the customer's decisions that tablet, pages and paper share: wheels, what is measured at them, what was
// decided. One word each in every language, written in languages/<language>/car-words.json alone. Not needed by the tablet's first screens.
import type { DecisionStatus } from '../owner-page.ts'
import { wordsByLanguage } from './car-words.generated.ts'
import { findLanguage, type Language } from './texts.ts'
import type { TyrePlace } from './tyres.ts'
import type { Wheel, WheelPart } from './wheels.ts'

export interface CarWords {
  /** As a state. */
  readonly decisions: Readonly<Record<DecisionStatus, string>>
  /** As the customer gives them. */
  readonly answers: Readonly<Record<'approve' | 'later' | 'no', string>>
  readonly wheels: Readonly<Record<Wheel, string>>
  readonly wheelParts: Readonly<Record<WheelPart, string>>
  readonly tyrePlaces: Readonly<Record<TyrePlace, string>>
  readonly tyreMade: string
}

export const carWords: Readonly<Record<Language, CarWords>> = wordsByLanguage

/** Falls back to English. */
export const carWordsOf = (language: string): CarWords => carWords[findLanguage(language) ?? 'en']
