// Two people at one question without seeing each other, one of them without a network (I1).
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { answerOf, cardOf, givenOf, type Status } from './checklist.ts'
import { type Check, type Desk, inContext, landscape, type Service } from './visit.ts'
import { advisor, goOffline, goOnline, openApp, technician, until, waitUntilOffline } from './workshop.ts'
import { makeSurvey, readSelected } from './workshop-survey.ts'

const question = 'vc.shocks'

const conflictOf = (page: Page) =>
  cardOf(page, question).getByRole('region', { name: 'Two people answered this' })
const noticeOf = (page: Page) => page.getByText('somebody else answered the same question')

async function openSurvey(context: BrowserContext, service: Service, login: string, surveyId: string) {
  const { page } = await openApp(context, service, { login })
  await waitUntilOffline(page)
  await page.goto(`${service.plain}/workshop/surveys/${surveyId}`)
  await cardOf(page, question).waitFor()
  return page
}

const give = async (page: Page, status: Status) => {
  await answerOf(page, question, status).click()
  await givenOf(page, question, status).waitFor()
}

/** The technician finds it urgent with a network; the advisor, without one, said before that it can wait. */
async function meet(
  [first, second]: [BrowserContext, BrowserContext],
  { service, trusted, pictureOf }: Desk,
): Promise<void> {
  const { surveyId } = await makeSurvey(trusted, 'two')
  const online = await openSurvey(first, service, technician, surveyId)
  const offline = await openSurvey(second, service, advisor, surveyId)
  const statuses = async () =>
    (await readSelected(trusted, surveyId, question)).map(({ status }) => status ?? '')
  await goOffline(offline)
  await offline.getByText('No network', { exact: true }).waitFor()
  await give(online, 'red')
  await until(async () => (await statuses()).join() === 'red')
  await give(offline, 'amber')
  await goOnline(offline)
  // Both people see both versions; the urgent one stays.
  for (const page of [offline, online]) {
    await conflictOf(page).waitFor()
    await conflictOf(page).getByText('Choose which one counts').waitFor()
    await noticeOf(page).waitFor()
    await givenOf(page, question, 'red').waitFor()
    assert.equal(await conflictOf(page).getByText('You,').count(), 1)
  }
  await offline.screenshot({ path: pictureOf('workshop-conflict') })
  assert.deepEqual(await statuses(), ['red'])
  // One who went on to the board hears of it there, and is led back.
  await online.goto(`${service.plain}/workshop/`)
  await noticeOf(online).waitFor()
  await online.getByRole('button', { name: 'Show' }).click()
  await conflictOf(online).waitFor()
  await until(() => conflictOf(online).isVisible())
  await conflictOf(online)
    .getByRole('button', { name: /^Take this: Soon/ })
    .click()
  await conflictOf(online).waitFor({ state: 'detached' })
  await conflictOf(offline).waitFor({ state: 'detached' })
  for (const page of [offline, online]) await noticeOf(page).waitFor({ state: 'detached' })
  await until(async () => (await statuses()).join() === 'amber')
}

export async function checkWorkshopConflicts(check: Check, desk: Desk): Promise<void> {
  await check('workshop: two people answer one question unseen, and one of them chooses', () =>
    inContext(desk, 'plain', landscape, (first) =>
      inContext(desk, 'plain', landscape, (second) => meet([first, second], desk)),
    ),
  )
}
