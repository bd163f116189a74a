// How people sign in, in the console: a provider is made, asked, tried with claims and removed; passwords keep a spare login.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openConsole, panelOf } from './console-pages.ts'
import { titleOf } from './desk-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, still } from './visit.ts'

/** What claims give follows the rules as they stand in the form, which nobody has saved. */
async function tryRules(page: Page): Promise<void> {
  const rules = page.getByRole('group', { name: 'Rules', exact: true })
  const show = page.getByRole('button', { name: 'Show what it would give' })
  await rules.getByRole('textbox', { name: 'Branches (empty: all)' }).fill('DE1001, NOWHERE')
  await show.click()
  await page.getByText(/would be Service advisor, (?!all branches)/).waitFor()
  await page.getByText('Not known here: NOWHERE').waitFor()
  // The first that applies counts: a rule of another group is passed over, one of any group is not.
  await rules.getByRole('textbox', { name: 'Value (empty: any)' }).fill('wa-nobody')
  await show.click()
  await page.getByText('No rule applies: the person would be refused').waitFor()
  await rules.getByRole('button', { name: 'Add a rule' }).click()
  await rules.getByRole('combobox', { name: 'Role' }).last().selectOption('technician')
  await show.click()
  await page.getByText('Pat Lang (pat@dealer.example) would be Technician, all branches').waitFor()
  // A rule that the service refuses is told in its words, and what was shown does not stand beside it.
  await rules.getByRole('combobox', { name: 'Role' }).last().selectOption('admin')
  await rules.getByRole('textbox', { name: 'Branches (empty: all)' }).last().fill('DE1001')
  await show.click()
  await page.getByText(/the role "admin" is for the whole client/).waitFor()
  assert.equal(await page.getByText(/would be Technician/).count(), 0)
  await rules.getByRole('button', { name: 'Remove rule 2' }).click()
  await rules.getByRole('textbox', { name: 'Value (empty: any)' }).fill('wa-advisors')
  await rules.getByRole('textbox', { name: 'Branches (empty: all)' }).fill('')
  await show.click()
  await page.getByText('Pat Lang (pat@dealer.example) would be Service advisor, all branches').waitFor()
}

export async function checkConsoleSignIn(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  await check('console sign-in: a provider is made, tried and removed', () =>
    inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
      const page = await openConsole(context, service, 'sign-in?lang=en')
      await page.getByRole('link', { name: 'Add a provider' }).click()
      await titleOf(page, 'Add a provider').waitFor()
      const fill = (name: string, value: string) =>
        page.getByRole('textbox', { name, exact: true }).fill(value)
      await fill('Short name', 'company')
      await fill('Name on the button', 'Company account')
      await fill('Address of the provider (issuer)', 'https://issuer.invalid')
      await fill('Client ID', 'walkaround')
      await page.getByLabel('Client secret', { exact: true }).fill('hush')
      await fill('Value (empty: any)', 'wa-advisors')
      await page.getByRole('combobox', { name: 'Role' }).selectOption('advisor')
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Save' }).click()
      await titleOf(page, 'Company account').waitFor()
      await panelOf(page, 'To be entered at the provider').getByText('/sign-in/').first().waitFor()

      await page.getByRole('button', { name: 'Ask the provider' }).click()
      await page.getByText('It was not reached, or did not describe itself').waitFor()
      await page
        .getByRole('textbox', { name: 'Claims of a person, as JSON' })
        .fill('{"email":"pat@dealer.example","name":"Pat Lang","groups":["wa-advisors"]}')
      await page.getByRole('button', { name: 'Show what it would give' }).click()
      await page.getByText('Pat Lang (pat@dealer.example) would be Service advisor, all branches').waitFor()
      await tryRules(page)
      await assertAccessible(page)
      await page.screenshot({ path: pictureOf('console-provider-1180'), fullPage: true })

      await page.getByRole('button', { name: 'Remove the provider' }).click()
      const sheet = page.getByRole('dialog', { name: 'Remove Company account?' })
      await sheet.getByRole('button', { name: 'Remove the provider' }).click()
      await page.getByText('None yet: people sign in with a password.').waitFor()
    }),
  )
}
