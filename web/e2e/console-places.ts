// Sites, branches and settings in the console: what customers see is changed, two people save at once, nothing typed is lost, and a branch
// is added and merged.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { dialogOf, lookInSizes, openConsole, panelOf, saveOf, shown, toldOf } from './console-pages.ts'
import { railOf, titleOf } from './desk-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, still } from './visit.ts'

async function openSite(page: Page): Promise<void> {
  await shown(page, 'en')
  await panelOf(page, 'Sites').getByRole('link').first().click()
  await page.getByLabel('Telephone', { exact: true }).waitFor()
}

/** Two admins at one site: the second is told field by field, keeps what was typed, and saves on the next press. */
async function checkTwoAdmins(desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const mine = await openConsole(context, service, 'sites?lang=en')
    await openSite(mine)
    const other = await openConsole(context, service, 'sites?lang=en')
    await openSite(other)
    const before = {
      telephone: await mine.getByLabel('Telephone', { exact: true }).inputValue(),
      website: await mine.getByLabel('Website', { exact: true }).inputValue(),
    }
    await other.getByLabel('Telephone', { exact: true }).fill('+49 30 111')
    await other.getByLabel('Website', { exact: true }).fill('https://first.example')
    await saveOf(other).click()
    await toldOf(other, 'The site is saved').waitFor()
    await mine.getByLabel('Telephone', { exact: true }).fill('+49 30 222')
    await mine.getByLabel('E-mail', { exact: true }).fill('second@example.com')
    await saveOf(mine).click()
    await mine.getByText('Somebody else saved here meanwhile').waitFor()
    await mine.getByText('Changed meanwhile. Now: +49 30 111. Yours: +49 30 222.').waitFor()
    await mine.getByText('Changed meanwhile by somebody else. Now: https://first.example.').waitFor()
    assert.equal(await mine.getByLabel('Telephone', { exact: true }).inputValue(), '+49 30 222')
    assert.equal(await mine.getByLabel('Website', { exact: true }).inputValue(), 'https://first.example')
    await assertAccessible(mine)
    await mine.screenshot({ path: pictureOf('console-two-admins'), fullPage: true })
    await saveOf(mine).click()
    await toldOf(mine, 'The site is saved').waitFor()
    await other.reload()
    await other.getByLabel('E-mail', { exact: true }).waitFor()
    assert.equal(await other.getByLabel('Telephone', { exact: true }).inputValue(), '+49 30 222')
    assert.equal(await other.getByLabel('Website', { exact: true }).inputValue(), 'https://first.example')
    assert.equal(await other.getByLabel('E-mail', { exact: true }).inputValue(), 'second@example.com')
    for (const [label, value] of [
      ['Telephone', before.telephone],
      ['Website', before.website],
    ] as const)
      await other.getByLabel(label, { exact: true }).fill(value)
    await saveOf(other).click()
    await toldOf(other, 'The site is saved').waitFor()
  })
}

/** A refusal lands at its field, and nobody loses what was typed by a link, by Back, or by closing. */
async function checkTyped(desk: Desk): Promise<void> {
  const { service } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'sites?lang=en')
    await openSite(page)
    const colour = page.getByLabel('Main colour', { exact: true })
    await colour.fill('red')
    await saveOf(page).click()
    await colour.and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    await assertAccessible(page)
    const leave = dialogOf(page, 'Leave without saving?')
    await railOf(page).getByRole('link', { name: 'People' }).click()
    await assertAccessible(page)
    await leave.getByRole('button', { name: 'Stay here' }).click()
    await page.goBack()
    await leave.getByRole('button', { name: 'Stay here' }).click()
    assert.equal(await colour.inputValue(), 'red')
    await railOf(page).getByRole('link', { name: 'People' }).click()
    await leave.getByRole('button', { name: 'Leave without saving' }).click()
    await titleOf(page, 'People').waitFor()
  })
}

