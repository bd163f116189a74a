// The texts of the owner's page, owner-page.<language>.json, and the words of decisions, which it shares with app and paper. English
// defines the keys: a language that lacks a text does not compile. The page fills in {name}.
import { type CarWords, carWords } from '@walkaround/contract/rules/car-words.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import de from './owner-page.de.json' with { type: 'json' }
import en from './owner-page.en.json' with { type: 'json' }
import ru from './owner-page.ru.json' with { type: 'json' }

const decisionTexts = ({ answers, decisions }: CarWords) => ({ ...answers, status: decisions })

export type OwnerTexts = typeof en & ReturnType<typeof decisionTexts>

export const ownerTexts: Readonly<Record<Language, OwnerTexts>> = {
  en: { ...en, ...decisionTexts(carWords.en) },
  de: { ...de, ...decisionTexts(carWords.de) },
  ru: { ...ru, ...decisionTexts(carWords.ru) },
}
