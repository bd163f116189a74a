// What a technician meets with gloves on: targets that are large enough on every screen of an inspection, and packages that are
// the advisor's to choose.
import assert from 'node:assert/strict'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Trusted, trustService } from './trust.ts'
import { type Check, type Service, tellPages } from './visit.ts'
import { technician } from './workshop.ts'
import { makeSurvey, openBoard } from './workshop-survey.ts'

const deadlineMs = 30_000
const cameraFlags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const landscape = { width: 1180, height: 820 }
const portrait = { width: 820, height: 1180 }
/** Gloves want this much, in both directions. */
const leastPx = 56

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

/** Everything that can be touched and is smaller, with its name and size. A tick is as large as its label. */
const listSmall = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const { document } = globalThis as unknown as Browsing
    const uppermost = [...document.querySelectorAll('dialog[open]')].at(-1)
    const touched = 'button, a[href], input, select, textarea, summary, [role="button"]'
    return [...document.querySelectorAll(touched)].flatMap((part) => {
      // What lies below a sheet cannot be touched; the way past the navigation shows for keyboards alone.
      if ((uppermost && !uppermost.contains(part)) || part.matches(':disabled, .skip')) return []
      const isTick = part.matches('input[type="radio"], input[type="checkbox"], input[type="file"]')
      const target = (isTick && part.closest('label')) || part
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
      const { width, height } = target.getBoundingClientRect()
      // Half a pixel is lost in rounding.
      if (width === 0 || (Math.round(width) >= least && Math.round(height) >= least)) return []
      const name = part.getAttribute('aria-label') ?? part.textContent ?? ''
      return [`${name.trim().slice(0, 40)} (${part.getAttribute('class')}): ${width} × ${height}`]
    })
  }, leastPx)

async function assertLarge(page: Page, screen: string): Promise<void> {
  assert.deepEqual(await listSmall(page), [], `targets of the ${screen} are at least ${leastPx} px`)
}

const touchEverything: Act = async (context, service, trusted) => {
  const { surveyId, orderId } = await makeSurvey(trusted, 'gloves')
  const ofHealth = `/system-clients/demo/service-orders/${orderId}/surveys?survey-type=health`
  const [health] = (await trusted.asDms<{ id: string }[]>(ofHealth)).body
  const page = await openBoard(context, service, 'en', technician)
  await assertLarge(page, 'board')
  const open = (id: string, path = '') => page.goto(`${service.base}/workshop/surveys/${id}${path}`)
  await open(surveyId)
  await page.locator('[id="q-vc.shocks"] .cl-answer.amber').click()
  await assertLarge(page, 'checklist')
  await page.locator('.cl-number').first().click()
  await page.locator('.cl-pad').waitFor()
  await assertLarge(page, 'number pad')
  await open(surveyId, '/questions/vc.shocks')
  await page.locator('.shot.add').waitFor()
  await assertLarge(page, 'finding sheet')
  await page.locator('.shot.add').click()
  const camera = page.locator('dialog.camera')
  await camera.locator('.shutter:enabled').waitFor()
  await assertLarge(page, 'camera')
  await camera.locator('.shutter').click()
  await camera.locator('.camera-roll .thumb').first().waitFor()
  await assertLarge(page, 'camera with a photo')
  await open(health?.id ?? '', '/damage')
  await page.locator('.damage-drawing').waitFor()
  await page.getByLabel('Add by the name of the part …').selectOption({ label: 'Front left door' })
  await assertLarge(page, 'damage map')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.locator('button.mark-row').first().waitFor()
  await assertLarge(page, 'damage map with a mark')
  await open(health?.id ?? '', '/handover')
  await page.locator('.act-question').first().waitFor()
  await assertLarge(page, 'handover act')
}

/** Which packages fit is told; choosing is the advisor's, so nothing looks as if it could be pressed. */
const readPackages: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'reader')
  const page = await openBoard(context, service, 'en', technician)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await page.locator('[id="q-vc.shocks"] .cl-answer.red').click()
  await page.locator('.cl-safety.good').waitFor()
  const shown = /^Front shock absorbers|shock/i
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/questions/vc.shocks`)
  const part = page.getByRole('region', { name: 'Packages' })
  await part.getByText('The service advisor chooses what is offered.').waitFor()
  await part.locator('.package').filter({ hasText: shown }).first().waitFor()
  assert.equal(await part.locator('button.package, button:disabled').count(), 0)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/quotes`)
  const finding = page.locator('.finding-card').first()
  await finding.getByText(shown).first().waitFor()
  assert.equal(await finding.getByRole('button').count(), 0)
}

const acts: readonly (readonly [string, Act, typeof landscape])[] = [
  ['gloves hit everything, landscape', touchEverything, landscape],
  ['gloves hit everything, portrait', touchEverything, portrait],
  ['packages are read, and no button is dead', readPackages, landscape],
]

export async function checkWorkshopTechnician(
  check: Check,
  launch: (flags: readonly string[]) => Promise<Browser>,
  service: Service,
): Promise<void> {
  const trusted = await trustService(service)
  const browser = await launch([...trusted.flags, ...cameraFlags])
  try {
    for (const [name, act, viewport] of acts)
      await check(`technician: ${name}`, async () => {
        const context = await browser.newContext({ viewport, hasTouch: true, reducedMotion: 'reduce' })
        context.setDefaultTimeout(deadlineMs)
        try {
          await act(context, service, trusted)
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
