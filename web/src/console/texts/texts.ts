// The words of the console: languages/<language>/console/<part>.json, and those of the office. English defines the keys, so that a page
// with an unknown key, or a language that lacks one, does not compile.
import type { Text } from '@walkaround/contract/rules/texts.ts'
import type { texts as en } from './en.generated.ts'

export type TextKey = keyof typeof en
export type Texts = Readonly<Record<TextKey, Text>>
