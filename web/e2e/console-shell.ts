// The shell of the admin console: who gets in and who is led elsewhere, the ways between app, desk and console, and what is to be done.
import assert from 'node:assert/strict'
import { manager, openConsole, panelOf } from './console-pages.ts'
import { openDesk, pressAt, titleOf } from './desk-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, phone, still } from './visit.ts'
import { fillSignIn, openApp, technician } from './workshop.ts'

export async function checkConsoleShell(check: Check, desk: Desk): Promise<void> {
  const { service } = desk
  await check('console: whoever signs in comes to what is to be done', () =>
    inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
      const page = await context.newPage()
      await page.goto(`${service.plain}/admin?lang=en`)
      await titleOf(page, 'Sign in').waitFor()
      await assertAccessible(page)
      await fillSignIn(page, 'demo-admin', service.passwords.get('demo-admin') ?? '')
      await titleOf(page, 'Overview').waitFor()
      assert.ok(page.url().endsWith('/admin/overview'), page.url())
      await panelOf(page, 'Done').or(page.getByText('Everything is set up')).first().waitFor()
      await page.getByRole('button', { name: 'Account' }).click()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await titleOf(page, 'Sign in').waitFor()
    }),
  )
  await check('console: links lead from the desk to it, to the app and back, in the same language', () =>
    inContext(desk, 'plain', landscape, async (context) => {
      const page = await openDesk(context, service, '?lang=de', manager)
      await page.getByRole('link', { name: 'Verwaltung' }).click()
      await titleOf(page, 'Überblick').waitFor()
      await page.getByRole('link', { name: 'Zur App' }).click()
      await page.getByRole('link', { name: 'Optionen' }).click()
      await page.getByRole('link', { name: 'Verwaltung öffnen' }).click()
      await titleOf(page, 'Überblick').waitFor()
      await pressAt(page, page.getByRole('link', { name: 'Zum Büro' }))
      await titleOf(page, 'Heute').waitFor()
    }),
  )
  await check('console: a technician is told whose it is, and led to where they work', () =>
    inContext(desk, 'plain', { ...still, ...phone }, async (context) => {
      const page = await openConsole(context, service, '?lang=en', technician)
      await page.getByText('This page is for administrators.').waitFor()
      await assertAccessible(page)
      await page.getByRole('main').getByRole('link', { name: 'To the app' }).click()
      await page.getByRole('link', { name: 'Settings' }).waitFor()
      const { page: app } = await openApp(context, service, { path: 'settings' })
      await app.getByRole('link', { name: 'Open the desk' }).waitFor()
      assert.equal(await app.getByRole('link', { name: 'Open the administration' }).count(), 0)
    }),
  )
}
