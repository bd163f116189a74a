// The channels of messages in the console.
import { openConsole, panelOf } from './console-pages.ts'
import { type Check, type Desk, inContext, landscape, still } from './visit.ts'

export async function checkConsoleMessages(check: Check, desk: Desk): Promise<void> {
  const { service } = desk
  await check('console channels: a mail server is set, kept without its password, and removed', () =>
    inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
      const page = await openConsole(context, service, 'messages?lang=en')
      const mail = panelOf(page, 'E-mail')
      await mail.getByText('A demo or a sandbox').waitFor()
      await mail.getByRole('textbox', { name: 'Mail server' }).fill('smtp.example.com')
      await mail.getByRole('textbox', { name: 'Address of the sender' }).fill('service@example.com')
      await mail.getByRole('textbox', { name: 'User name' }).fill('us')
      await mail.getByLabel('Password').fill('a long secret')
      await mail.getByRole('button', { name: 'Save' }).click()
      await mail.getByText('Is kept; type only to replace it.').waitFor()
      await page.reload()
      await mail.getByText('Is kept; type only to replace it.').waitFor()
      await mail.getByRole('button', { name: 'Remove own settings' }).click()
      const sheet = page.getByRole('dialog', { name: 'Remove the own settings of this channel?' })
      await sheet.getByRole('button', { name: 'Remove own settings' }).click()
      await mail.getByText('It is sealed, and never shown again.').waitFor()
    }),
  )
}
