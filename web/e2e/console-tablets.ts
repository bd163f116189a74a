// Shared tablets in the console: added with a code for a device, changed and revoked.
import assert from 'node:assert/strict'
import { openConsole } from './console-pages.ts'
import { titleOf } from './desk-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape } from './visit.ts'

export async function checkConsoleTablets(check: Check, desk: Desk): Promise<void> {
  const { service } = desk
  await check('console: a tablet is added, its device paired, and revoked', () =>
    inContext(desk, 'plain', landscape, async (context) => {
      const page = await openConsole(context, service, 'tablets?lang=en')
      await titleOf(page, 'Tablets').waitFor()
      await page.getByRole('button', { name: 'Add a tablet' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Bay 7')
      await page.getByRole('button', { name: 'Show the code' }).click()
      await page.getByRole('heading', { name: 'Pair Bay 7' }).waitFor()
      await page.getByRole('img', { name: 'QR code that pairs the device' }).waitFor()
      await assertAccessible(page)
      const link = await page.getByRole('textbox', { name: 'Link for the device' }).inputValue()
      assert.match(link, /\/workshop\/pair#/)
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('cell', { name: 'waits for the device' }).waitFor()
      await page.getByRole('button', { name: 'Bay 7' }).click()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Revoke' }).click()
      await page
        .getByRole('dialog', { name: 'Revoke Bay 7?' })
        .getByRole('button', { name: 'Revoke' })
        .click()
      await page.getByRole('button', { name: 'Bay 7' }).waitFor({ state: 'detached' })
    }),
  )
}
