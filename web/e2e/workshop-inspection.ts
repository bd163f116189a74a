// A whole inspection in the workshop app, tap by tap, against the real service whose authority the browser trusts: online,
// cut off in the middle with the page loaded anew, slowed down, by keyboard. What arrives is read as the DMS reads it.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { countTaps, type Taps } from './taps.ts'
import { type Trusted, trustService } from './trust.ts'
import { assertAccessible, assertFits, type Check, type Service, sizes, tellPages } from './visit.ts'
import { type Language, until, waitUntilOffline } from './workshop.ts'
import { openManyCars } from './workshop-many-cars.ts'
import { explainHidden, previewOwner, reopenCompleted, saySame } from './workshop-second-look.ts'
import { makeSurvey, openBoard, questionsOf, type Survey } from './workshop-survey.ts'

const deadlineMs = 30_000
const mostTaps = 75
const landscape = { viewport: { width: 1180, height: 820 } }
const cameraFlags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** The inspection in parts, so that the network can go between any two of them. */
function inspectionOf(page: Page, { tap }: Taps) {
  const card = (id: string) => page.locator(`[id="q-${id}"]`)
  const status = async (id: string, grade: 'green' | 'amber' | 'red') => {
    await tap(card(id).locator(`.cl-answer.${grade}`))
    await card(id).locator(`.cl-answer.${grade}[aria-pressed="true"]`).waitFor()
  }
  /** After its last number it goes by itself, and the list moves: nobody taps into that. */
  const padGone = () => page.locator('.cl-pad').waitFor({ state: 'detached' })
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const allGood = (name: string) => tap(section(name).getByRole('button', { name: /^All good/ }))
  const keys = async (digits: string) => {
    for (const digit of digits)
      await tap(page.locator('.cl-pad-keys').getByRole('button', { name: digit, exact: true }))
  }
  const isMeasuring = (id: string) =>
    until(
      async () =>
        (await card(id).locator('.typing').count()) + (await card(id).locator('.cl-number.typing').count()) >
        0,
    )
  const measure = async (id: string) => {
    if ((await card(id).locator('.cl-number.typing').count()) === 0) await tap(card(id).locator('.cl-number'))
    await isMeasuring(id)
  }
  const photo = async (id: string) => {
    await tap(card(id).getByRole('button', { name: /^(Take a photo|Photo expected)/ }))
    const camera = page.locator('dialog.camera')
    await tap(camera.locator('.shutter:enabled'))
    await camera.locator('.camera-roll .thumb').first().waitFor()
    await tap(camera.locator('.camera-done'))
    await camera.waitFor({ state: 'detached' })
  }
  return {
    video: async () => {
      await tap(card('vc.video').getByRole('link', { name: 'Record video' }))
      await tap(page.getByRole('button', { name: 'Open the camera' }))
      await tap(page.getByRole('button', { name: 'Start recording' }))
      await page
        .getByText(/safe on this device/)
        .first()
        .waitFor()
      await tap(page.getByRole('button', { name: 'Stop and keep' }))
      await page.getByRole('button', { name: 'Open the camera' }).waitFor()
      await tap(page.getByRole('button', { name: 'Back' }))
      await status('vc.video', 'green')
      await status('vc.testDrive', 'green')
    },
    tyresAndBrakes: async () => {
      await allGood('Tyres')
      await allGood('Brakes')
      await measure('vc.treadFL')
      // A digit more belongs to the next wheel, also where the number could go on.
      await keys('65583249')
      await isMeasuring('vc.padFL')
      await keys('25806075')
      await isMeasuring('vc.brakeFluid')
      await keys('15')
      await tap(page.getByRole('button', { name: 'Done', exact: true }))
    },
    underneath: async () => {
      await allGood('Underneath')
      await status('vc.shocks', 'amber')
      await photo('vc.shocks')
    },
    rest: async () => {
      await allGood('Engine bay')
      await measure('vc.battery')
      await keys('95')
      await isMeasuring('vc.coolant')
      await keys('35')
      await padGone()
      await status('vc.airFilter', 'amber')
      await photo('vc.airFilter')
      await allGood('Lights and view')
      await status('vc.faults', 'green')
      await measure('vc.hvSoh')
      await keys('92')
      await padGone()
      await status('vc.chargePort', 'green')
      await status('vc.hvCooling', 'green')
    },
    complete: async () => {
      await tap(page.locator('.cl-finish'))
      await tap(page.getByRole('button', { name: 'Complete the inspection' }))
      await page.getByText('This inspection is completed').waitFor()
    },
  }
}

