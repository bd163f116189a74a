// A tablet whose people sign in at the provider of their company: work goes on without a network, the session ends meanwhile, and what was
// done is sent under the name of whoever did it, and of nobody else.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { answerOf, cardOf, givenOf, noteOf, photoButtonOf, sheetOf } from './checklist.ts'
import { type Company, companyLinkOf, nameOf, signInAtCompany, startCompany } from './company.ts'
import { takeFromDevice } from './photos.ts'
import { countOf, letHoursPass, statusOf } from './shared-tablet.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape } from './visit.ts'
import { goOffline, goOnline, mainMenuOf, until, waitUntilOffline } from './workshop.ts'
import { authorsOf, makeSurvey, questionsOf, readSelected, type Survey } from './workshop-survey.ts'

const [first, second] = ['vc.shocks', 'vc.tyreWear'] as const
const remark = 'Leaks at the top mount'

interface Bay {
  readonly page: Page
  readonly desk: Desk
  readonly company: Company
  readonly surveyId: string
}

async function atBay(desk: Desk, act: (bay: Bay, context: BrowserContext) => Promise<void>): Promise<void> {
  const { service, trusted } = desk
  const company = await startCompany(service, {
    people: { Anna: ['wa-technicians'], Ben: ['wa-technicians'] },
  })
  try {
    await inContext(desk, 'trusting', landscape, async (context) => {
      const { surveyId } = await makeSurvey(trusted, 'company')
      const page = await context.newPage()
      await page.goto(`${service.base}/workshop/surveys/${surveyId}?lang=en`)
      await signInAtCompany(page, company, 'Anna')
      await cardOf(page, first).waitFor()
      await waitUntilOffline(page)
      await act({ page, desk, company, surveyId }, context)
    })
  } finally {
    await company.close()
  }
}

/** An answer, what is wrong in words, and a photo: all on the tablet alone. */
async function workOffline({ page }: Bay): Promise<void> {
  await goOffline(page)
  await page.getByText('No network', { exact: true }).waitFor()
  await answerOf(page, first, 'amber').click()
  await givenOf(page, first, 'amber').waitFor()
  const picture = { width: 800, height: 600, channels: 3 as const, background: '#6a7480' }
  await photoButtonOf(page, first).click()
  await takeFromDevice(page, await sharp({ create: picture }).jpeg().toBuffer())
  await noteOf(page, first).click()
  await sheetOf(page).getByRole('textbox', { name: 'Internal comment' }).fill(remark)
  await page.keyboard.press('Escape')
  await sheetOf(page).waitFor({ state: 'detached' })
}

async function readArrived({ desk: { trusted }, surveyId }: Bay) {
  const [answer] = await readSelected(trusted, surveyId, first)
  const { body } = await trusted.asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)
  const photos = questionsOf(body.contents).find(({ id }) => id === first)?.photos ?? []
  return { status: answer?.status, comment: answer?.comment, photos: photos.length }
}
const nothing = { status: undefined, comment: undefined, photos: 0 }

const signedInAgain = async (bay: Bay, person: string) => {
  await signInAtCompany(bay.page, bay.company, person)
  await mainMenuOf(bay.page).waitFor()
}

/** All of it, once, under the name of whoever did it; nothing waits any more. */
async function assertSent(bay: Bay, person: string): Promise<void> {
  const { page, desk, surveyId } = bay
  await until(async () => (await readArrived(bay)).photos === 1)
  await until(async () => (await readArrived(bay)).comment === remark)
  assert.deepEqual(await readArrived(bay), { status: 'amber', comment: remark, photos: 1 })
  assert.deepEqual(await authorsOf(desk.service, surveyId, first), [nameOf(person)])
  await page.goto(`${desk.service.base}/workshop/sync`)
  await page.getByText('Everything is on the server').waitFor()
}

async function goOn(bay: Bay): Promise<void> {
  const { page, desk, company, surveyId } = bay
  await workOffline(bay)
  await desk.service.run(['login', 'sign-out', 'demo', company.loginOf('Anna')])
  // Without contact it cannot know, not even after a reload.
  await page.reload()
  await givenOf(page, first, 'amber').waitFor()
  await goOnline(page)
  await page.getByText('Please sign in again').waitFor()
  await page.getByText('What you did is kept on this device and is sent after you sign in.').waitFor()
  await companyLinkOf(page).waitFor()
  assert.deepEqual(await readArrived(bay), nothing)
  await assertAccessible(page)
  await page.screenshot({ path: desk.pictureOf('company-wall') })
  await signedInAgain(bay, 'Anna')
  assert.equal(new URL(page.url()).pathname, `/workshop/surveys/${surveyId}`, 'back where the work is')
  await givenOf(page, first, 'amber').waitFor()
  await assertSent(bay, 'Anna')
}

async function takeOver(bay: Bay): Promise<void> {
  const { page, desk, company, surveyId } = bay
  await workOffline(bay)
  await desk.service.run(['login', 'sign-out', 'demo', company.loginOf('Anna')])
  await goOnline(page)
  await companyLinkOf(page).waitFor()
  await signedInAgain(bay, 'Ben')
  // What Ben does is sent; what Anna did waits for her, however long he works here.
  await cardOf(page, second).waitFor()
  await answerOf(page, second, 'amber').click()
  await until(async () => (await readSelected(desk.trusted, surveyId, second)).length === 1)
  await page.goto(`${desk.service.base}/workshop/sync`)
  await page.getByText(`Left by ${company.loginOf('Anna')}`).waitFor()
  assert.deepEqual(await readArrived(bay), nothing)
  assert.deepEqual(await authorsOf(desk.service, surveyId, second), [nameOf('Ben')])

  // Signed out, here and there; the tablet is as it would be for anybody.
  await page.goto(`${desk.service.base}/workshop/settings`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await page.getByRole('button', { name: /^Yes, sign me out/ }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  await page.getByRole('link', { name: 'To the sign-in' }).click()
  await page
    .getByText(/waits? on this device to be sent/)
    .first()
    .waitFor()
  assert.equal(await statusOf(page, '/app/session'), 401)
  await signedInAgain(bay, 'Anna')
  await assertSent(bay, 'Anna')
}

async function waitForNetwork(bay: Bay, context: BrowserContext): Promise<void> {
  const { page, desk, surveyId } = bay
  await workOffline(bay)
  await letHoursPass({ context, page }, 13)
  await page.getByText('Please sign in again').waitFor()
  await page.getByText('Signing in needs the network; working does not.').waitFor()
  assert.equal(await companyLinkOf(page).count(), 0, 'it would lead nowhere')
  assert.ok((await countOf(page, 'outbox')) > 0)
  await page.screenshot({ path: desk.pictureOf('company-wall-offline') })
  // Nobody has to load the page again.
  await goOnline(page)
  await companyLinkOf(page).waitFor()
  assert.deepEqual(await readArrived(bay), nothing)
  await signedInAgain(bay, 'Anna')
  assert.equal(new URL(page.url()).pathname, `/workshop/surveys/${surveyId}`)
  await givenOf(page, first, 'amber').waitFor()
  await assertSent(bay, 'Anna')
}

export async function checkWorkshopSingleSignOn(check: Check, desk: Desk): Promise<void> {
  await check(
    'single sign-on: the session ends without a network, is renewed at the provider, and all is sent',
    () => atBay(desk, goOn),
  )
  await check('single sign-on: somebody else signs in, and sends nothing of the one before', () =>
    atBay(desk, takeOver),
  )
  await check('single sign-on: a shift ends without a network, and the way in is there when it is back', () =>
    atBay(desk, waitForNetwork),
  )
}
