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
  /** Milliseconds of each tap since the last call. */
  readonly list: () => Promise<number[]>
  /** The same in words. */
  readonly times: () => Promise<string>
}

/** The time that this share of the taps does not exceed. */
export function timeAt(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

export async function countTaps(page: Page): Promise<Taps> {
  await page.addInitScript(stopwatch)
  let count = 0
  let seen = 0
  const list = async () => {
    const all = await page.evaluate<number[]>('window.tapTimes ?? []')
    // Another page counts anew.
    const times = all.slice(all.length < seen ? 0 : seen)
    seen = all.length
    return times
  }
  return {
    count: () => count,
    tap: async (target) => {
      await target.click()
      count += 1
    },
    list,
    times: async () => {
      const times = await list()
      if (times.length === 0) return 'no times'
      const [median, most, worst] = [0.5, 0.95, 1].map((share) => timeAt(times, share))
      return `median ${median} ms, 95 % ${most} ms, worst ${worst} ms, ${times.length} taps`
    },
  }
}
