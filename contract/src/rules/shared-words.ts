// Words that tablet, pages, paper and messages share: what the colours of a finding, the units, the fuels and the kinds of
// damage and of messages are called. One word each in every language, written in languages/<language>/shared-words.json
// alone.
import type { MarkKind } from '../mark-kinds.ts'
import type { MessageType } from '../messages.ts'
import type { fuelTypes, Status } from '../shared.ts'
import { wordsByLanguage } from './shared-words.generated.ts'
import { findLanguage, type Language } from './texts.ts'

export interface SharedWords {
  readonly status: Readonly<Record<Status, string>>
  /** A point that nobody looked at. */
  readonly notChecked: string
  /** By the codes of the interface, and some more that templates use. */
  readonly units: Readonly<Record<string, string>>
  /** As inside a sentence. */
  readonly fuelTypes: Readonly<Record<(typeof fuelTypes)[number], string>>
  /** Of damage. */
  readonly kinds: Readonly<Record<MarkKind, string>>
  readonly messages: Readonly<Record<MessageType, string>>
}

export const sharedWords: Readonly<Record<Language, SharedWords>> = wordsByLanguage

/** Falls back to English. */
export const sharedWordsOf = (language: string): SharedWords => sharedWords[findLanguage(language) ?? 'en']
