// The quote builder as people find it: findings on the left, the offer on the right, the owner's page next to them. In English.
import type { FrameLocator, Locator, Page } from 'playwright-core'

const titled = (page: Page, region: string, words: string | RegExp): Locator =>
  page
    .getByRole('region', { name: region, exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: words }) })

/** All of them, or those whose heading has the words. */
export const findingsOf = (page: Page, words: string | RegExp = /./): Locator =>
  titled(page, 'Findings', words)
export const offersOf = (page: Page, words: string | RegExp = /./): Locator => titled(page, 'Offer', words)

/** Of the whole offer. */
export const totalOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Total', exact: true }).locator('dt:text-is("Total") + dd')

export const previewOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'What the owner sees', exact: true })
/** The one that is seen; the next one is hidden until it is there. */
export const ownerFrameOf = (page: Page): FrameLocator => page.frameLocator('iframe:visible')
