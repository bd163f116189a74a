// The quote builder as people find it: findings in groups on the left, the offer on the right, the owner's page next to them. In English.
import type { FrameLocator, Locator, Page } from 'playwright-core'

const findingsIn = (page: Page): Locator => page.getByRole('region', { name: 'Findings', exact: true })

/** The findings of one system at one axle, by its name: "Brakes, front". */
export const groupOf = (page: Page, name: string | RegExp): Locator =>
  findingsIn(page).getByRole('region', { name })

/** All of them, or those whose heading has the words. */
export const findingsOf = (page: Page, words: string | RegExp = /./): Locator =>
  findingsIn(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 4, name: words }) })

/** Work that can be chosen: alone, or as one of alternatives. */
export const workOf = (page: Page, words: string | RegExp): Locator =>
  findingsIn(page)
    .getByRole('button', { name: words })
    .or(findingsIn(page).getByRole('radio', { name: words }))

export const offersOf = (page: Page, words: string | RegExp = /./): Locator =>
  page
    .getByRole('region', { name: 'Offer', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: words }) })

/** The sheet in which staff record what the customer says; each offer is a group by its name. */
export async function openSays(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Customer says' }).click()
  return page.getByRole('dialog', { name: 'Customer says' })
}

export const saidOf = (sheet: Locator, offer: string | RegExp): Locator =>
  sheet.getByRole('group', { name: offer })

/** Reads it back and records it. */
export async function recordSaid(page: Page, readBack: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Read it back' }).click()
  const sheet = page.getByRole('dialog', { name: 'Is this right?' })
  await sheet.getByText(readBack).first().waitFor()
  await sheet.getByRole('button', { name: 'Record it' }).click()
  await sheet.waitFor({ state: 'detached' })
}

/** Of the whole offer. */
export const totalOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Total', exact: true }).locator('dt:text-is("Total") + dd')

export const previewOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'What the owner sees', exact: true })
/** The one that is seen; the next one is hidden until it is there. */
export const ownerFrameOf = (page: Page): FrameLocator => page.frameLocator('iframe:visible')
