// A device loads the language of its person only; each is a file of its own. Words of screens that few open come with those screens.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { createLateTexts } from './late-texts.ts'
import type { Texts } from './texts.ts'

const { load, loadRest } = createLateTexts<{ texts: object; shared: SharedWords }>(
  (language) => import(`./first/${language}.generated.ts`),
  async (language) => (await import(`./more/${language}.generated.ts`)).texts,
)

export const loadTexts = load as (language: Language) => Promise<{ texts: Texts; shared: SharedWords }>
export const loadMoreTexts = loadRest
