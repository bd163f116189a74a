// Counts taps and times them: from the tap to the changed screen, as the page itself sees it. It prints the times and never fails
// because of them.
import type { Locator, Page } from 'playwright-core'

/** Runs in the page: after a click, the first change of the screen and the frame that shows it. */
const stopwatch = `(() => {
  const times = (window.tapTimes = [])
  let tappedAt = 0
  addEventListener('click', (event) => { tappedAt = event.timeStamp }, true)
  new MutationObserver(() => {
    if (tappedAt === 0) return
    const from = tappedAt
    tappedAt = 0
    requestAnimationFrame(() => { const channel = new MessageChannel()
      channel.port1.onmessage = () => times.push(performance.now() - from)
      channel.port2.postMessage(0) })
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
})()`

export interface Taps {
  readonly count: () => number
  readonly tap: (target: Locator) => Promise<void>
  /** In words. */
  readonly times: () => Promise<string>
}

export async function countTaps(page: Page): Promise<Taps> {
  await page.addInitScript(stopwatch)
  let count = 0
  let before: number[] = []
  const read = () => page.evaluate<number[]>('window.tapTimes ?? []')
  return {
    count: () => count,
    tap: async (target) => {
      await target.click()
      count += 1
    },
    times: async () => {
      const all = await read()
      const times = all.slice(before.length).sort((a, b) => a - b)
      before = all
      if (times.length === 0) return 'no times'
      const at = (share: number) =>
        Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
      return `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, worst ${at(1)} ms, ${times.length} taps`
    },
  }
}
