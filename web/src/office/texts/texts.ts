// The words that all bundles of the office have: languages/<language>/office/<part>.json, and those parts of the app that they say too.
// English defines the keys, so that a part with an unknown key, or a language that lacks one, does not compile.
import type { Text } from '@walkaround/contract/rules/texts.ts'
import type { texts as en } from './en.generated.ts'

export type TextKey = keyof typeof en
export type Texts = Readonly<Record<TextKey, Text>>
