// The texts of the pages of the first start, by language.
import type en from '../../../languages/en/set-up-page.json'
import { readTexts } from '../read-texts.ts'

export type SetUpTexts = typeof en
export const setUpTexts = readTexts<SetUpTexts>('set-up-page.json')
