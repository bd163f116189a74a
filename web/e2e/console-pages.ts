// The admin console as people find it, in English unless said otherwise. Holds no check of its own.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { assertAccessible, assertFits, type Service } from './visit.ts'
import { said } from './words.ts'
import { enter } from './workshop.ts'

const admin = 'demo-admin'
export const manager = 'demo-manager'

export async function openConsole(
  context: BrowserContext,
  service: Service,
  path = '',
  login = admin,
): Promise<Page> {
  await enter(context, service, service.plain, login)
  const page = await context.newPage()
  await page.goto(`${service.plain}/admin/${path}`)
  return page
}

/** Until everything that the page reads is there. */
export async function shown(page: Page, language: Language): Promise<void> {
  const reading = page.getByRole('status').filter({ hasText: said(language, 'app.loading') })
  while ((await reading.count()) > 0) await reading.first().waitFor({ state: 'detached' })
}

export const saveOf = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true })
export const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })

/** What passes by after an act. */
export const toldOf = (page: Page, text: string): Locator =>
  page.getByRole('status').filter({ hasText: text }).first()

export const panelOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** The languages that make pages widest, and the sizes that people have. */
export const languagesSeen = ['en', 'de', 'ru'] as const
const sizesSeen = [
  { width: 1440, height: 900 },
  { width: 1180, height: 820 },
  { width: 390, height: 844 },
] as const

/** The page that is open, in every size: it fits, and nobody is shut out. */
export async function lookInSizes(page: Page, pictureOf: (size: string) => string): Promise<void> {
  for (const size of sizesSeen) {
    await page.setViewportSize(size)
    await assertFits(page)
    await assertAccessible(page)
    await page.screenshot({ path: pictureOf(String(size.width)), fullPage: true })
  }
}
