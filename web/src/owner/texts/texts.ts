// The texts of the owner's page, owner-page.<language>.json. English defines the keys: a language that lacks a text does not
// compile. The page fills in {name}.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import de from './owner-page.de.json' with { type: 'json' }
import en from './owner-page.en.json' with { type: 'json' }
import ru from './owner-page.ru.json' with { type: 'json' }

export type OwnerTexts = typeof en

export const ownerTexts: Readonly<Record<Language, OwnerTexts>> = { en, de, ru }
