// The pages of the admin console in a warm headless Chromium: from the click in the menu until the first rows of the list are painted.
import { chromium } from 'playwright-core'
import { findBrowser } from '../scripts/browsers.ts'
import { trustService } from '../web/e2e/trust.ts'
import type { Reached } from '../web/e2e/visit.ts'
import { enter } from '../web/e2e/workshop.ts'

export interface ConsolePages {
  /** Opens the page from the overview, and gives the milliseconds until the selector finds something that is painted. */
  show(path: string, row: string): Promise<number>
  close(): Promise<void>
}

const OVERVIEW = 'ul.steps'

/** Undefined if there is no Chromium. */
export async function openConsolePages(service: Reached, login: string): Promise<ConsolePages | undefined> {
  const executablePath = findBrowser()
  if (executablePath === undefined) return undefined
  const { flags } = await trustService(service)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...flags] })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await enter(context, service, service.base, login)
  const page = await context.newPage()
  await page.goto(`${service.base}/admin/?lang=en`)
  await page.locator(OVERVIEW).first().waitFor()
  const show = (path: string, row: string) =>
    page.evaluate<number>(`(${clickUntilPainted})(${JSON.stringify(path)}, ${JSON.stringify(row)})`)
  return {
    async show(path, row) {
      const ms = await show(path, row)
      await show('overview', OVERVIEW)
      return ms
    },
    close: () => browser.close(),
  }
}

/** Runs in the page, which has APIs that Node lacks. The time is taken in a task after the frame that shows the row. */
const clickUntilPainted = `(path, row) => new Promise((done) => {
  const link = document.querySelector('nav a[href*="/admin/' + path + '"]')
  const begun = performance.now()
  const watcher = new MutationObserver(() => {
    if (document.querySelector(row) === null) return
    watcher.disconnect()
    requestAnimationFrame(() =>
      scheduler.postTask(() => done(performance.now() - begun), { priority: 'user-blocking' }))
  })
  watcher.observe(document, { childList: true, subtree: true })
  link.click()
})`