async function checkBranches(desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'branches?lang=en')
    await shown(page, 'en')
    for (const code of ['E2E-1', 'E2E-2']) {
      await page.getByRole('button', { name: 'Add a branch' }).click()
      const sheet = dialogOf(page, 'Add a branch')
      await sheet.getByLabel('Name', { exact: true }).fill(`Console ${code}`)
      await sheet.getByLabel('Dealer codes', { exact: true }).fill(code)
      await sheet.getByRole('button', { name: 'Add', exact: true }).click()
      await titleOf(page, `Console ${code}`).waitFor()
      await page.getByRole('link', { name: 'All branches' }).click()
      await page.getByRole('table', { name: 'Branches' }).waitFor()
    }
    await page.getByRole('searchbox').fill('e2e-2')
    await page.getByRole('status').filter({ hasText: '1 branch' }).waitFor()
    await page.getByRole('link', { name: 'Console E2E-2' }).click()
    await page.getByRole('button', { name: 'Merge into another' }).click()
    const sheet = dialogOf(page, 'Merge Console E2E-2')
    await sheet.getByLabel('Branch that takes over').selectOption('E2E-1')
    await sheet.getByText('Everything of Console E2E-2 goes to Console E2E-1').waitFor()
    await assertAccessible(page)
    await page.screenshot({ path: pictureOf('console-merge') })
    await sheet.getByRole('button', { name: 'Merge for good' }).click()
    await titleOf(page, 'Console E2E-1').waitFor()
    assert.equal(await page.getByLabel('Dealer codes', { exact: true }).inputValue(), 'E2E-1\nE2E-2')
  })
}

/** A site says what it has of its own, and what it has from all: one choice, and back. */
async function checkCountry(desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'sites?lang=en')
    await openSite(page)
    const part = panelOf(page, 'Time zone and currency')
    const zone = part.getByLabel('Time zone', { exact: true })
    const currency = part.getByLabel('Currency', { exact: true })
    assert.equal(await zone.inputValue(), '')
    await zone
      .getByRole('option', { name: 'As for all sites (Europe/Berlin)' })
      .waitFor({ state: 'attached' })
    await part.getByText('as for all sites (EUR)').waitFor()
    await zone.selectOption('Europe/Zurich')
    await currency.fill('francs'.slice(0, 3))
    await saveOf(page).click()
    await currency.and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    await part.getByText('is not an ISO 4217 code').waitFor()
    await assertAccessible(page)
    await currency.fill('chf')
    await saveOf(page).click()
    await toldOf(page, 'The site is saved').waitFor()
    await page.screenshot({ path: pictureOf('console-site-country'), fullPage: true })
    await page.reload()
    await zone.waitFor()
    assert.deepEqual([await zone.inputValue(), await currency.inputValue()], ['Europe/Zurich', 'CHF'])
    const sender = panelOf(page, 'Sender of messages')
    await sender.getByText('Counts once there are settings of your own for this channel.').first().waitFor()
    await sender.getByLabel('Address of the sender', { exact: true }).fill('north@example.com')
    await saveOf(page).click()
    await toldOf(page, 'The site is saved').waitFor()
    await sender.getByLabel('Address of the sender', { exact: true }).fill('')
    await zone.selectOption('')
    await currency.fill('')
    await saveOf(page).click()
    await toldOf(page, 'The site is saved').waitFor()
  })
}

export async function checkConsolePlaces(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  await check('console sites: two people save at once, and nothing is lost', () => checkTwoAdmins(desk))
  await check('console sites: what was typed is kept, and a refusal stands at its field', () =>
    checkTyped(desk),
  )
  await check('console sites: a time zone and a currency of its own, and back', () => checkCountry(desk))
  await check('console branches: added, found and merged', () => checkBranches(desk))
  await check('console sites: a site in every size', () =>
    inContext(desk, 'plain', still, async (context) => {
      const page = await openConsole(context, service, 'sites?lang=en')
      await openSite(page)
      await lookInSizes(page, (size) => pictureOf(`console-site-${size}`))
    }),
  )
}
