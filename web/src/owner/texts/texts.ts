// The texts of the owner's page, languages/<language>/owner-page.json. English defines the keys. The page fills in {name}.
import type en from '../../../../languages/en/owner-page.json'
import { readTexts } from '../../read-texts.ts'

export type OwnerTexts = typeof en

export const ownerTexts = readTexts<OwnerTexts>('owner-page.json')
