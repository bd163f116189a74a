// The words of a language in two parts. The second is added to the first when a screen needs it, in every language that is here.
import type { Language } from '@walkaround/contract/rules/texts.ts'

export function createLateTexts<T extends { texts: object }>(
  loadFirst: (language: Language) => Promise<T>,
  loadRest: (language: Language) => Promise<object>,
) {
  const known = new Map<Language, object>()
  let isRestWanted = false
  return {
    async load(language: Language): Promise<T> {
      const first = await loadFirst(language)
      known.set(language, first.texts)
      // Looked at only now: a screen that needs the rest may be loaded at the same time.
      if (isRestWanted) Object.assign(first.texts, await loadRest(language))
      return first
    },
    /** Before the first screen that needs it is shown. */
    async loadRest(): Promise<void> {
      isRestWanted = true
      await Promise.all(
        [...known].map(async ([language, texts]) => Object.assign(texts, await loadRest(language))),
      )
    },
  }
}
