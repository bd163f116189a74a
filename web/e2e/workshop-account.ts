// One's own account as a person meets it: where the demo's passwords are, another password, where one is signed in.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { assertAccessible, type Check, inContext, type Service } from './visit.ts'
import { fillSignIn } from './workshop.ts'

const manager = 'demo-manager'
const another = 'two bolts in the coffee'
const phone = { viewport: { width: 390, height: 844 } }
const tablet = { viewport: { width: 1180, height: 820 } }

/** The sign-in page names a file; whoever opens it finds the password that works. */
async function findPassword(page: Page, service: Service): Promise<string> {
  const help = page.getByRole('region', { name: 'This is the demo' })
  const words = await help.getByText('on the machine where the service runs').textContent()
  const [, file] = /in the file (\S+) on/.exec(words ?? '') ?? []
  assert.equal(file?.split('/').at(-1), 'demo-passwords.txt')
  const text = await readFile(join(service.dataDir, 'demo-passwords.txt'), 'utf8')
  const line = text.split('\n').find((one) => one.startsWith(`${manager} `))
  assert.ok(line, 'the manager has a password')
  return line.split(/\s+/)[1] as string
}

export async function checkWorkshopAccount(
  check: Check,
  browser: Browser,
  service: Service,
  screenshots: string,
): Promise<void> {
  let password = ''
  await check('account: the sign-in page of the demo says where its passwords are', () =>
    inContext(browser, phone, async (context) => {
      const page = await context.newPage()
      await page.goto(`${service.plain}/workshop/?lang=en`)
      password = await findPassword(page, service)
      await page.getByRole('button', { name: manager }).click()
      assert.equal(await page.getByLabel('Login', { exact: true }).inputValue(), manager)
      await assertAccessible(page)
      await page.screenshot({ path: join(screenshots, 'sign-in-demo-phone.png'), fullPage: true })
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.locator('.rail').waitFor()
    }),
  )

  await check('account: whoever changes their password stays signed in here and nowhere else', () =>
    inContext(browser, tablet, async (context) => {
      const page = await context.newPage()
      await page.goto(`${service.plain}/workshop/?lang=en`)
      password ||= await findPassword(page, service)
      await fillSignIn(page, manager, password)
      await page.locator('.rail').waitFor()
      await inContext(browser, phone, async (elsewhere) => {
        const other = await elsewhere.newPage()
        await other.goto(`${service.plain}/workshop/?lang=en`)
        await fillSignIn(other, manager, password)
        await other.locator('.rail').waitFor()
        await page.goto(`${service.plain}/workshop/settings`)
        const sessions = page.getByRole('region', { name: 'Where you are signed in' })
        await sessions.getByText('this device').waitFor()
        assert.ok((await sessions.getByRole('listitem').count()) >= 2)

        await page.getByRole('button', { name: 'Change password' }).click()
        const fill = async (current: string, next: string) => {
          await page.getByLabel('Current password', { exact: true }).fill(current)
          await page.getByLabel('New password', { exact: true }).fill(next)
          await page.getByRole('button', { name: 'Save new password' }).click()
        }
        await fill(password, 'Password2026!')
        await page.getByText('Too short or too easy to guess').waitFor()
        await assertAccessible(page)
        await page.screenshot({ path: join(screenshots, 'settings-account.png'), fullPage: true })
        await fill('not my password', another)
        await page.getByText('This is not your current password.').waitFor()
        await fill(password, another)
        await page.getByText('Your password is changed').waitFor()
        await page.reload()
        await page.getByRole('button', { name: 'Change password' }).waitFor()
        await other.goto(`${service.plain}/workshop/settings`)
        await other.getByText('Please sign in again').first().waitFor()
      })
    }),
  )

  await check('account: a session elsewhere is ended from the list', () =>
    inContext(browser, tablet, async (context) => {
      const [page, other] = [await context.newPage(), await (await browser.newContext()).newPage()]
      try {
        for (const one of [other, page]) {
          await one.goto(`${service.plain}/workshop/?lang=en`)
          await fillSignIn(one, manager, another)
          await one.locator('.rail').waitFor()
        }
        await page.goto(`${service.plain}/workshop/settings`)
        const sessions = page.getByRole('region', { name: 'Where you are signed in' })
        await sessions.getByText('this device').waitFor()
        for (let n = await sessions.getByRole('listitem').count(); n > 1; n--) {
          await sessions.getByRole('button', { name: 'Sign out' }).first().click()
          await sessions
            .getByRole('listitem')
            .nth(n - 1)
            .waitFor({ state: 'detached' })
        }
        await other.goto(`${service.plain}/workshop/settings`)
        await other.getByText('Please sign in again').first().waitFor()
        await page.reload()
        await sessions.getByText('this device').waitFor()
      } finally {
        await other.context().close()
      }
    }),
  )
}
