// A device loads the language of its person only; each is a file of its own.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Texts } from './texts.ts'

const load: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  ru: async () => (await import('./ru.ts')).ru,
}

export const loadTexts = (language: Language): Promise<Texts> => load[language]()
