// The words that people read, set up in the console: those of messages, reasons to decline.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import {
  dialogOf,
  languagesSeen,
  lookInSizes,
  openConsole,
  panelOf,
  saveOf,
  shown,
  toldOf,
} from './console-pages.ts'
import { titleOf } from './desk-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, still } from './visit.ts'

const smsOfResult = 'words?lang=en&in=en&message=surveyResultsEmail&channel=sms'
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Words of the message' })
const previewOf = (page: Page) => panelOf(page, 'Preview')

/** Written with placeholders by a tap, seen at once, refused with its name, kept, and brought back. */
async function checkOneText(desk: Desk): Promise<void> {
  const { service } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'words?lang=en&in=en')
    await page.getByRole('link', { name: 'Result of the inspection SMS' }).click()
    await page.getByText('This is the standard text').waitFor()
    await textOf(page).fill('Hello ')
    await page.getByRole('button', { name: /^Name of the recipient/ }).click()
    await page.getByRole('button', { name: /^Link \{link\}/ }).click()
    assert.equal(await textOf(page).inputValue(), 'Hello {name}\n{link}')
    await previewOf(page).getByText('Hello Ada Sample').waitFor()
    await previewOf(page).getByText('GSM-7').waitFor()
    await textOf(page).press('End')
    await textOf(page).pressSequentially('\nПривет')
    await previewOf(page).getByText('UCS-2').waitFor()
    await textOf(page).fill('Hello {nmae}\n{link}')
    await previewOf(page).getByText('This text cannot be used yet').waitFor()
    await saveOf(page).click()
    await textOf(page).and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    await panelOf(page, 'Text').getByText('line 1: {nmae} is not one of').waitFor()
    await assertAccessible(page)
    await textOf(page).fill('Hello {name}, ready:\n{link}')
    await saveOf(page).click()
    await toldOf(page, 'The text is saved').waitFor()
    await page.getByText('This is your own text').waitFor()
    await page.getByRole('link', { name: 'All texts' }).click()
    await page
      .getByRole('row', { name: /Result of the inspection SMS/ })
      .getByText('Own text')
      .waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Back to the standard' }).click()
    const sheet = dialogOf(page, 'Bring the standard text back?')
    await sheet.getByText('has been checked').waitFor()
    await assertAccessible(page)
    await sheet.getByRole('button', { name: 'Back to the standard' }).click()
    await page.getByText('This is the standard text').waitFor()
    assert.match(await textOf(page).inputValue(), /has been checked/)
  })
}

/** The client has two sites, each with its look and name. */
async function checkSiteOfPreview(desk: Desk): Promise<void> {
  const { service } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, smsOfResult.replace('channel=sms', 'channel=email'))
    const mail = previewOf(page).getByTitle('Preview').contentFrame()
    await previewOf(page).getByText('From: Demo Cars North').waitFor()
    await mail.getByText('Demo Cars North').first().waitFor()
    await previewOf(page).getByRole('radio', { name: 'Demo Cars South' }).check()
    await previewOf(page).getByText('From: Demo Cars South').waitFor()
    await mail.getByText('Demo Cars South').first().waitFor()
    assert.equal(await mail.getByText('Demo Cars North').count(), 0)
    await assertAccessible(page)
  })
}

/** Two admins at one text: the later one is told, keeps what was typed, and saves on the next press. */
async function checkTwoAdmins(desk: Desk): Promise<void> {
  const { service } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const mine = await openConsole(context, service, smsOfResult)
    await textOf(mine).waitFor()
    const other = await openConsole(context, service, smsOfResult)
    await textOf(other).fill('First\n{link}')
    await saveOf(other).click()
    await toldOf(other, 'The text is saved').waitFor()
    await textOf(mine).fill('Second\n{link}')
    await saveOf(mine).click()
    await mine.getByText('Somebody else saved here meanwhile').waitFor()
    await mine.getByText('Changed meanwhile. Now: First / {link}. Yours: Second / {link}.').waitFor()
    await saveOf(mine).click()
    await toldOf(mine, 'The text is saved').waitFor()
    await mine.getByRole('button', { name: 'Back to the standard' }).click()
    await dialogOf(mine, /Bring the standard/)
      .getByRole('button', { name: 'Back to the standard' })
      .click()
    await mine.getByText('This is the standard text').waitFor()
  })
}

