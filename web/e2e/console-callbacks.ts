// Callbacks and reminders in the console: refused at the fields, set and tried, and changed by two people at once.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { dialogOf, openConsole, panelOf, saveOf, shown, toldOf } from './console-pages.ts'
import { titleOf } from './desk-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, still } from './visit.ts'

/** Where callbacks go, for a site too; the receiver's own words stand below after a test. */
async function checkReceivers(desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'settings?lang=en')
    await page.getByRole('link', { name: 'Open callbacks' }).click()
    await titleOf(page, 'Callbacks').waitFor()
    await shown(page, 'en')
    await page.getByRole('button', { name: 'Send a test' }).first().click()
    const reply = panelOf(page, 'What the receiver said')
    await reply.getByText('Delivered').waitFor()
    await reply.getByText('HTTP/1.1 204').waitFor()
    await assertAccessible(page)
    await page.screenshot({ path: pictureOf('console-callbacks-reply'), fullPage: true })
  })
}

/** The receiver of a site: refused at its fields, set with its own kinds, changed by two people at once, and removed. */
async function checkSiteReceiver(desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'callbacks?lang=en')
    const site = panelOf(page, 'Demo Cars South')
    const keep = (of: Page) => of.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
    await site.getByRole('button', { name: 'Set its own receiver' }).click()
    const sheet = dialogOf(page, 'Set its own receiver')
    const [address, key] = [sheet.getByLabel('Address'), sheet.getByLabel('Key')]
    // Refused whichever networks are allowed.
    await address.fill('https://receiver.example/#south')
    await key.fill('with a space')
    await keep(page)
    await address.and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    await sheet.getByText('without spaces').waitFor()
    await assertAccessible(page)
    await page.screenshot({ path: pictureOf('console-callbacks-receiver') })
    const base = 'http://callback-receiver.invalid/demo/callback-receiver'
    await address.fill(`${base}/204`)
    await key.fill('key-of-the-south')
    await sheet.getByLabel('Photo added').check()
    await keep(page)
    await site.getByText('Photo added').waitFor()
    await page.getByText('The new secret, shown this once').waitFor()
    await site.getByRole('button', { name: 'Send a test' }).click()
    await panelOf(page, 'What the receiver said').getByText('Delivered').waitFor()
    const other = await openConsole(context, service, 'callbacks?lang=en')
    for (const one of [other, page]) {
      await panelOf(one, 'Demo Cars South').getByRole('button', { name: 'Change the receiver' }).click()
      await dialogOf(one, 'Change the receiver').getByLabel('Address').waitFor()
    }
    await other.getByRole('dialog').getByLabel('Address').fill(`${base}/500`)
    await other.getByRole('dialog').getByLabel('Customer decided online').check()
    await keep(other)
    await toldOf(other, 'The receiver is kept').waitFor()
    const late = dialogOf(page, 'Change the receiver')
    await late.getByLabel('Address').fill(`${base}/slow`)
    await keep(page)
    await late.getByText('Somebody else saved here meanwhile').waitFor()
    await late.getByText(`Changed meanwhile. Now: ${base}/500. Yours: ${base}/slow.`).waitFor()
    await late.getByText('Now: Customer decided online, Photo added.').waitFor()
    await assertAccessible(page)
    await page.screenshot({ path: pictureOf('console-callbacks-two-admins'), fullPage: true })
    await keep(page)
    await site.getByText(`${base}/slow`).waitFor()
    await site.getByText('Customer decided online').waitFor()
    await checkRemoval(page, other, pictureOf('console-callbacks-remove'))
  })
}

/** Asked before, and asked again by whoever removes what somebody else has just changed. */
async function checkRemoval(page: Page, other: Page, picture: string): Promise<void> {
  const site = panelOf(page, 'Demo Cars South')
  const sheet = dialogOf(page, 'Remove the receiver of Demo Cars South?')
  const remove = () => sheet.getByRole('button', { name: 'Remove' }).click()
  await site.getByRole('button', { name: 'Remove' }).click()
  await sheet.getByText('goes to the receiver for all sites').waitFor()
  await sheet.getByText('/slow').waitFor()
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await site.getByRole('button', { name: 'Remove' }).click()
  await sheet.getByText('/slow').waitFor()
  await panelOf(other, 'Demo Cars South').getByRole('button', { name: 'Change the receiver' }).click()
  await dialogOf(other, 'Change the receiver').getByLabel('Customer decided online').uncheck()
  await dialogOf(other, 'Change the receiver').getByRole('button', { name: 'Keep' }).click()
  await dialogOf(other, 'Change the receiver').waitFor({ state: 'detached' })
  await sheet.getByText('Customer decided online').waitFor()
  await remove()
  await sheet.getByText('Somebody else changed this receiver meanwhile').waitFor()
  await sheet.getByText('Customer decided online').waitFor({ state: 'detached' })
  await site.getByText('No receiver of its own').waitFor({ state: 'hidden' })
  await assertAccessible(page)
  await page.screenshot({ path: picture, fullPage: true })
  await remove()
  await site.getByText('No receiver of its own').waitFor()
}

/** Reminders are refused until it is said whom, and changed by two people at once. */
async function checkReminders(desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'settings?lang=en')
    await page.getByRole('link', { name: 'Open reminders' }).click()
    await titleOf(page, 'Reminders').waitFor()
    const [whom, putOff] = [page.getByLabel('May be reminded'), page.getByLabel('Work that was put off')]
    const wasOn = await putOff.isChecked()
    await whom.selectOption('')
    await putOff.check()
    await saveOf(page).click()
    await whom.and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    await page.getByText('say whom the client may remind').waitFor()
    await whom.selectOption('answer')
    const answer = page.getByLabel('Question and answer')
    await answer.fill('everybody')
    await saveOf(page).click()
    await answer.and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    await assertAccessible(page)
    await page.screenshot({ path: pictureOf('console-reminders-refused'), fullPage: true })
    await answer.fill('h.extras=v5')
    // Nobody of the demo is to be reminded while other checks run.
    await putOff.setChecked(wasOn)
    await saveOf(page).click()
    await toldOf(page, 'The reminders are saved').waitFor()
    const other = await openConsole(context, service, 'reminders?lang=en')
    await other.getByLabel('So long before its day').fill('21')
    await saveOf(other).click()
    await toldOf(other, 'The reminders are saved').waitFor()
    const days = (of: Page) => of.getByLabel('So long before its day')
    await days(page).fill('10')
    await saveOf(page).click()
    const met = page.getByText('Changed meanwhile. Now: 21. Yours: 10.')
    await met.waitFor()
    await assertAccessible(page)
    // Whoever was shown what changed saves what they wanted all the same.
    await saveOf(page).click()
    await met.waitFor({ state: 'detached' })
    await toldOf(page, 'The reminders are saved').waitFor()
    for (const one of [page, other]) {
      await one.reload()
      await days(one).waitFor()
      assert.equal(await days(one).inputValue(), '10')
    }
  })
}

export async function checkConsoleCallbacks(check: Check, desk: Desk): Promise<void> {
  await check('console callbacks: set, tried, and what the receiver said', () => checkReceivers(desk))
  await check('console callbacks: a site has a receiver of its own, and two people change it at once', () =>
    checkSiteReceiver(desk),
  )
  await check('console reminders: refused at the field, saved, and met by another one', () =>
    checkReminders(desk),
  )
}
