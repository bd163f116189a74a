// The words of the forms in a language: forms.<language>.json.
import { type StatusWords, statusWordsOf } from '@walkaround/contract/rules/status-words.ts'
import { readTexts } from '../../outside/language-files.ts'
import type { openGroups, textKeys } from './text-keys.ts'

type Keys = typeof textKeys
export type FormTexts = {
  readonly [Group in keyof Keys]: Readonly<Record<Keys[Group][number], string>>
} & Readonly<Record<(typeof openGroups)[number], Readonly<Record<string, string>>>> & {
    readonly status: StatusWords
  }

/** What the colours are called has its own list; a file of another language may say it in its own words. */
export function getTexts(language: string, folder?: URL): FormTexts {
  const texts = readTexts<FormTexts>('forms', language, folder)
  return { ...texts, status: { ...statusWordsOf(language), ...texts.status } }
}

/** `Page {page} of {pages}` with its values. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
