// Two people at one question without seeing each other, one of them without a network (I1).
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Trusted, trustService } from './trust.ts'
import { type Check, inContext, type Service } from './visit.ts'
import { advisor, openApp, technician, until, waitUntilOffline } from './workshop.ts'
import { makeSurvey, readSelected } from './workshop-survey.ts'

const question = 'vc.shocks'
const landscape = { viewport: { width: 1180, height: 820 } }
const deadlineMs = 30_000

const cardOf = (page: Page) => page.locator(`[id="q-${question}"]`)
const answerOf = (page: Page, status: 'green' | 'amber' | 'red') =>
  cardOf(page).locator(`.cl-answer.${status}`)
const noteOf = (page: Page) => cardOf(page).getByRole('region', { name: 'Two people answered this' })
const noticeOf = (page: Page) => page.getByText('somebody else answered the same question')

async function openSurvey(context: BrowserContext, service: Service, login: string, surveyId: string) {
  context.setDefaultTimeout(deadlineMs)
  const { page } = await openApp(context, service, { login })
  await waitUntilOffline(page)
  await page.goto(`${service.plain}/workshop/surveys/${surveyId}`)
  await cardOf(page).waitFor()
  return page
}

const give = async (page: Page, status: 'green' | 'amber' | 'red') => {
  await answerOf(page, status).click()
  await page.locator(`[id="q-${question}"] .cl-answer.${status}[aria-pressed="true"]`).waitFor()
}

/** The technician finds it urgent with a network; the advisor, without one, said before that it can wait. */
async function meet(
  [first, second]: [BrowserContext, BrowserContext],
  service: Service,
  trusted: Trusted,
  picture: string,
) {
  const { surveyId } = await makeSurvey(trusted, 'two')
  const online = await openSurvey(first, service, technician, surveyId)
  const offline = await openSurvey(second, service, advisor, surveyId)
  const statuses = async () =>
    (await readSelected(trusted, surveyId, question)).map(({ status }) => status ?? '')
  await second.setOffline(true)
  await offline.getByText('No network', { exact: true }).waitFor()
  await give(online, 'red')
  await until(async () => (await statuses()).join() === 'red')
  await give(offline, 'amber')
  await second.setOffline(false)
  // Both see both, whoever they are; what is urgent stays.
  for (const page of [offline, online]) {
    await noteOf(page).waitFor()
    await noteOf(page).getByText('Choose which one counts').waitFor()
    await noticeOf(page).waitFor()
    await page.locator(`[id="q-${question}"] .cl-answer.red[aria-pressed="true"]`).waitFor()
    assert.equal(await noteOf(page).getByText('You,').count(), 1)
  }
  await offline.screenshot({ path: picture })
  assert.deepEqual(await statuses(), ['red'])
  // One who went on to the board hears of it there, and is led back.
  await online.goto(`${service.plain}/workshop/`)
  await noticeOf(online).waitFor()
  await online.getByRole('button', { name: 'Show' }).click()
  await noteOf(online).waitFor()
  await until(() => noteOf(online).isVisible())
  await noteOf(online)
    .getByRole('button', { name: /^Take this: Soon/ })
    .click()
  await noteOf(online).waitFor({ state: 'detached' })
  await noteOf(offline).waitFor({ state: 'detached' })
  for (const page of [offline, online]) await noticeOf(page).waitFor({ state: 'detached' })
  await until(async () => (await statuses()).join() === 'amber')
}

export async function checkWorkshopConflicts(
  check: Check,
  browser: Browser,
  service: Service,
  screenshots: string,
): Promise<void> {
  await check('workshop: two people answer one question unseen, and one of them chooses', async () => {
    const trusted = await trustService(service)
    await inContext(browser, landscape, (first) =>
      inContext(browser, landscape, (second) =>
        meet([first, second], service, trusted, join(screenshots, 'workshop-conflict.png')),
      ),
    )
  })
}
