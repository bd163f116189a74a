// A device loads the language of its person only; each is a file of its own. Words of screens that few open come with those screens.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Texts } from './texts.ts'

const load: Readonly<Record<Language, () => Promise<object>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  ru: async () => (await import('./ru.ts')).ru,
}
const loadMore: Readonly<Record<Language, () => Promise<object>>> = {
  en: async () => (await import('./more.en.ts')).more,
  de: async () => (await import('./more.de.ts')).more,
  ru: async () => (await import('./more.ru.ts')).more,
}

/** The languages that are here. What is added to one later is there for everybody who has it. */
const known = new Map<Language, object>()
let isMoreWanted = false

export async function loadTexts(language: Language): Promise<Texts> {
  const [texts, more] = await Promise.all([load[language](), isMoreWanted ? loadMore[language]() : {}])
  known.set(language, Object.assign(texts, more))
  return texts as Texts
}

/** Before the first screen that needs them is shown. */
export async function loadMoreTexts(): Promise<void> {
  isMoreWanted = true
  await Promise.all(
    [...known].map(async ([language, texts]) => Object.assign(texts, await loadMore[language]())),
  )
}