/** As the DMS reads it: everything answered, four findings, the measured values, two photos. */
async function assertArrived({ asDms }: Trusted, surveyId: string): Promise<void> {
  const path = `/system-clients/demo/surveys/${surveyId}`
  const read = async () => (await asDms<Survey>(path)).body
  await until(async () => (await read()).completed)
  await until(
    async () => questionsOf((await read()).contents).flatMap(({ photos = [] }) => photos).length === 2,
  )
  const questions = questionsOf((await read()).contents)
  assert.equal(questions.filter(({ visible }) => visible !== false).length, 42)
  const selected = new Map(
    questions.map(({ id, answers = [] }) => [id, answers.filter((one) => one.selected)]),
  )
  assert.deepEqual(
    questions.filter(({ id }) => selected.get(id)?.length !== 1).map(({ id }) => id),
    [],
    'every question has one answer',
  )
  const graded = (grade: string) =>
    questions.filter(({ id }) => selected.get(id)?.[0]?.status === grade).map(({ id }) => id)
  assert.deepEqual(graded('red'), ['vc.padFL'])
  assert.deepEqual(graded('amber'), ['vc.treadRL', 'vc.shocks', 'vc.airFilter'])
  const value = (id: string) => Number(selected.get(id)?.[0]?.value)
  const wheels = (kind: string) => ['FL', 'FR', 'RL', 'RR'].map((wheel) => value(`vc.${kind}${wheel}`))
  assert.deepEqual(wheels('tread'), [6.5, 5.8, 3.2, 4.9])
  assert.deepEqual(wheels('pad'), [2.5, 8, 6, 7.5])
  assert.deepEqual(
    ['brakeFluid', 'battery', 'coolant', 'hvSoh'].map((id) => value(`vc.${id}`)),
    [1.5, 95, -35, 92],
  )
}

type Act = (context: BrowserContext, service: Service, trusted: Trusted) => Promise<void>

const inspectOnline: Act = async (context, service, trusted) => {
  const { surveyId, plate } = await makeSurvey(trusted, 'online')
  const page = await openBoard(context, service)
  const taps = await countTaps(page)
  await page.reload()
  await taps.tap(page.locator('.car', { hasText: plate }).locator('.chip', { hasText: 'Video check' }))
  const inspection = inspectionOf(page, taps)
  await inspection.video()
  await inspection.tyresAndBrakes()
  await inspection.underneath()
  await inspection.rest()
  await inspection.complete()
  await assertArrived(trusted, surveyId)
  console.log(`  ${taps.count()} taps; tap to screen online: ${await taps.times()}`)
  assert.ok(taps.count() <= mostTaps, `${taps.count()} taps`)
}

const inspectCutOff: Act = async (context, service, trusted) => {
  const { surveyId, plate } = await makeSurvey(trusted, 'cut')
  const page = await openBoard(context, service)
  const taps = await countTaps(page)
  await page.reload()
  await waitUntilOffline(page)
  await taps.tap(page.locator('.car', { hasText: plate }).locator('.chip', { hasText: 'Video check' }))
  const inspection = inspectionOf(page, taps)
  await inspection.video()
  await inspection.tyresAndBrakes()
  await context.setOffline(true)
  await inspection.underneath()
  await page.reload()
  await page.locator('.cl-answer.amber[aria-pressed="true"]').first().waitFor()
  assert.equal(await page.locator('[id="q-vc.treadRL"] .cl-number.amber').count(), 1)
  await inspection.rest()
  console.log(`  tap to screen offline: ${await taps.times()}`)
  await inspection.complete()
  await page.getByText('Completed on this device, waits to be sent').first().waitFor()
  await page.reload()
  await page.getByText('This inspection is completed').waitFor()
  const { body } = await trusted.asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)
  assert.equal(body.completed, false)
  await context.setOffline(false)
  await assertArrived(trusted, surveyId)
  await page.goto(`${service.base}/workshop/sync`)
  await page.getByText('Everything is on the server').waitFor()
}

