// The texts of the pages, pages.<language>.json. English defines the keys: a language that lacks a text does not compile. `code`
// and **bold** are the markup allowed inside; the page fills in {name}.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import de from './pages.de.json' with { type: 'json' }
import en from './pages.en.json' with { type: 'json' }
import ru from './pages.ru.json' with { type: 'json' }

export type Texts = typeof en

const texts: Readonly<Record<Language, Texts>> = { en, de, ru }

export function textsOf(language: Language): Texts {
  return texts[language]
}
