// The channels of messages in the console.
import { lookInSizes, openConsole, panelOf } from './console-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, still } from './visit.ts'

export async function checkConsoleMessages(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
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
  await check('console deliveries: asked for by state and channel, which the address keeps', () =>
    inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
      const page = await openConsole(context, service, 'messages?lang=en')
      await page.getByRole('link', { name: 'Sent and failed messages' }).click()
      await page.getByRole('radio', { name: 'Sent' }).check()
      await page.getByText('Kept in the outbox').first().waitFor()
      await assertAccessible(page)
      await page.getByLabel('Channel').selectOption('Telegram')
      await page.getByText('No message has been sent yet').waitFor()
      await page.reload()
      await page.getByText('No message has been sent yet').waitFor()
      await page.getByLabel('Channel').selectOption('All channels')
      await lookInSizes(page, (size) => pictureOf(`console-deliveries-sent-${size}`))
    }),
  )
}
