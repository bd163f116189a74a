// The words of the app: <part>.<language>.json, combined in <language>.ts and more.<language>.ts. English defines the keys, so that a screen with an unknown
// key, or a language that lacks one, does not compile. The screen fills in {name}.
import type { Text } from '@walkaround/contract/rules/texts.ts'
import type { en } from './en.ts'
import type { more } from './more.en.ts'

export type TextKey = keyof typeof en | keyof typeof more
/** Every key, with its own form of words. */
export type Texts = Readonly<Record<TextKey, Text>>
/** Those that are loaded first, and those that come with later screens. */
export type FirstTexts = Readonly<Record<keyof typeof en, Text>>
export type MoreTexts = Readonly<Record<keyof typeof more, Text>>
