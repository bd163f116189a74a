// Texts of the owner's page that are data: reasons to decline an offer.
import { readTexts } from '../../outside/language-files.ts'

export interface Reason {
  code: string
  /** In the owner's own words. */
  text: string
  /** As others report it about the owner. */
  reported?: string
}

export const listReasons = (language: string): readonly Reason[] =>
  readTexts<{ reasons: Reason[] }>('rejection-reasons', language).reasons
