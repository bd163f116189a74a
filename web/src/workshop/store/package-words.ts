// What packages are called in the language the page was read in. For showing only: what is stored and sent keeps the package's words.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'

type Page = Pick<SurveyPage, 'packageTexts'>

export const packageWord = ({ packageTexts }: Page, text: string): string => packageTexts?.[text] ?? text

/** A package, a variant or a quote under its name in that language. */
export const named = <T extends { description?: string }>(page: Page, one: T): T =>
  one.description === undefined ? one : { ...one, description: packageWord(page, one.description) }
