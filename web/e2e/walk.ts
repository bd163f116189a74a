// Counts what a person does on the way through a set-up, and how long it takes them by the keystroke-level model. Holds no check.
import type { Locator } from 'playwright-core'

/** Seconds: to point and press, to type one sign as somebody who types little, to read a page and decide. */
const cost = { tap: 2.5, sign: 0.35, page: 10 }

export interface Walk {
  tap(place: Locator): Promise<void>
  type(place: Locator, text: string): Promise<void>
  /** What is copied from elsewhere costs two taps, however long it is. */
  paste(place: Locator, text: string): Promise<void>
  choose(place: Locator, option: string): Promise<void>
  /** A page that somebody reads before going on. */
  read(): void
  told(): { taps: number; signs: number; pages: number; minutes: number }
}

export function createWalk(): Walk {
  let [taps, signs, pages] = [0, 0, 0]
  return {
    async tap(place) {
      taps++
      await place.click()
    },
    async type(place, text) {
      taps++
      signs += text.length
      await place.fill(text)
    },
    async paste(place, text) {
      taps += 2
      await place.fill(text)
    },
    async choose(place, option) {
      taps += 2
      await place.selectOption(option)
    },
    read() {
      pages++
    },
    told: () => ({
      taps,
      signs,
      pages,
      minutes: (taps * cost.tap + signs * cost.sign + pages * cost.page) / 60,
    }),
  }
}