const tapOnce: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'once')
  const page = await openBoard(context, service)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  const section = page.getByRole('region', { name: 'Underneath', exact: true })
  const good = section.locator('.cl-answer.green[aria-pressed="true"]')
  await section.getByRole('button', { name: /^All good/ }).click()
  await good.nth(7).waitFor()
  await section.getByRole('button', { name: /^Undo/ }).click()
  await good.first().waitFor({ state: 'detached' })
  assert.equal(await good.count(), 0)
  // Nothing that is measured was ever touched.
  const tyres = page.getByRole('region', { name: 'Tyres', exact: true })
  await tyres.getByRole('button', { name: /^All good/ }).click()
  await tyres.getByRole('button', { name: /^Undo/ }).waitFor()
  assert.equal(await page.locator('.cl-number.green').count(), 0)
}

const inspectSlowly: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'slow')
  const page = await openBoard(context, service)
  const taps = await countTaps(page)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await page.locator('.cl-card').first().waitFor()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const inspection = inspectionOf(page, taps)
  await inspection.tyresAndBrakes()
  await inspection.rest()
  console.log(`  tap to screen at a quarter of the speed: ${await taps.times()}`)
}

const inspectByKeyboard: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'keys')
  const page = await openBoard(context, service)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await page.locator('.cl-card').first().waitFor()
  await page.evaluate('document.activeElement.blur()')
  for (const key of ['ArrowDown', 'ArrowDown', '2']) await page.keyboard.press(key)
  await page.locator('[id="q-vc.testDrive"] .cl-answer.amber[aria-pressed="true"]').waitFor()
  // On to the treads: a digit opens the pad, then it takes them.
  await page.keyboard.press('1')
  await page.locator('.cl-pad').waitFor()
  for (const key of '65583249') await page.keyboard.press(key)
  await page.locator('[id="q-vc.treadRR"] .cl-number.green').waitFor()
  assert.equal(await page.locator('[id="q-vc.treadRL"] .cl-number.amber').count(), 1)
}

const readClosed: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'closed')
  const page = await openBoard(context, service)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await page.locator('[id="q-vc.shocks"] .cl-answer.red').click()
  await page.locator('.cl-safety.good').waitFor()
  await context.setOffline(true)
  await page.locator('[id="q-vc.springs"] .cl-answer.amber').click()
  const path = `/system-clients/demo/surveys/${surveyId}`
  const { body } = await trusted.asDms<{ referenceObject: { id: string } }>(path)
  const { status } = await trusted.asDms(`/system-clients/demo/service-orders/${body.referenceObject.id}`, {
    method: 'PUT',
    body: { externalBranchId: 'DE1001', technicianSurveyRelease: true, closed: true },
  })
  assert.equal(status, 204)
  await context.setOffline(false)
  await page.getByText(/^Closed by .+/).waitFor()
  await page.getByText(/1 entry came too late/).waitFor()
  for (const answer of ['vc.shocks"] .cl-answer.red', 'vc.springs"] .cl-answer.amber'])
    await page.locator(`[id="q-${answer}[aria-pressed="true"]:disabled`).waitFor()
}

/** Another tablet is another context: it shares neither store nor session with the first. */
const inspectTogether: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'two')
  const second = await context
    .browser()
    ?.newContext({ reducedMotion: 'reduce', hasTouch: true, ...landscape })
  assert.ok(second)
  try {
    second.setDefaultTimeout(deadlineMs)
    const [one, other] = [await openBoard(context, service), await openBoard(second, service)]
    for (const page of [one, other]) {
      await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
      await page.locator('.cl-card').first().waitFor()
    }
    const answer = (page: Page, id: string, grade: string) =>
      page.locator(`[id="q-${id}"] .cl-answer.${grade}`)
    const shown = (page: Page, id: string, grade: string) =>
      page.locator(`[id="q-${id}"] .cl-answer.${grade}[aria-pressed="true"]`).waitFor()
    // Different questions at once: both see both.
    await Promise.all([answer(one, 'vc.shocks', 'red').click(), answer(other, 'vc.springs', 'amber').click()])
    for (const page of [one, other]) {
      await shown(page, 'vc.shocks', 'red')
      await shown(page, 'vc.springs', 'amber')
    }
    // The same question: the later one wins, and both see it.
    await answer(other, 'vc.shocks', 'green').click()
    await shown(one, 'vc.shocks', 'green')
    await shown(other, 'vc.shocks', 'green')
    const { body } = await trusted.asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)
    const shocks = questionsOf(body.contents).find(({ id }) => id === 'vc.shocks')
    assert.deepEqual(
      shocks?.answers?.filter(({ selected }) => selected).map(({ status }) => status),
      ['green'],
    )
  } finally {
    await second.close()
  }
}

