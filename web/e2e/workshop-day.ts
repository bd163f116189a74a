// A day at the tablet: the board of today, an inspection that begins with Begin, the place after a reload, questions in the
// person's language, prices before the end, and what is said without a network.
import assert from 'node:assert/strict'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Trusted, trustService } from './trust.ts'
import { type Check, type Service, tellPages } from './visit.ts'
import { technician, until, waitUntilOffline } from './workshop.ts'
import { makeSurvey, openBoard } from './workshop-survey.ts'

const deadlineMs = 30_000
const landscape = { width: 1180, height: 820 }
const portrait = { width: 820, height: 1180 }
const cameraFlags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const dayMs = 86_400_000

type Act = (context: BrowserContext, service: Service, trusted: Trusted) => Promise<void>

const openSurvey = async (page: Page, service: Service, surveyId: string, rest = '') => {
  await page.goto(`${service.base}/workshop/surveys/${surveyId}${rest}`)
  await page.locator('.cl-card').first().waitFor()
}

const seeToday: Act = async (context, service, trusted) => {
  const number = String(Date.now() % 1_000_000)
  const put = async (word: string, days: number) => {
    const { status } = await trusted.asDms(`/system-clients/demo/service-orders/day-${word}-${number}`, {
      method: 'PUT',
      body: {
        externalBranchId: 'DE1001',
        technicianSurveyRelease: true,
        qcSurveyRelease: true,
        plannedStartTimestamp: new Date(Date.now() + days * dayMs).toISOString(),
        vehicle: { numberPlate: `${word} ${number}` },
      },
    })
    assert.equal(status, 201)
  }
  await put('OLD', -2)
  await put('NOW', 0)
  await put('NEW', 2)
  const page = await openBoard(context, service)
  const car = (word: string) => page.locator('.car', { hasText: `${word} ${number}` })
  await car('NOW').waitFor()
  assert.deepEqual(
    (await car('NOW').locator('.chip-name').allTextContents()).map((name) => name.replace(/Yours?$/, '')),
    ['Reception', 'Video check', 'Quality check'],
  )
  // From before: folded, and there when asked for. Later days: apart.
  const earlier = page.locator('details.board-day')
  assert.equal(await car('OLD').isVisible(), false)
  await earlier.locator('summary').click()
  await car('OLD').waitFor()
  assert.equal(await earlier.locator('.car', { hasText: `NOW ${number}` }).count(), 0)
  await page
    .getByRole('region', { name: 'Later days' })
    .locator('.car', { hasText: `NEW ${number}` })
    .waitFor()
  // A hit is a hit, and the next car is only one.
  await page.getByRole('searchbox').fill(`OLD ${number}`)
  await until(async () => (await page.locator('.car').count()) === 1)
  await car('OLD').waitFor()
  assert.equal(await page.getByText('Your next car').count(), 0)
}

const begin: Act = async (context, service, trusted) => {
  const page = await openBoard(context, service, 'en', technician)
  await page.getByRole('link', { name: 'New inspection' }).click()
  await page.getByLabel('Number plate').fill(`GO ${Date.now() % 100_000}`)
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.locator('.cl-card').first().waitFor()
  const surveyId = page.url().split('/').at(-1) ?? ''
  await until(async () => {
    const { body } = await trusted.asDms<{ surveyor?: object }>(`/system-clients/demo/surveys/${surveyId}`)
    return body.surveyor !== undefined
  })
}

/** Of a heading, against the upper edge of the window. */
const topOf = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 2 }).evaluate((head) => {
    const { top } = (head as unknown as { getBoundingClientRect(): { top: number } }).getBoundingClientRect()
    return Math.round(top)
  })

const reload: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'place')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId)
  await page.locator('.cl-rail-entry', { hasText: 'Underneath' }).click()
  await until(async () =>
    (await page.evaluate<string>("localStorage.getItem('walkaround-place') ?? ''")).includes('underneath'),
  )
  const before = await topOf(page, 'Underneath')
  await page.reload()
  await page.locator('.cl-card').first().waitFor()
  await until(async () => Math.abs((await topOf(page, 'Underneath')) - before) <= 2)
  await page.locator('.cl-rail-entry[aria-current]', { hasText: 'Underneath' }).waitFor()
  await page.locator('[id="q-vc.shocks"] .cl-tools button').last().click()
  await page.locator('.sheet').waitFor()
  await page.reload()
  await page.locator('.sheet').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await until(async () => Math.abs((await topOf(page, 'Underneath')) - before) <= 2)
}

const advise: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'advise')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId)
  for (const id of ['vc.discF', 'vc.shocks', 'vc.airFilter']) {
    await page.locator(`[id="q-${id}"] .cl-answer.amber`).click()
    const photo = page.locator(`[id="q-${id}"]`).getByRole('button', { name: /^Photo expected/ })
    await photo.waitFor()
    await page.locator('.cl-list:not([data-moving])').waitFor()
    const isSeen = await photo.evaluate((button) => {
      const box = (one: unknown) =>
        (one as { getBoundingClientRect(): { top: number; bottom: number } }).getBoundingClientRect()
      const list = (button as unknown as { closest(words: string): unknown }).closest('.cl-list')
      return box(button).top >= box(list).top && box(button).bottom <= box(list).bottom
    })
    assert.ok(isSeen, `the photo button of ${id} is in sight`)
  }
}

