// How sending, outbox and callbacks look, in every language, size and colour scheme.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { assertFitsAnyhow } from './fit.ts'
import { isDressed, mailShown, openSend, rowsOf } from './messages.ts'
import {
  assertAccessible,
  type Check,
  type Desk,
  inContext,
  landscape,
  phone,
  type Service,
  still,
} from './visit.ts'
import { openApp, until } from './workshop.ts'

const admin = 'demo-admin'

/** Each screen with everything it shows, and the sheets over it. */
async function look(page: Page, path: string): Promise<void> {
  await assertFitsAnyhow(page, path)
  await page.screenshot({ path, fullPage: true })
  // A frame that runs no scripts cannot be asked for its faults, and asking never ends.
  await page.evaluate('for (const frame of document.querySelectorAll("iframe")) frame.remove()')
  await assertAccessible(page)
}

async function checkScreens(
  context: BrowserContext,
  service: Service,
  to: (name: string) => string,
  language: Language,
) {
  const { page } = await openApp(context, service, { login: admin, language })
  await openSend(page)
  await until(() => isDressed(page))
  await look(page, to('send'))
  await page.goto(`${service.plain}/workshop/outbox`)
  await rowsOf(page).first().click()
  await mailShown(page)
  await look(page, to('outbox'))
  await page.goto(`${service.plain}/workshop/callbacks`)
  await rowsOf(page).first().waitFor()
  await look(page, to('callbacks'))
  await rowsOf(page).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('heading', { level: 3 }).first().waitFor()
  for (const unfold of await sheet.locator('summary').all()) await unfold.click()
  await look(page, to('callback'))
}

const looks = [
  ['en', 'light', landscape],
  ['ru', 'dark', landscape],
  ['de', 'light', phone],
  ['en', 'dark', phone],
] as const

export async function checkSendLooks(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  for (const [language, colorScheme, size] of looks) {
    const { width } = size.viewport
    const toPicture = (name: string) => pictureOf(`${name}-${language}-${colorScheme}-${width}`)
    await check(
      `workshop: send, outbox and callbacks in ${language}, ${colorScheme}, ${width}`,
      () =>
        inContext(desk, 'plain', { ...still, ...size, colorScheme }, (context) =>
          checkScreens(context, service, toPicture, language),
        ),
      language !== 'de',
    )
  }
}
