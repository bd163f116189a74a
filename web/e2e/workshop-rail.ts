// The section rail of the checklist, with motion on: where a section rests after a tap, at three sizes, and that it stays.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { openCar } from './board.ts'
import { sectionsOf } from './checklist.ts'
import { type Check, type Desk, inContext, sizes } from './visit.ts'
import { makeSurvey, openBoard } from './workshop-survey.ts'

/** A heading rests at most so far below the header. */
const mostBelow = 32

interface Rest {
  /** Of the section's heading, against the upper edge of the list. */
  readonly top: number
  readonly isAllGoodSeen: boolean
  readonly isFirstSeen: boolean
}
interface Box {
  readonly top: number
  readonly bottom: number
}
/** What a browser has; the checks are typed without one. */
interface Part {
  readonly parentElement: Part | null
  readonly scrollHeight: number
  readonly clientHeight: number
  getBoundingClientRect(): Box
  querySelector(selector: string): Part | null
}

/** Where a section stands once it has not moved for twelve frames. */
const restOf = (section: Locator): Promise<Rest> =>
  section.evaluate(async (element) => {
    const part = element as unknown as Part
    const nextFrame = () =>
      new Promise<void>((done) =>
        (globalThis as unknown as { requestAnimationFrame(then: () => void): void }).requestAnimationFrame(
          done,
        ),
      )
    let list = part.parentElement
    while (list && list.scrollHeight <= list.clientHeight) list = list.parentElement
    const box = () => (list as Part).getBoundingClientRect()
    const boxOf = (tag: string) => part.querySelector(tag)?.getBoundingClientRect()
    const isSeen = (one: Box | undefined) => !one || (one.top >= box().top && one.bottom <= box().bottom)
    let [still, last] = [0, Number.NaN]
    while (still < 12) {
      await nextFrame()
      const top = (boxOf('h2')?.top ?? Number.NaN) - box().top
      still = top === last ? still + 1 : 0
      last = top
    }
    return { top: last, isAllGoodSeen: isSeen(boxOf('h2 + button')), isFirstSeen: isSeen(boxOf('h3')) }
  })

async function tapSection(page: Page, entry: Locator, name: string): Promise<string[]> {
  const section = page.getByRole('region', { name, exact: true })
  await entry.click()
  const rest = await restOf(section)
  const later = await restOf(section)
  const isMarked = (await entry.getAttribute('aria-current')) === 'true'
  const isRight = rest.top >= 0 && rest.top <= mostBelow && rest.isAllGoodSeen && rest.isFirstSeen
  if (isRight && later.top === rest.top && isMarked) return []
  return [`${name}: ${JSON.stringify(rest)}, later at ${later.top}, ${isMarked ? 'marked' : 'not marked'}`]
}

/** Each section from a list that was just opened, of which nothing below has been seen; and back to the first. */
async function walkRail(page: Page, plate: string, survey: string): Promise<void> {
  const entries = sectionsOf(page).getByRole('button')
  const open = async () => {
    // The list would open where it stood.
    await page.evaluate("localStorage.removeItem('walkaround-place')")
    await (await openCar(page, plate)).getByRole('link', { name: survey }).click()
    await entries.first().waitFor()
  }
  await open()
  const names = await page.getByRole('region').getByRole('heading', { level: 2 }).allTextContents()
  assert.ok(names.length > 3, `${names.length} sections`)
  assert.equal(await entries.count(), names.length)
  const wrong: string[] = []
  for (const [index, name] of [...names.entries()].toReversed()) {
    await page.goBack()
    await open()
    wrong.push(...(await tapSection(page, entries.nth(index), name)))
  }
  for (const index of [names.length - 1, 0])
    wrong.push(...(await tapSection(page, entries.nth(index), names[index] ?? '')))
  assert.deepEqual(wrong, [])
  await page.goBack()
}

export async function checkWorkshopRail(check: Check, desk: Desk): Promise<void> {
  for (const { name, ...viewport } of sizes)
    for (const survey of ['Video check', 'Reception'])
      await check(
        `rail: every section of ${survey} rests below the header, ${name}`,
        () =>
          inContext(desk, 'camera', { viewport }, async (context) => {
            const { plate } = await makeSurvey(desk.trusted, `rail-${name}`)
            await walkRail(await openBoard(context, desk.service), plate, survey)
          }),
        name !== 'phone' || survey !== 'Video check',
      )
}
