// The words of the app: <part>.<language>.json, combined. English defines the keys, so that a screen with an unknown key, or a
// language that lacks one, does not compile. The screen fills in {name}.
import { type SharedWords, sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import type { Language, Text } from '@walkaround/contract/rules/texts.ts'
import accountDe from './account.de.json' with { type: 'json' }
import accountEn from './account.en.json' with { type: 'json' }
import accountRu from './account.ru.json' with { type: 'json' }
import appDe from './app.de.json' with { type: 'json' }
import appEn from './app.en.json' with { type: 'json' }
import appRu from './app.ru.json' with { type: 'json' }
import checklistDe from './checklist.de.json' with { type: 'json' }
import checklistEn from './checklist.en.json' with { type: 'json' }
import checklistRu from './checklist.ru.json' with { type: 'json' }
import handoverDe from './handover.de.json' with { type: 'json' }
import handoverEn from './handover.en.json' with { type: 'json' }
import handoverRu from './handover.ru.json' with { type: 'json' }
import joiningDe from './joining.de.json' with { type: 'json' }
import joiningEn from './joining.en.json' with { type: 'json' }
import joiningRu from './joining.ru.json' with { type: 'json' }
import mediaDe from './media.de.json' with { type: 'json' }
import mediaEn from './media.en.json' with { type: 'json' }
import mediaRu from './media.ru.json' with { type: 'json' }
import messagesDe from './messages.de.json' with { type: 'json' }
import messagesEn from './messages.en.json' with { type: 'json' }
import messagesRu from './messages.ru.json' with { type: 'json' }
import quotesDe from './quotes.de.json' with { type: 'json' }
import quotesEn from './quotes.en.json' with { type: 'json' }
import quotesRu from './quotes.ru.json' with { type: 'json' }

const statusTexts = ({ status }: SharedWords) => ({
  'status.red': status.red,
  'status.amber': status.amber,
  'status.green': status.green,
})

const en = {
  ...accountEn,
  ...appEn,
  ...checklistEn,
  ...handoverEn,
  ...joiningEn,
  ...mediaEn,
  ...messagesEn,
  ...quotesEn,
  ...statusTexts(sharedWords.en),
}

export type TextKey = keyof typeof en
/** Every key, with its own form of words. */
export type Texts = Readonly<Record<TextKey, Text>>

export const texts: Readonly<Record<Language, Texts>> = {
  en,
  de: {
    ...accountDe,
    ...appDe,
    ...checklistDe,
    ...handoverDe,
    ...joiningDe,
    ...mediaDe,
    ...messagesDe,
    ...quotesDe,
    ...statusTexts(sharedWords.de),
  },
  ru: {
    ...accountRu,
    ...appRu,
    ...checklistRu,
    ...handoverRu,
    ...joiningRu,
    ...mediaRu,
    ...messagesRu,
    ...quotesRu,
    ...statusTexts(sharedWords.ru),
  },
}
