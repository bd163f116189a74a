// When the board shows its first cards, by the clock of the page. Asks the page once, because asking again and again would slow it.
import type { Page } from 'playwright-core'

/** For every page that is loaded from now on. */
export const watchFirstCards = (page: Page): Promise<unknown> =>
  page.addInitScript(`globalThis.firstCards = new Promise((done) => {
    const watcher = new MutationObserver(() => {
      if (document.querySelector('article') === null) return
      watcher.disconnect()
      // A task before all others, after the frame that shows them.
      requestAnimationFrame(() => scheduler.postTask(() => done(performance.now()), { priority: 'user-blocking' }))
    })
    watcher.observe(document, { childList: true, subtree: true })
  })`)

/** Milliseconds from the wish for the page until they are painted. */
export const firstCardsAt = (page: Page): Promise<number> => page.evaluate<number>('globalThis.firstCards')
