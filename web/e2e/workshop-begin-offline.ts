// Inspections begun without a network, from the templates a tablet keeps: filled, photographed, reloaded, and at the service
// once, whatever gets lost on the way.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { boardShown, findCar, moreOf, openCar, sheetOf } from './board.ts'
import { answerOf, cardOf, givenOf, photoButtonOf } from './checklist.ts'
import { takeFromDevice } from './photos.ts'
import { type Trusted, trustService } from './trust.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, type Service } from './visit.ts'
import { goOffline, goOnline, openApp, until, waitForTemplates, waitUntilOffline } from './workshop.ts'
import { checkWorkshopScan } from './workshop-scan.ts'
import { makeSurvey, questionsOf, readSelected, type Survey } from './workshop-survey.ts'

const question = 'vc.shocks'

let count = 0
const newPlate = () => `OFF ${Date.now() % 1_000_000}${++count}`

const card = (page: Page) => cardOf(page, question)

async function openOffline(context: BrowserContext, service: Service): Promise<Page> {
  const { page } = await openApp(context, service)
  await boardShown(page)
  await waitUntilOffline(page)
  await waitForTemplates(page)
  await goOffline(page)
  await page.getByText('No network', { exact: true }).waitFor()
  return page
}

/** Gives the id of the survey that was begun. */
async function begin(page: Page, plate: string): Promise<string> {
  await page.getByRole('link', { name: 'New inspection' }).click()
  await page.getByLabel('Number plate').fill(plate)
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await card(page).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function answer(page: Page): Promise<void> {
  await answerOf(page, question, 'amber').click()
  await assertAnswered(page)
}
const assertAnswered = (page: Page) => givenOf(page, question, 'amber').waitFor()

async function takePhoto(page: Page): Promise<void> {
  const picture = { width: 800, height: 600, channels: 3 as const, background: '#707880' }
  const buffer = await sharp({ create: picture }).jpeg().toBuffer()
  await photoButtonOf(page, question).click()
  await takeFromDevice(page, buffer)
}

const hasArrived = async (trusted: Trusted, surveyId: string) => {
  const { status } = await trusted.asDms(`/system-clients/demo/surveys/${surveyId}`)
  if (status !== 200) return false
  return (await readSelected(trusted, surveyId, question)).map((one) => one.status).join() === 'amber'
}
async function countPhotos({ asDms }: Trusted, surveyId: string): Promise<number> {
  const { body } = await asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)
  return questionsOf(body.contents).flatMap(({ photos = [] }) => photos).length
}
const findCards = (page: Page, plate: string) =>
  page.evaluate<{ id: string; surveys: { id: string }[] }[]>(
    `fetch('/app/system-clients/demo/board?search=${encodeURIComponent(plate)}')
      .then((answer) => answer.json()).then(({ cards }) => cards)`,
  )

async function fillAndSend(context: BrowserContext, service: Service, picture: string): Promise<void> {
  const trusted = await trustService(service)
  const plate = newPlate()
  const first = await openOffline(context, service)
  const surveyId = await begin(first, plate)
  await answer(first)
  await takePhoto(first)
  // The first replies of the service are lost: it has made the inspection, and the tablet does not know. Set before the page is
  // opened: a page that is open already may send something past it.
  let [asked, isBack] = [0, false]
  await context.route(/\/app\/.*\/inspections\//, async (route) => {
    if (!isBack) return route.abort('internetdisconnected')
    asked += 1
    if (asked > 2) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  // The lid is closed, and opened again: still without a network.
  await first.close()
  const page = await context.newPage()
  await page.goto(`${service.plain}/workshop/`)
  const car = await findCar(page, plate)
  await car.getByText('not sent yet').waitFor()
  await assertAccessible(page)
  await page.screenshot({ path: picture })
  await moreOf(car).click()
  await sheetOf(page)
    .getByRole('link', { name: /^Video check/ })
    .click()
  await assertAnswered(page)
  await page.goto(`${service.plain}/workshop/surveys/${surveyId}/finish`)
  await page.getByText(/\d+ things are missing/).waitFor()
  isBack = true
  await goOnline(page)
  await until(() => hasArrived(trusted, surveyId))
  await until(async () => (await countPhotos(trusted, surveyId)) === 1)
  assert.ok(asked > 2, 'it was sent again')
  const cards = await findCards(page, plate)
  assert.deepEqual(
    cards.map(({ surveys }) => surveys.map(({ id }) => id)),
    [[surveyId]],
  )
  await page.goto(`${service.plain}/workshop/sync`)
  await page.getByText('Everything is on the server').waitFor()
  await page.goto(`${service.plain}/workshop/surveys/${surveyId}`)
  await assertAnswered(page)
}

async function meetOrder(context: BrowserContext, service: Service): Promise<void> {
  const trusted = await trustService(service)
  const plate = newPlate()
  const page = await openOffline(context, service)
  const surveyId = await begin(page, plate)
  await answer(page)
  // The DMS is up again before the tablet is.
  const { body } = await trusted.asDms<{ surveyType: string }[]>(`/system-clients/demo/surveys/${surveyId}`)
  assert.ok(!('surveyType' in (body ?? {})))
  const path = `/system-clients/demo/service-orders/met-${plate.slice(4)}`
  const { status } = await trusted.asDms(path, {
    method: 'PUT',
    body: { externalBranchId: 'DE1001', technicianSurveyRelease: true, vehicle: { numberPlate: plate } },
  })
  assert.equal(status, 201)
  await goOnline(page)
  await until(() => hasArrived(trusted, surveyId))
  const surveys = await trusted.asDms<{ id: string }[]>(`${path}/surveys?survey-type=VC`)
  assert.deepEqual(
    surveys.body.map(({ id }) => id),
    [surveyId],
  )
  assert.equal((await findCards(page, plate)).length, 1)
  await assertAnswered(page)
}

async function fillFromBoard(context: BrowserContext, service: Service): Promise<void> {
  const trusted = await trustService(service)
  const { surveyId, plate } = await makeSurvey(trusted, 'unopened', { numberPlate: newPlate() })
  const page = await openOffline(context, service)
  await (await openCar(page, plate)).locator(`a[href$="${surveyId}"]`).click()
  await card(page).waitFor()
  await answer(page)
  await page.reload()
  await assertAnswered(page)
  await goOnline(page)
  await until(() => hasArrived(trusted, surveyId))
  await assertAnswered(page)
}

export async function checkWorkshopBeginOffline(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  const inTablet = (act: (context: BrowserContext) => Promise<void>) =>
    inContext(desk, 'plain', landscape, act)
  await check('begun offline: filled, photographed, closed, and at the service once', () =>
    inTablet((context) => fillAndSend(context, service, pictureOf('begun-offline'))),
  )
  await check('begun offline: becomes the order that the DMS sent meanwhile', () =>
    inTablet((context) => meetOrder(context, service)),
  )
  await check('begun offline: a car of the board that was never opened here', () =>
    inTablet((context) => fillFromBoard(context, service)),
  )
  await checkWorkshopScan(check, desk)
}
