// How people sign in, in the console: a provider is made, asked, tried with claims and removed; passwords keep a spare login.
import { openConsole, panelOf } from './console-pages.ts'
import { titleOf } from './desk-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, still } from './visit.ts'

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
      await assertAccessible(page)
      await page.screenshot({ path: pictureOf('console-provider-1180'), fullPage: true })

      await page.getByRole('button', { name: 'Remove the provider' }).click()
      const sheet = page.getByRole('dialog', { name: 'Remove Company account?' })
      await sheet.getByRole('button', { name: 'Remove the provider' }).click()
      await page.getByText('None yet: people sign in with a password.').waitFor()
    }),
  )
}
