// An owner asks about a line, the advisor answers from the inbox, the owner reads it and decides, and the inbox leads to the quotes.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { boardShown, findCar, menuLink } from './board.ts'
import { assertFitsAnyhow } from './fit.ts'
import { makeLink } from './owner-link.ts'
import { choose, decisionsOf, open, ownerTexts } from './owner-page.ts'
import { offersOf } from './quotes.ts'
import {
  assertAccessible,
  assertFits,
  type Check,
  type Desk,
  inContext,
  landscape,
  phone,
  schemes,
  still,
} from './visit.ts'
import { advisor, openApp } from './workshop.ts'
import { makeSurvey } from './workshop-survey.ts'

const asked = 'Does it also fit the winter wheels?'
const answered = 'Yes, it fits both sets.'

async function makeOffer({ trusted }: Desk): Promise<{ orderId: string; plate: string; surveyId: string }> {
  const customer = { category: 'person', firstName: 'Ada', lastName: 'Asking', email: 'ada@example.org' }
  const made = await makeSurvey(trusted, 'ask', {}, customer)
  const { status } = await trusted.asDms(`/system-clients/demo/surveys/${made.surveyId}/quotes/Q-1`, {
    method: 'PUT',
    body: {
      category: 'quote',
      description: 'Wheel bolts',
      currency: 'EUR',
      questionId: 'vc.battery',
      answerId: 'adv',
      contents: [{ itemCategory: 'material', amountExVat: 40, amountIncVat: 47.6, description: 'Bolts' }],
    },
  })
  assert.equal(status, 201)
  return made
}

/** In both colour schemes; German on the owner's page. */
async function look(page: Page, { pictureOf }: Desk, name: string): Promise<void> {
  await assertFits(page)
  await assertAccessible(page)
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: pictureOf(`questions-${name}-${colorScheme}`), fullPage: true })
  }
}

async function askAndAnswer(owner: BrowserContext, staff: BrowserContext, desk: Desk): Promise<void> {
  const { service } = desk
  const { orderId, plate, surveyId } = await makeOffer(desk)
  const url = await makeLink(owner, service, { order: orderId, type: 'VC' })
  const { page: tablet } = await openApp(staff, service, { login: advisor, language: 'en' })
  await boardShown(tablet)

  // A choice that is made meanwhile stays.
  const { page, faults } = await open(owner, url, service)
  await choose(decisionsOf(page).first(), 'later')
  const ask = page.getByRole('group').filter({ hasText: ownerTexts().askAbout }).last()
  await page.getByText(ownerTexts().askAbout).first().click()
  await ask.getByLabel(ownerTexts().askLabel).fill(asked)
  await look(page, desk, 'ask')
  await page.getByRole('button', { name: /^Send question ?: Wheel bolts/ }).dblclick()
  const thread = page.getByRole('region', { name: 'Questions about “Wheel bolts”' })
  await thread.getByText(asked, { exact: true }).waitFor()
  assert.equal(await thread.getByRole('listitem').count(), 1)
  await thread.getByText('Sent. Your advisor answers here').waitFor()
  assert.equal(await decisionsOf(page).first().getByRole('radio', { name: 'Later' }).isChecked(), true)

  // The card has a mark, and the inbox opens the thread.
  const car = await findCar(tablet, plate)
  await car.getByRole('link', { name: 'Question', exact: true }).first().waitFor()
  await menuLink(tablet, 'inbox').click()
  await tablet
    .getByRole('button', { name: new RegExp(`Ada Asking asks about .*${asked.slice(0, 20)}`) })
    .click()
  const sheet = tablet.getByRole('dialog', { name: 'Questions of the owner' })
  await sheet.getByText('€47.60').waitFor()
  await sheet.getByText('Goes by E-mail to a•••@example.org').waitFor()
  await sheet.getByRole('button', { name: 'The parts are in stock.' }).click()
  assert.equal(await sheet.getByLabel('Your answer').inputValue(), 'The parts are in stock.')
  await sheet.getByLabel('Your answer').fill(answered)
  await look(tablet, desk, 'sheet')
  await assertFitsAnyhow(tablet, 'the questions of an owner')
  await tablet.emulateMedia({ colorScheme: 'light' })
  await sheet.getByRole('button', { name: 'Send answer' }).click()
  await sheet
    .getByText(/On the page|outbox|Being sent|^Sent/)
    .first()
    .waitFor()
  await sheet.getByRole('button', { name: 'Close' }).click()

  await page.goto(`${url}?lang=de`)
  const german = page.getByRole('region', { name: 'Fragen zu „Wheel bolts“' })
  await german.getByText(answered).waitFor()
  await german.getByText('Beantwortet.').waitFor()
  await look(page, desk, 'answered')

  // What is decided is in the inbox, too, and leads to the quotes.
  await choose(decisionsOf(page, 'de').first(), 'approve', 'de')
  await page.getByRole('button', { name: ownerTexts('de').review }).click()
  await page.getByRole('button', { name: ownerTexts('de').confirm }).click()
  await page.getByRole('heading', { name: ownerTexts('de').receiptTitle }).waitFor()
  await tablet.getByRole('link', { name: /Ada Asking decided: €47.60 yes/ }).click()
  await offersOf(tablet, 'Wheel bolts').getByRole('button', { name: 'Question, answered' }).waitFor()
  assert.match(tablet.url(), new RegExp(`${surveyId}/quotes`))
  await look(tablet, desk, 'quotes')
  assert.deepEqual(faults, [])
}

export async function checkOwnerQuestions(check: Check, desk: Desk): Promise<void> {
  await check(
    'questions: an owner asks, the advisor answers from the inbox, and a decision leads to the quotes',
    () =>
      inContext(desk, 'plain', { ...still, ...phone }, (owner) =>
        inContext(desk, 'plain', { ...still, ...landscape }, (staff) => askAndAnswer(owner, staff, desk)),
      ),
  )
}
