// The section rail of the checklist, with motion on: where a section rests after a tap, at three sizes, and that it stays.
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { type Trusted, trustService } from './trust.ts'
import { type Check, type Service, sizes, tellPages } from './visit.ts'
import { makeSurvey, openBoard } from './workshop-survey.ts'

const deadlineMs = 30_000
/** A heading rests at most so far below the header. */
const mostBelow = 32

interface Rest {
  /** Of the section's heading, against the upper edge of the list. */
  readonly top: number
  readonly isAllGoodSeen: boolean
  readonly isFirstSeen: boolean
  readonly activeId: string | undefined
}

/** Runs in the page: waits until the list has not moved for `frames` frames, then tells where the section stands. */
const restOf = (sectionId: string, frames: number) => `new Promise((done) => {
  const list = document.querySelector('.cl-list')
  const head = document.getElementById(${JSON.stringify(`s-${sectionId}`)})
  const section = head.closest('section')
  let [still, last] = [0, NaN]
  const seen = (element) => {
    if (!element) return true
    const box = list.getBoundingClientRect()
    const { top, bottom } = element.getBoundingClientRect()
    return top >= box.top && bottom <= box.bottom
  }
  const look = () => {
    const top = head.getBoundingClientRect().top - list.getBoundingClientRect().top
    still = top === last ? still + 1 : 0
    last = top
    if (still < ${frames}) return requestAnimationFrame(look)
    done({
      top,
      isAllGoodSeen: seen(section.querySelector('.cl-all-good')),
      isFirstSeen: seen(section.querySelector('.cl-card h3')),
      activeId: document.querySelector('.cl-rail-entry[aria-current]')?.dataset.section,
    })
  }
  requestAnimationFrame(look)
})`

async function tapSection(page: Page, id: string): Promise<string[]> {
  await page.locator(`.cl-rail-entry[data-section="${id}"]`).click()
  const rest = await page.evaluate<Rest>(restOf(id, 12))
  const later = await page.evaluate<Rest>(restOf(id, 12))
  const isRight = rest.top >= 0 && rest.top <= mostBelow && rest.isAllGoodSeen && rest.isFirstSeen
  if (isRight && later.top === rest.top && later.activeId === id) return []
  return [`${id}: ${JSON.stringify(rest)}, later at ${later.top}, marked ${later.activeId}`]
}

/** Each section from a list that was just opened, of which nothing below has been seen; and back to the first. */
async function walkRail(page: Page, service: Service, surveyId: string): Promise<void> {
  const open = async () => {
    // The list would open where it stood.
    await page.evaluate("localStorage.removeItem('walkaround-place')")
    await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
    await page.locator('.cl-card').first().waitFor()
  }
  await open()
  const ids = await page.evaluate<string[]>(
    "Array.from(document.querySelectorAll('.cl-rail-entry'), (one) => one.dataset.section)",
  )
  assert.ok(ids.length > 3, `${ids.length} sections`)
  const wrong: string[] = []
  for (const id of ids.toReversed()) {
    await open()
    wrong.push(...(await tapSection(page, id)))
  }
  for (const id of [ids.at(-1)!, ids[0]!]) wrong.push(...(await tapSection(page, id)))
  assert.deepEqual(wrong, [])
}

async function listSurveys(trusted: Trusted, name: string): Promise<string[]> {
  const { surveyId, orderId } = await makeSurvey(trusted, name)
  const { body } = await trusted.asDms<{ id: string }[]>(
    `/system-clients/demo/service-orders/${orderId}/surveys?survey-type=health`,
  )
  assert.ok(body[0], 'the order has no health survey')
  return [surveyId, body[0].id]
}

export async function checkWorkshopRail(
  check: Check,
  launch: (flags: readonly string[]) => Promise<Browser>,
  service: Service,
): Promise<void> {
  const trusted = await trustService(service)
  const browser = await launch(trusted.flags)
  try {
    for (const { name, ...viewport } of sizes)
      await check(`rail: every section rests below the header, ${name}`, async () => {
        const context = await browser.newContext({
          viewport,
          hasTouch: true,
          reducedMotion: 'no-preference',
        })
        context.setDefaultTimeout(deadlineMs)
        try {
          const surveys = await listSurveys(trusted, `rail-${name}`)
          const page = await openBoard(context, service)
          for (const surveyId of surveys) await walkRail(page, service, surveyId)
        } catch (error) {
          await tellPages(context)
          throw error
        } finally {
          await context.close()
        }
      })
  } finally {
    await browser.close()
  }
}