/** A reason is added, moved up and kept; one is switched off; both come back as they were. */
async function checkReasons(desk: Desk): Promise<void> {
  const { service } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'words?lang=en&in=en')
    await page.getByRole('link', { name: 'Reasons to decline' }).click()
    await titleOf(page, 'Reasons to decline').waitFor()
    const named = (name: string) => page.getByRole('group', { name, exact: true })
    await named('Too expensive').getByRole('checkbox').waitFor()
    await page.getByRole('button', { name: 'Add a reason' }).click()
    await named('own1').getByLabel('Code for the DMS').fill('not a code')
    await saveOf(page).click()
    await named('not a code').getByText('must begin with a letter').waitFor()
    await page.getByRole('alert').filter({ hasText: 'Please look again at: not a code' }).waitFor()
    const wrong = page.locator('[aria-invalid="true"]')
    await named('not a code').getByLabel('Code for the DMS').and(wrong).waitFor()
    await named('not a code')
      .getByLabel('The customer reads')
      .and(wrong)
      .and(page.locator(':focus'))
      .waitFor()
    await assertAccessible(page)
    await named('not a code').getByLabel('Code for the DMS').fill('waiting')
    await saveOf(page).click()
    await named('waiting').getByText("needs a text in the client's language, en").waitFor()
    await assertAccessible(page)
    await named('waiting')
      .getByLabel('The customer reads')
      .pressSequentially('I am waiting for the insurance')
    const added = named('I am waiting for the insurance')
    await added.getByRole('button', { name: /^Move up/ }).press('Enter')
    await named('Too expensive').getByRole('checkbox').uncheck()
    await saveOf(page).click()
    await toldOf(page, 'The reasons are saved').waitFor()
    await page.reload()
    await added.getByText('waiting', { exact: true }).waitFor()
    assert.equal(await named('Too expensive').getByRole('checkbox').isChecked(), false)
    const order = await page
      .getByRole('list')
      .getByRole('group')
      .evaluateAll((all) => all.map((one) => one.ariaLabel))
    assert.equal(order.at(-1), 'Another reason')
    assert.equal(order.at(-2), 'I am waiting for the insurance')
    await named('Too expensive').getByRole('checkbox').check()
    await added.getByRole('checkbox').uncheck()
    await saveOf(page).click()
    await toldOf(page, 'The reasons are saved').waitFor()
  })
}

export async function checkConsoleWords(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  await check('console words: a message is written, seen, refused, kept and brought back', () =>
    checkOneText(desk),
  )
  await check('console words: two people write one message', () => checkTwoAdmins(desk))
  await check('console words: a mail is shown as a site sends it', () => checkSiteOfPreview(desk))
  await check('console words: reasons to decline are added, moved and switched off', () => checkReasons(desk))
  for (const language of languagesSeen)
    await check(
      `console words: reasons in every size, ${language}`,
      () =>
        inContext(desk, 'plain', still, async (context) => {
          const page = await openConsole(context, service, `words/reasons?lang=${language}&in=${language}`)
          await page.getByRole('textbox').first().waitFor()
          await shown(page, language)
          await lookInSizes(page, (size) => pictureOf(`console-reasons-${language}-${size}`))
        }),
      language !== 'de',
    )
  for (const language of languagesSeen)
    await check(
      `console words: a message in every size, ${language}`,
      () =>
        inContext(desk, 'plain', still, async (context) => {
          const path = `words?lang=${language}&in=${language}&message=workReminder&channel=email`
          const page = await openConsole(context, service, path)
          await page.getByRole('textbox').first().waitFor()
          await shown(page, language)
          await lookInSizes(page, (size) => pictureOf(`console-words-mail-${language}-${size}`))
        }),
      language !== 'de',
    )
}
