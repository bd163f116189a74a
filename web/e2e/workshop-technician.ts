// The app for a technician with gloves on: targets that are large enough on every screen of an inspection, and packages that are
// the advisor's to choose.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { allSaved, answerOf, numbersOf, padOf } from './checklist.ts'
import { drawingOf, markRowsOf } from './damage.ts'
import { addPhotoTo, cameraOf, shotsOf, shutterOf } from './photos.ts'
import { groupOf } from './quotes.ts'
import type { Trusted } from './trust.ts'
import { type Check, type Desk, inContext, type Service } from './visit.ts'
import { technician, until } from './workshop.ts'
import { makeSurvey, openBoard } from './workshop-survey.ts'

const landscape = { width: 1180, height: 820 }
const portrait = { width: 820, height: 1180 }
/** Gloves want this much, in both directions; what is tapped before an inspection may be a little smaller. */
const leastPx = 56
const leastOfBoard = 48

type Act = (context: BrowserContext, service: Service, trusted: Trusted) => Promise<void>

/** What a browser has; the checks are typed without one. */
interface Part {
  closest(selector: string): Part | null
  contains(other: Part): boolean
  matches(selector: string): boolean
  getBoundingClientRect(): { width: number; height: number }
  checkVisibility(options: object): boolean
  getAttribute(name: string): string | null
  textContent: string | null
}
type Browsing = { document: { querySelectorAll(selector: string): Iterable<Part> } }

/**
 * Everything that can be touched and is smaller, with its name and size. A tick is as large as its label, and the name of a car on the
 * board as its card.
 */
const listSmall = (page: Page, leastPx: number): Promise<string[]> =>
  page.evaluate((least) => {
    const { document } = globalThis as unknown as Browsing
    const uppermost = [...document.querySelectorAll('dialog[open]')].at(-1)
    const touched = 'button, a[href], input, select, textarea, summary, [role="button"]'
    return [...document.querySelectorAll(touched)].flatMap((part) => {
      // Nothing below a sheet can be touched; the link past the navigation shows only for keyboards.
      if ((uppermost && !uppermost.contains(part)) || part.matches(':disabled, a[href="#main"]')) return []
      const isTick = part.matches('input[type="radio"], input[type="checkbox"], input[type="file"]')
      const isOfCard = part.matches('article > h3 > *')
      const target = (isTick && part.closest('label')) || (isOfCard && part.closest('article')) || part
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
      const { width, height } = target.getBoundingClientRect()
      // Half a pixel is lost in rounding.
      if (width === 0 || (Math.round(width) >= least && Math.round(height) >= least)) return []
      const name = part.getAttribute('aria-label') ?? part.textContent ?? ''
      return [`${name.trim().slice(0, 40)} (${part.getAttribute('class')}): ${width} × ${height}`]
    })
  }, leastPx)

async function assertLarge(page: Page, screen: string, least = leastPx): Promise<void> {
  assert.deepEqual(await listSmall(page, least), [], `targets of the ${screen} are at least ${least} px`)
}

const touchEverything: Act = async (context, service, trusted) => {
  const { surveyId, orderId } = await makeSurvey(trusted, 'gloves')
  const ofHealth = `/system-clients/demo/service-orders/${orderId}/surveys?survey-type=health`
  const [health] = (await trusted.asDms<{ id: string }[]>(ofHealth)).body
  const page = await openBoard(context, service, 'en', technician)
  await assertLarge(page, 'board', leastOfBoard)
  const open = (id: string, path = '') => page.goto(`${service.base}/workshop/surveys/${id}${path}`)
  await open(surveyId)
  await answerOf(page, 'vc.shocks', 'amber').click()
  await assertLarge(page, 'checklist')
  await numbersOf(page).first().click()
  await padOf(page).waitFor()
  await assertLarge(page, 'number pad')
  await open(surveyId, '/questions/vc.shocks')
  await addPhotoTo(page).waitFor()
  await assertLarge(page, 'finding sheet')
  await addPhotoTo(page).click()
  await cameraOf(page).waitFor()
  await until(() => shutterOf(page).isEnabled())
  await assertLarge(page, 'camera')
  await shutterOf(page).click()
  await shotsOf(page).first().waitFor()
  await assertLarge(page, 'camera with a photo')
  await open(health?.id ?? '', '/damage')
  await drawingOf(page).waitFor()
  await page.getByLabel('Add by the name of the part …').selectOption({ label: 'Front left door' })
  await assertLarge(page, 'damage map')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await markRowsOf(page).first().waitFor()
  await assertLarge(page, 'damage map with a mark')
  await open(health?.id ?? '', '/handover')
  await page.getByLabel('Odometer reading').waitFor()
  await assertLarge(page, 'handover act')
}

/** The screen says which packages fit; only advisors choose, so nothing looks as if it could be pressed. */
const readPackages: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'reader')
  const page = await openBoard(context, service, 'en', technician)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await answerOf(page, 'vc.shocks', 'red').click()
  await allSaved(page)
  const shown = /^Front shock absorbers|shock/i
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/questions/vc.shocks`)
  const part = page.getByRole('region', { name: 'Packages' })
  await part.getByText('The service advisor chooses what is offered.').waitFor()
  const packages = part.getByRole('listitem')
  await packages.filter({ hasText: shown }).first().waitFor()
  assert.equal(await packages.getByRole('button').count(), 0)
  assert.equal(await part.getByRole('button', { disabled: true }).count(), 0)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/quotes`)
  const group = groupOf(page, 'Underneath')
  await group.getByText(shown).first().waitFor()
  assert.equal(await group.getByRole('button').count(), 0)
}

const acts: readonly (readonly [string, Act, typeof landscape])[] = [
  ['gloves hit everything, landscape', touchEverything, landscape],
  ['gloves hit everything, portrait', touchEverything, portrait],
  ['packages are read, and no button is dead', readPackages, landscape],
]

export async function checkWorkshopTechnician(check: Check, desk: Desk): Promise<void> {
  for (const [name, act, viewport] of acts)
    await check(
      `technician: ${name}`,
      () => inContext(desk, 'camera', { viewport }, (context) => act(context, desk.service, desk.trusted)),
      act === touchEverything && viewport !== portrait,
    )
}
