// The words of the console: languages/<language>/console/<part>.json, and those of the office. English defines the keys, so that a page
// with an unknown key, or a language that lacks one, does not compile.
import type { Text } from '@walkaround/contract/rules/texts.ts'
import type { texts as first } from './en.generated.ts'
import type { texts as later } from './later/en.generated.ts'

/** Those that are loaded first. */
export type Texts = Readonly<Record<keyof typeof first, Text>>
/** Those that come with the pages that say them. */
export type LaterTexts = Readonly<Record<keyof typeof later, Text>>
export type TextKey = keyof typeof first | keyof typeof later
