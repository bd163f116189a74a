// The texts of the pages, languages/<language>/pages.json. English defines the keys. `code` and **bold** are the markup allowed
// inside; the page fills in {name}.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type en from '../../../languages/en/pages.json'
import { readTexts } from '../read-texts.ts'

export type Texts = typeof en

const texts = readTexts<Texts>('pages.json')

export function textsOf(language: Language): Texts {
  return texts[language]
}
