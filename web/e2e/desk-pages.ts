// The desk and its pages as people find them: lists of Today, cars to follow up, requests for parts, figures, parts of a vehicle's page. In English. Holds
// no check of its own.
import assert from 'node:assert/strict'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { focusedOf } from './board.ts'
import { assertAccessible, assertFits, type Service } from './visit.ts'
import { advisor, enter } from './workshop.ts'

export const railOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' })
export const titleOf = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true })
export const searchOf = (page: Page): Locator => page.getByRole('searchbox', { name: 'Find a car' })

export const showDesk = (page: Page, service: Service, path: string) =>
  page.goto(`${service.plain}/desk/${path}`)

export async function openDesk(
  context: BrowserContext,
  service: Service,
  path = '',
  login = advisor,
): Promise<Page> {
  await enter(context, service, service.plain, login)
  const page = await context.newPage()
  await showDesk(page, service, path)
  return page
}

/** The one look at a page that has what it is for. */
export async function look(page: Page, picture: string): Promise<void> {
  await assertFits(page)
  await assertAccessible(page)
  await page.screenshot({ path: picture, fullPage: true })
}

/** More stops than a page has before the first car of its list. */
const mostStops = 80

/** Goes there as people do who have no mouse. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  const focused = focusedOf(page, place)
  for (let stop = 0; stop < mostStops; stop++) {
    if ((await focused.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${mostStops} times Tab do not lead to ${place}`)
}

export async function pressAt(page: Page, place: Locator): Promise<void> {
  await tabTo(page, place)
  await page.keyboard.press('Enter')
}

/** In the order of the page. */
export const waiting = [
  'Found, nothing offered',
  'Offered, not decided',
  'Approved, not on the order',
  'Invoiced without approval',
] as const
export type Waiting = (typeof waiting)[number]

export const listOf = (page: Page, name: Waiting): Locator => page.getByRole('region', { name, exact: true })
export const entriesOf = (list: Locator): Locator => list.getByRole('link')
export const entryOf = (page: Page, name: Waiting, plate: string): Locator =>
  entriesOf(listOf(page, name)).filter({ hasText: plate })

const followUps = (page: Page): Locator => page.getByRole('list', { name: 'Cars to follow up' })
export const followUpOf = (page: Page, plate: string): Locator =>
  followUps(page).getByRole('listitem', { name: plate, exact: true })
/** Until they have been read, and whether or not there are any. */
export const followUpsShown = (page: Page): Promise<void> =>
  followUps(page).or(page.getByText('Nothing matches. Choose other filters.')).waitFor()

/** The orders behind the figures. */
export const figureCarsOf = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Cars', exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })

/** Of the table of all figures. */
export const figureOf = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name: 'All figures' })
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })
export const periodOf = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Period' }).getByRole('radio', { name, exact: true })

export const partOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** All of a car in the queue of the parts desk. */
export const requestOf = (page: Page, plate: string): Locator =>
  page.getByRole('list', { name: 'Requests' }).getByRole('listitem', { name: plate, exact: true })
