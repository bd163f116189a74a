// How far the work of the first start is, in words. The command line says the same in English.
import { formatsOf } from '@walkaround/contract/rules/formats.ts'
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import { fill, type Language } from '@walkaround/contract/rules/texts.ts'
import type { SetUpProgress } from '@walkaround/contract/set-up-page.ts'
import { setUpTexts } from './texts.ts'

export function sayProgress(language: Language, { step, ...values }: SetUpProgress): string {
  const { number } = formatsOf(language, 'UTC', sharedWords[language])
  const said = Object.entries(values).map(([name, value]: [string, string | number]) => [
    name,
    typeof value === 'number' ? number(value) : value,
  ])
  return fill(setUpTexts[language].working.progress[step], Object.fromEntries(said))
}
