// What an advisor sees before and after sending: something urgent without offer or photo, and a message that was not really sent.
import assert from 'node:assert/strict'
import type { BrowserContext } from 'playwright-core'
import { allSaved, answerOf } from './checklist.ts'
import { rowsOf, sentOf } from './messages.ts'
import { offersOf, workOf } from './quotes.ts'
import type { Trusted } from './trust.ts'
import type { Service } from './visit.ts'
import { makeSurvey, openBoard } from './workshop-survey.ts'

type Act = (context: BrowserContext, service: Service, trusted: Trusted) => Promise<void>

const customer = {
  category: 'person',
  firstName: 'Ada',
  lastName: 'Example',
  email: 'ada@example.org',
}

export const warnBeforeSending: Act = async (context, service, trusted) => {
  const { surveyId } = await makeSurvey(trusted, 'urgent', {}, customer)
  const page = await openBoard(context, service)
  const open = (path = '') => page.goto(`${service.base}/workshop/surveys/${surveyId}${path}`)
  await open()
  await answerOf(page, 'vc.discF', 'red').click()
  await allSaved(page)
  await open('/send')
  const warning = page.getByRole('region', { name: 'Something urgent is not complete' })
  await warning.getByText('no offer and no photo').waitFor()
  await warning.getByRole('link', { name: 'Take a photo of Front discs' }).waitFor()
  await warning.getByRole('link', { name: 'Make an offer for Front discs' }).click()
  await workOf(page, /^Front brake discs and pads/)
    .first()
    .click()
  await offersOf(page).first().waitFor()
  await open('/send')
  await warning.getByText('no photo', { exact: true }).waitFor()
  const send = page.getByRole('button', { name: 'Send', exact: true })
  const sheet = page.getByRole('dialog', { name: 'Send all the same' })
  const messages = sentOf(page)
  await send.click()
  await sheet.getByText('Front discs').waitFor()
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await sheet.waitFor({ state: 'detached' })
  assert.equal(await messages.count(), 0, 'nothing was sent')
  await send.click()
  await sheet.getByRole('button', { name: 'Send all the same' }).click()
  // It went to nobody: the demo keeps what would have gone out, and says nothing else.
  const [here, inOutbox] = [messages.first(), rowsOf(page).filter({ hasText: 'Ada Example' }).first()]
  await here.getByText('Kept in the outbox').waitFor()
  assert.equal(await here.getByText('Sent', { exact: true }).count(), 0)
  await here.getByRole('link', { name: 'To the outbox' }).click()
  await page.getByText('Messages that went to nobody').waitFor()
  await inOutbox.getByText('Kept in the outbox').waitFor()
  assert.equal(
    await rowsOf(page).getByText('Sent', { exact: true }).count(),
    0,
    'no message here is called sent',
  )
}
