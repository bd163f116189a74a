// The texts of the owner's page, languages/<language>/owner-page.json, and the words of decisions, which it shares with app and paper.
// English defines the keys. The page fills in {name}.
import { type CarWords, carWords } from '@walkaround/contract/rules/car-words.ts'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import type en from '../../../../languages/en/owner-page.json'
import { readTexts } from '../../read-texts.ts'

const decisionTexts = ({ answers, decisions }: CarWords) => ({ ...answers, status: decisions })

export type OwnerTexts = typeof en & ReturnType<typeof decisionTexts>

const own = readTexts<typeof en>('owner-page.json')

export const ownerTexts = Object.fromEntries(
  languages.map((language) => [language, { ...own[language], ...decisionTexts(carWords[language]) }]),
) as unknown as Readonly<Record<Language, OwnerTexts>>
