// A device loads the language of its person only; each is a file of its own. Words of screens that few open come with those screens.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Texts } from './texts.ts'

const load = (language: Language): Promise<{ texts: object; shared: SharedWords }> =>
  import(`./first/${language}.generated.ts`)
const loadMore = async (language: Language): Promise<object> =>
  (await import(`./more/${language}.generated.ts`)).texts

/** The languages that are here. What is added to one later is there for everybody who has it. */
const known = new Map<Language, object>()
let isMoreWanted = false

export async function loadTexts(language: Language): Promise<{ texts: Texts; shared: SharedWords }> {
  const { texts, shared } = await load(language)
  known.set(language, texts)
  // Looked at only now: a screen that needs more may be loaded at the same time.
  if (isMoreWanted) Object.assign(texts, await loadMore(language))
  return { texts: texts as Texts, shared }
}

/** Before the first screen that needs them is shown. */
export async function loadMoreTexts(): Promise<void> {
  isMoreWanted = true
  await Promise.all(
    [...known].map(async ([language, texts]) => Object.assign(texts, await loadMore(language))),
  )
}
