// Messages and callbacks as people find them: what was sent of a car, the rows of the outbox and of the log, the mail in its
// frame. Holds no check of its own.
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { openCar } from './board.ts'
import { beginningOf } from './words.ts'

/** Of the demo's first car, whose result can be sent; in any language. */
export const findLinkToSend = async (page: Page): Promise<Locator> =>
  (await openCar(page, 'XD EN 418')).getByRole('link', {
    name: beginningOf('send.to'),
  })

export async function openSend(page: Page): Promise<void> {
  await (await findLinkToSend(page)).click()
  await mailShown(page)
}

/** The only frame on its screens. */
export const mailOf = (page: Page): FrameLocator => page.frameLocator('iframe')
export const mailShown = (page: Page): Promise<void> => page.locator('iframe').waitFor()

/** What a browser has; the checks are typed without one. */
type Styles = { getComputedStyle(element: unknown): { paddingTop: string } }

/** Whether the mail has its looks. */
export async function isDressed(page: Page): Promise<boolean> {
  const padding = await mailOf(page)
    .locator('body')
    .evaluate((element) => (globalThis as unknown as Styles).getComputedStyle(element).paddingTop)
  return padding === '24px'
}

const sentRegion = (page: Page) => page.getByRole('region', { name: 'Sent so far', exact: true })
/**
 * What the owner was sent of this inspection, newest first. The list also has messages to colleagues, which may come at any moment;
 * these have no buttons.
 */
export const sentOf = (page: Page): Locator =>
  sentRegion(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button').or(page.getByRole('link')) })
/** Once the list has been read. */
export async function countSent(page: Page): Promise<number> {
  await sentRegion(page).getByRole('status').waitFor({ state: 'detached' })
  return sentOf(page).count()
}
/** Rows of the outbox, or of the callbacks, newest first, in any language. */
export const rowsOf = (page: Page): Locator =>
  page.getByRole('main').getByRole('listitem').getByRole('button')
/** Letter and address as they will arrive. */
export const willArriveOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'What will arrive', exact: true })
