// The board and the app's menu as people find them: cars by their plate, in any language. Holds no check of its own.
import type { Locator, Page } from 'playwright-core'
import { mainMenuOf } from './workshop.ts'

/** Those that can be seen: what is folded is not there. */
export const carsOf = (page: Page | Locator): Locator => page.getByRole('article')
export const carOf = (page: Page | Locator, plate: string): Locator =>
  page.getByRole('article', { name: plate })
/** Until the board is there. */
export const boardShown = (page: Page): Promise<void> => carsOf(page).first().waitFor()
export const platesOf = (page: Page | Locator): Locator => carsOf(page).getByRole('heading', { level: 2 })
export const plateOf = (page: Page, plate: string): Locator => platesOf(page).filter({ hasText: plate })

/** In the order of the menu: their words differ by language. */
const entries = ['board', 'inbox', 'leads', 'sync', 'settings'] as const
export const menuLink = (page: Page, entry: (typeof entries)[number]): Locator =>
  mainMenuOf(page).getByRole('link').nth(entries.indexOf(entry))

/** Where the keyboard is, if it is there. */
export const focusedOf = (page: Page, place: Locator): Locator => place.and(page.locator(':focus'))