const speak: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'speak')
  const page = await openBoard(context, service, 'de')
  await openSurvey(page, service, surveyId)
  await page.getByRole('heading', { name: 'Reifen', exact: true }).waitFor()
  await page
    .locator('[id="q-vc.testDrive"]')
    .getByText('Geräusche oder Schiefziehen bei kurzer Probefahrt')
    .waitFor()
  await page
    .locator('[id="q-vc.testDrive"]')
    .getByText('Noise or pull on a short test')
    .waitFor({ state: 'detached' })
  await page.goto(`${service.base}/workshop/?lang=ru`)
  await page.locator('.car').first().waitFor()
  await openSurvey(page, service, surveyId)
  await page.getByRole('heading', { name: 'Шины', exact: true }).waitFor()
}

/** Words that mean something else in a German workshop: a recall, and a job that was given up. */
const speakOfCallbacks: Act = async (context, service) => {
  const page = await openBoard(context, service, 'de', 'demo-admin')
  await page.goto(`${service.base}/workshop/settings`)
  await page.getByRole('link', { name: 'Callbacks an das DMS' }).first().waitFor()
  await page.goto(`${service.base}/workshop/callbacks`)
  await page.getByRole('heading', { name: 'Callbacks an das DMS' }).waitFor()
  await page.getByText('Nach 5 Versuchen abgebrochen').first().waitFor()
  assert.doesNotMatch(await page.locator('body').innerText(), /Rückruf|[Aa]ufgegeben/)
}

const priceBefore: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'price')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId)
  await page.locator('[id="q-vc.discF"] .cl-answer.red').click()
  await page.locator('.cl-safety.good').waitFor()
  await page.getByRole('link', { name: 'To the quotes' }).click()
  await page
    .locator('.quote-left')
    .getByRole('button', { name: /Front brake discs and pads/ })
    .click()
  await page.locator('.quote-right .quote-list > li').first().waitFor()
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/finish`)
  await page.locator('.totals').waitFor()
  await page.getByRole('link', { name: 'To the quotes' }).waitFor()
  assert.equal(await page.locator('main a[href$="/finish"]').count(), 0)
}

const cutOff: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'line')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId)
  await waitUntilOffline(page)
  await context.setOffline(true)
  await page.locator('[id="q-vc.testDrive"] .cl-answer.green').click()
  const line = page.locator('.offline-line')
  await line.waitFor()
  assert.ok(((await line.boundingBox())?.height ?? 99) <= 36, 'one slim line')
  await page.goto(`${service.base}/workshop/sync`)
  await page.locator('.outbox-list').waitFor()
  assert.equal(await page.locator('.outbox-list').getByText('Sending').count(), 0)
}

const closeByKey: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'escape')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId, '/questions/vc.shocks')
  await page.locator('.shot.add').click()
  const camera = page.locator('dialog.camera')
  await camera.locator('.shutter:enabled').click()
  await camera.locator('.camera-roll .thumb').first().waitFor()
  await camera.locator('.camera-done').click()
  await page.locator('.shot:not(.add)').first().click()
  await page.locator('.viewer').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.viewer').waitFor({ state: 'detached' })
  assert.equal(await page.locator('dialog.sheet[open]').count(), 1, 'the finding is still open')
  await page.keyboard.press('Escape')
  await page.locator('dialog.sheet').waitFor({ state: 'detached' })
}

/** What is being read stays where it is while the pad comes and goes. */
const measure: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'pad')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId)
  await page.locator('.cl-rail-entry', { hasText: 'Tyres' }).click()
  await page.locator('.cl-list:not([data-moving])').waitFor()
  const card = page.locator('[id="q-vc.treadFL"]')
  const before = await card.boundingBox()
  await card.locator('.cl-number').click()
  await page.locator('.cl-pad').waitFor()
  assert.deepEqual(await card.boundingBox(), before)
}

/** Docked below, as wide as the screen. */
const dock: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'dock')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId, '/questions/vc.shocks')
  const box = await page.locator('dialog.sheet').boundingBox()
  assert.equal(box?.x, 0)
  assert.equal(box?.width, portrait.width)
  assert.equal(Math.round((box?.y ?? 0) + (box?.height ?? 0)), portrait.height)
}

const acts: readonly (readonly [string, Act, { width: number; height: number }])[] = [
  ['the board shows today, other days apart', seeToday, landscape],
  ['Begin begins', begin, landscape],
  ['a reload leads where one was', reload, landscape],
  ['the photo button stays in sight after Advise', advise, portrait],
  ['questions are in the language of the person', speak, landscape],
  ['callbacks are called what they are in German', speakOfCallbacks, landscape],
  ['an advisor prices before the end', priceBefore, landscape],
  ['Escape closes one sheet, the uppermost', closeByKey, landscape],
  ['the number pad moves nothing', measure, landscape],
  ['the finding is docked in portrait', dock, portrait],
  ['without a network: one line, and nothing is being sent', cutOff, portrait],
]

export async function checkWorkshopDay(
  check: Check,
  launch: (flags: readonly string[]) => Promise<Browser>,
  service: Service,
): Promise<void> {
  const trusted = await trustService(service)
  const browser = await launch([...trusted.flags, ...cameraFlags])
  try {
    for (const [name, act, viewport] of acts)
      await check(`day: ${name}`, async () => {
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
