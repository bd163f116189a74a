// The words of the app: languages/<language>/workshop/<part>.json, combined in first/ and more/. English defines the keys, so that a
// screen with an unknown key, or a language that lacks one, does not compile. The screen fills in {name}.
import type { Text } from '@walkaround/contract/rules/texts.ts'
import type { texts as en } from './first/en.generated.ts'
import type { texts as more } from './more/en.generated.ts'

export type TextKey = keyof typeof en | keyof typeof more
/** Every key, with its own form of words. */
export type Texts = Readonly<Record<TextKey, Text>>
/** Those that are loaded first, and those that come with later screens. */
export type FirstTexts = Readonly<Record<keyof typeof en, Text>>
export type MoreTexts = Readonly<Record<keyof typeof more, Text>>