const acts: readonly (readonly [string, Act])[] = [
  ['a whole inspection online, in few taps', inspectOnline],
  ['a whole inspection with the network cut in the middle', inspectCutOff],
  ['a section of good items in one tap, and back', tapOnce],
  ['an inspection on a slow tablet', inspectSlowly],
  ['an inspection by keyboard', inspectByKeyboard],
  ['two tablets on one survey see each other', inspectTogether],
  ['an order closed meanwhile stays readable', readClosed],
  ['what was said at the last visit is said again', saySame],
  ['why a package is not shown', explainHidden],
  ["the owner's page beside the offer", previewOwner],
  ['a completed inspection is reopened with a reason', reopenCompleted],
  ['a board of 200 cars opens again', openManyCars],
]

export async function checkWorkshopInspection(
  check: Check,
  launch: (flags: readonly string[]) => Promise<Browser>,
  service: Service,
  screenshots: string,
): Promise<void> {
  const trusted = await trustService(service)
  const browser = await launch([...trusted.flags, ...cameraFlags])
  const inContext = async (options: object, act: (context: BrowserContext) => Promise<void>) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', hasTouch: true, ...options })
    context.setDefaultTimeout(deadlineMs)
    try {
      await act(context)
    } catch (error) {
      await tellPages(context)
      throw error
    } finally {
      await context.close()
    }
  }
  try {
    for (const [name, act] of acts)
      await check(`inspection: ${name}`, () =>
        inContext(landscape, (context) => act(context, service, trusted)),
      )
    const samples = [
      ['en', 'light', sizes[2]],
      ['de', 'dark', sizes[1]],
      ['ru', 'light', sizes[0]],
    ] as const
    for (const [language, colorScheme, { name: size, ...viewport }] of samples)
      await check(`inspection: screens in ${language}, ${colorScheme}, ${size}`, () =>
        inContext({ viewport, colorScheme }, (context) =>
          lookAround(context, service, trusted, language, (name) =>
            join(screenshots, `inspection-${name}-${language}-${colorScheme}-${size}.png`),
          ),
        ),
      )
  } finally {
    await browser.close()
  }
}

async function lookAround(
  context: BrowserContext,
  service: Service,
  trusted: Trusted,
  language: Language,
  pictureOf: (name: string) => string,
): Promise<void> {
  const { surveyId } = await makeSurvey(trusted, `look-${language}`)
  const page = await openBoard(context, service, language)
  const look = async (name: string) => {
    await page.screenshot({ path: pictureOf(name) })
    await assertFits(page)
    await assertAccessible(page)
  }
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await page.locator('.cl-card').first().waitFor()
  await look('checklist')
  await page.locator('.cl-all-good').first().click()
  await page.locator('[id="q-vc.treadFL"] .cl-number').click()
  for (const digit of '6515')
    await page.locator('.cl-pad-keys').getByRole('button', { name: digit, exact: true }).click()
  await page.locator('.cl-pad').waitFor()
  // Numbers and units as this language writes them.
  await page
    .locator('[id="q-vc.treadFL"]', { hasText: { en: '6.5mm', de: '6,5mm', ru: '6,5мм' }[language] })
    .waitFor()
  await look('number-pad')
  await page.locator('.cl-pad-head button').click()
  await page.locator('[id="q-vc.discF"] .cl-answer.red').click()
  await look('findings')
  await page.locator('[id="q-vc.discF"] .cl-tools button').last().click()
  await page.locator('.sheet .packages .package').first().waitFor()
  await look('finding')
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/finish`)
  await page.locator('.thing').first().waitFor()
  await look('finish')
}
