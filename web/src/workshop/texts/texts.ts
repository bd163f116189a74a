// The words of the app: <part>.<language>.json, combined in <language>.ts. English defines the keys, so that a screen with an unknown
// key, or a language that lacks one, does not compile. The screen fills in {name}.
import type { Text } from '@walkaround/contract/rules/texts.ts'
import type { en } from './en.ts'

export type TextKey = keyof typeof en
/** Every key, with its own form of words. */
export type Texts = Readonly<Record<TextKey, Text>>
