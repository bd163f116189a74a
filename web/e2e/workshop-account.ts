// A person's own account: where the demo's passwords are, another password, where they are signed in.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import {
  assertAccessible,
  type Check,
  type Desk,
  inContext,
  landscape,
  phone,
  type Service,
} from './visit.ts'
import { fillSignIn, mainMenuOf } from './workshop.ts'

const manager = 'demo-manager'
const another = 'two bolts in the coffee'

/** The sign-in page names a file, which contains the password that works. */
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

export async function checkWorkshopAccount(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  let password = ''
  await check('account: the sign-in page of the demo says where its passwords are', () =>
    inContext(desk, 'plain', phone, async (context) => {
      const page = await context.newPage()
      await page.goto(`${service.plain}/workshop/?lang=en`)
      password = await findPassword(page, service)
      await page.getByRole('button', { name: manager }).click()
      assert.equal(await page.getByLabel('Login', { exact: true }).inputValue(), manager)
      await assertAccessible(page)
      await page.screenshot({ path: pictureOf('sign-in-demo-phone'), fullPage: true })
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await mainMenuOf(page).waitFor()
    }),
  )

  await check('account: whoever changes their password stays signed in here and nowhere else', () =>
    inContext(desk, 'plain', landscape, async (context) => {
      const page = await context.newPage()
      await page.goto(`${service.plain}/workshop/?lang=en`)
      password ||= await findPassword(page, service)
      await fillSignIn(page, manager, password)
      await mainMenuOf(page).waitFor()
      await inContext(desk, 'plain', phone, async (elsewhere) => {
        const other = await elsewhere.newPage()
        await other.goto(`${service.plain}/workshop/?lang=en`)
        await fillSignIn(other, manager, password)
        await mainMenuOf(other).waitFor()
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
        await page.screenshot({ path: pictureOf('settings-account'), fullPage: true })
        await fill('not my password', another)
        await page.getByText('This is not your current password.').waitFor()
        await fill(password, another)
        await page.getByText('Your password is changed').waitFor()
        password = another
        await page.reload()
        await page.getByRole('button', { name: 'Change password' }).waitFor()
        await other.goto(`${service.plain}/workshop/settings`)
        await other.getByText('Please sign in again').first().waitFor()
      })
    }),
  )

  await check('account: a session elsewhere is ended from the list', () =>
    inContext(desk, 'plain', landscape, async (context) => {
      const page = await context.newPage()
      await inContext(desk, 'plain', landscape, async (elsewhere) => {
        const other = await elsewhere.newPage()
        for (const one of [other, page]) {
          await one.goto(`${service.plain}/workshop/?lang=en`)
          password ||= await findPassword(one, service)
          await fillSignIn(one, manager, password)
          await mainMenuOf(one).waitFor()
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
      })
    }),
  )
}
