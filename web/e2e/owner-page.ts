// The owner's pages as people find them, in every language: decisions by their legend, answers by their word. The words are
// those of the pages themselves. Holds no check of its own.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core'
import { ownerTexts as texts } from '../src/owner/texts/texts.ts'
import { type Service, watch } from './visit.ts'

export type Act = (context: BrowserContext, url: string, service: Service) => Promise<void>

export async function open(context: BrowserContext, url: string, service: Service) {
  const page = await context.newPage()
  const faults = watch(page, service)
  await page.goto(`${url}?lang=en`)
  return { page, faults }
}

type Shown = Page | FrameLocator | Locator

export const ownerTexts = (language: Language = 'en') => texts[language]

/** The three answers to an offer, with date and reason; those that can be seen, in the order of the page. */
export const decisionsOf = (page: Shown, language: Language = 'en', offer = ''): Locator =>
  page.getByRole('group', { name: new RegExp(`^${ownerTexts(language).decide} ?: ${offer}`) })

export type Word = 'approve' | 'later' | 'no'
export const radioOf = (decision: Locator, word: Word, language: Language = 'en'): Locator =>
  decision.getByRole('radio', { name: ownerTexts(language)[word], exact: true })

export const choose = (decision: Locator, word: Word, language: Language = 'en'): Promise<void> =>
  radioOf(decision, word, language).check()

/** What is due without a defect, folded. */
export const alsoDueOf = (page: Page, language: Language = 'en'): Locator =>
  page
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name: ownerTexts(language).alsoDue, exact: true }) })

/** What was decided, once all is: above everything else. */
export const doneOf = (page: Page, language: Language = 'en'): Locator => {
  const { doneTitle, doneFoundTitle, doneOffersTitle } = ownerTexts(language)
  return page.getByRole('region', {
    name: new RegExp(`^(${[doneTitle, doneFoundTitle, doneOffersTitle].join('|')})$`),
  })
}

export const callOf = (page: Shown): Locator => page.locator('a[href^="tel:"]')
/** Of the receipt, whole. */
export const fingerprintOf = (page: Page): Locator => page.getByText(/^[0-9a-f]{64}$/)

export const starsOf = (page: Page, language: Language = 'en'): Locator =>
  page.getByRole('group', { name: ownerTexts(language).stars, exact: true })
export const giveStars = (page: Page, stars: number, language: Language = 'en'): Promise<void> =>
  starsOf(page, language)
    .getByRole('radio')
    .nth(stars - 1)
    .check()
