// A tap on Send, while the screen still changes around it.
import assert from 'node:assert/strict'
import type { BrowserContext } from 'playwright-core'
import { countSent, findLinkToSend, isDressed, sentOf } from './messages.ts'
import { type Check, type Desk, inContext, landscape, type Service } from './visit.ts'
import { advisor, openApp, until } from './workshop.ts'

/** The letter arrives while a finger is on the button below it: the tap still counts. */
async function sendBeforeSeen(context: BrowserContext, service: Service): Promise<void> {
  const { page, faults } = await openApp(context, service, { login: advisor })
  const previews = /\/message-preview$/
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
  await context.route(previews, async (route) => {
    await pressed
    await route.continue()
  })
  await (await findLinkToSend(page)).click()
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await until(() => send.isEnabled())
  const before = await countSent(page)
  await send.hover()
  await page.mouse.down()
  press()
  await until(() => isDressed(page))
  await page.mouse.up()
  await until(async () => (await sentOf(page).count()) === before + 1)
  assert.deepEqual(faults(), [])
}

export async function checkSendTap(check: Check, desk: Desk): Promise<void> {
  await check('workshop: the button to send stays under the finger while the letter arrives', () =>
    inContext(desk, 'plain', landscape, (context) => sendBeforeSeen(context, desk.service)),
  )
}
