// A day at the tablet: the board of today, an inspection that begins with Begin, the place after a reload, questions in the
// person's language, prices before the end, and what is said without a network.
import assert from 'node:assert/strict'
import { boardShown, carOf, carsOf, openCar } from './board.ts'
import { allSaved, answerOf, cardOf, checklistShown } from './checklist.ts'
import { offersOf, workOf } from './quotes.ts'
import { type Check, type Desk, inContext } from './visit.ts'
import { goOffline, technician, until, waitUntilOffline } from './workshop.ts'
import {
  type Act,
  advise,
  closeByKey,
  dock,
  leaveAtOnce,
  measure,
  openSurvey,
  portrait,
  reload,
} from './workshop-day-checklist.ts'
import { makeSurvey, openBoard } from './workshop-survey.ts'

const landscape = { width: 1180, height: 820 }
const dayMs = 86_400_000

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
  const car = (word: string) => carOf(page, `${word} ${number}`)
  const sheet = await openCar(page, `NOW ${number}`)
  assert.deepEqual(
    (await sheet.getByRole('listitem').getByRole('link').allTextContents()).map(
      (text) => /^(?:Reception|Video check|Quality check)/.exec(text)?.[0],
    ),
    ['Reception', 'Video check', 'Quality check'],
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  // From before, and of later days: folded, and there when asked for. The week has the days to come.
  const receive = page.getByRole('region', { name: /^To receive/ })
  const fold = (words: RegExp) => receive.getByRole('group').filter({ has: page.getByText(words) })
  for (const [word, words] of [
    ['OLD', /from earlier days$/],
    ['NEW', /on later days$/],
  ] as const) {
    assert.equal(await car(word).isVisible(), false)
    await fold(words).locator('summary').click()
    await carOf(fold(words), `${word} ${number}`).waitFor()
    assert.equal(await carOf(fold(words), `NOW ${number}`).count(), 0)
  }
  await page.getByRole('button', { name: 'Week', exact: true }).click()
  await until(async () => (await carOf(fold(/on later days$/), `NEW ${number}`).count()) === 0)
  // A hit is a hit, and the next car is only one.
  await page.getByRole('searchbox').fill(`OLD ${number}`)
  await until(async () => (await carsOf(page).count()) === 1)
  await car('OLD').waitFor()
  assert.equal(await page.getByText('Your next car').count(), 0)
}

const begin: Act = async (context, service, trusted) => {
  const page = await openBoard(context, service, 'en', technician)
  await page.getByRole('link', { name: 'New inspection' }).click()
  await page.getByLabel('Number plate').fill(`GO ${Date.now() % 100_000}`)
  await page.getByRole('button', { name: 'Begin' }).click()
  await checklistShown(page)
  const surveyId = page.url().split('/').at(-1) ?? ''
  await until(async () => {
    const { body } = await trusted.asDms<{ surveyor?: object }>(`/system-clients/demo/surveys/${surveyId}`)
    return body.surveyor !== undefined
  })
}

const speak: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'speak')
  const page = await openBoard(context, service, 'de')
  await openSurvey(page, service, surveyId)
  await page.getByRole('heading', { name: 'Reifen', exact: true }).waitFor()
  await page
    .getByRole('article', { name: 'Geräusche oder Ziehen zur Seite bei kurzer Probefahrt', exact: true })
    .waitFor()
  await cardOf(page, 'vc.testDrive').waitFor({ state: 'detached' })
  await page.goto(`${service.base}/workshop/?lang=ru`)
  await boardShown(page)
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
  await page.getByText('Abgebrochen').first().waitFor()
  assert.doesNotMatch(await page.locator('body').innerText(), /Rückruf|[Aa]ufgegeben/)
}

const priceBefore: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'price')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId)
  await answerOf(page, 'vc.discF', 'red').click()
  await allSaved(page)
  await page.getByRole('link', { name: 'To the quotes' }).click()
  await workOf(page, /Front brake discs and pads/).click()
  await offersOf(page).first().waitFor()
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/finish`)
  await page.getByRole('list', { name: 'What was found, by urgency', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Prices', exact: true }).waitFor()
  assert.equal(await page.getByRole('main').locator('a[href$="/finish"]').count(), 0)
}

const cutOff: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'line')
  const page = await openBoard(context, service)
  await openSurvey(page, service, surveyId)
  await waitUntilOffline(page)
  await goOffline(page)
  await answerOf(page, 'vc.testDrive', 'green').click()
  const line = page
    .getByRole('complementary', { name: 'Notices', exact: true })
    .getByRole('paragraph')
    .filter({ hasText: 'No network' })
  await line.waitFor()
  assert.ok(((await line.boundingBox())?.height ?? 99) <= 36, 'one slim line')
  await page.goto(`${service.base}/workshop/sync`)
  const unsent = page.getByRole('main').getByRole('listitem')
  await unsent.first().waitFor()
  assert.equal(await unsent.getByText('Sending').count(), 0)
}

const acts: readonly (readonly [string, Act, { width: number; height: number }])[] = [
  ['the board shows today, other days apart', seeToday, landscape],
  ['Begin begins', begin, landscape],
  ['a reload leads where one was', reload, landscape],
  ['a tap counts even if the page is left at once', leaveAtOnce, landscape],
  ['the photo button stays in sight after Advise', advise, portrait],
  ['questions are in the language of the person', speak, landscape],
  ['callbacks are called what they are in German', speakOfCallbacks, landscape],
  ['an advisor prices before the end', priceBefore, landscape],
  ['Escape closes one sheet, the uppermost', closeByKey, landscape],
  ['the number pad moves nothing', measure, landscape],
  ['the finding is docked in portrait', dock, portrait],
  ['without a network: one line, and nothing is being sent', cutOff, portrait],
]

export async function checkWorkshopDay(check: Check, desk: Desk): Promise<void> {
  for (const [name, act, viewport] of acts)
    await check(
      `day: ${name}`,
      () => inContext(desk, 'camera', { viewport }, (context) => act(context, desk.service, desk.trusted)),
      // A look at the callbacks is in German.
      act === speakOfCallbacks,
    )
}
