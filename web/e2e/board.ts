// The board and the app's menu as people find them: cars by their plate, in any language. Holds no check of its own.
import type { Locator, Page } from 'playwright-core'
import { beginningOf } from './words.ts'
import { mainMenuOf } from './workshop.ts'

/** Those that are drawn: what is folded, or out of sight in a long lane, is not there. */
export const carsOf = (page: Page | Locator): Locator => page.getByRole('article')
export const carOf = (page: Page | Locator, plate: string): Locator =>
  page.getByRole('article', { name: plate })
/** Until the board is there. */
export const boardShown = (page: Page): Promise<void> => carsOf(page).first().waitFor()
export const platesOf = (page: Page | Locator): Locator => carsOf(page).getByRole('heading', { level: 3 })
export const plateOf = (page: Page, plate: string): Locator => platesOf(page).filter({ hasText: plate })

/** In whichever lane it is. */
export async function findCar(page: Page, plate: string): Promise<Locator> {
  await page.getByRole('searchbox').fill(plate)
  const car = carOf(page, plate).first()
  await car.waitFor()
  return car
}

export const moreOf = (car: Locator): Locator => car.getByRole('button', { name: beginningOf('car.more') })
export const sheetOf = (page: Page): Locator => page.getByRole('dialog')

/** The sheet with everything about a car: its inspections, its customer, its marks. */
export async function openCar(page: Page, plate: string): Promise<Locator> {
  await moreOf(await findCar(page, plate)).click()
  await carOf(sheetOf(page), plate).waitFor()
  return sheetOf(page)
}

/** In the order of the menu: their words differ by language. */
const entries = ['board', 'inbox', 'leads', 'sync', 'settings'] as const
export const menuLink = (page: Page, entry: (typeof entries)[number]): Locator =>
  mainMenuOf(page).getByRole('link').nth(entries.indexOf(entry))

/** Where the keyboard is, if it is there. */
export const focusedOf = (page: Page, place: Locator): Locator => place.and(page.locator(':focus'))
