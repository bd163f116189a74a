// Passkeys as people use them: added under Settings, used to sign in at app and desk, replaced by a recovery code, and made at the first
// sign-in of somebody who needs one. The device is Chromium's own virtual authenticator.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { dialogOf, openConsole, panelOf, toldOf } from './console-pages.ts'
import {
  assertAccessible,
  assertFits,
  type Check,
  type Desk,
  inContext,
  landscape,
  phone,
  still,
} from './visit.ts'
import { said } from './words.ts'
import { fillSignIn, mainMenuOf } from './workshop.ts'

const PASSWORD = 'two spanners and a cup of tea'

/** Keeps passkeys for this page, and agrees to everything. */
async function giveDevice(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const step = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true }).waitFor()

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await step(page, 'Sign in')
}

/** The demo sends no mails, so the admin has to tell the person; that is said until the page is left. */
async function clearInConsole(desk: Desk, login: string): Promise<void> {
  const { service, pictureOf } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'people?lang=en')
    await page.getByRole('searchbox').fill(login)
    await page.getByRole('table', { name: 'People with access' }).getByRole('link', { name: login }).click()
    const acts = panelOf(page, 'More')
    await acts.getByRole('button', { name: 'Remove passkeys' }).click()
    await dialogOf(page, `Remove the passkeys of ${login}?`)
      .getByRole('button', { name: 'Remove passkeys' })
      .click()
    await toldOf(page, `The passkeys of ${login} are removed`).waitFor()
    await acts.getByText(`Nobody told ${login}`).waitFor()
    await page.getByText('On no device.').waitFor()
    await assertAccessible(page)
    await page.screenshot({ path: pictureOf('passkeys-cleared'), fullPage: true })
    await page.setViewportSize(phone.viewport)
    await assertFits(page)
    await page.screenshot({ path: pictureOf('passkeys-cleared-phone'), fullPage: true })
    await acts.getByText(`Nobody told ${login}`).waitFor()
  })
}

export async function checkPasskeys(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  const add = (login: string) =>
    service.run(
      ['login', 'add', login, '--client', 'demo', '--role', 'admin', '--password-stdin'],
      `${PASSWORD}\n`,
    )

  await check(
    'passkeys: added under settings, used to sign in, and replaced by a recovery code',
    async () => {
      await add('keys-one')
      let codes: string[] = []
      await inContext(desk, 'plain', landscape, async (context) => {
        const page = await context.newPage()
        await giveDevice(page)
        await page.goto(`${service.plain}/workshop/?lang=en`)
        await fillSignIn(page, 'keys-one', PASSWORD)
        await mainMenuOf(page).waitFor()
        await page.goto(`${service.plain}/workshop/settings`)
        const own = page.getByRole('region', { name: 'Passkeys', exact: true })
        await own.getByText('You have no passkey yet.').waitFor()
        await own.getByRole('button', { name: 'Add a passkey' }).click()
        await own.getByLabel('What do you call it?').fill('Laptop')
        await own.getByLabel('Your password').fill('not the password')
        await own.getByRole('button', { name: 'Add a passkey' }).click()
        await own.getByText('This is not your current password.').waitFor()
        await assertAccessible(page)
        await own.getByLabel('Your password').fill(PASSWORD)
        await page.keyboard.press('Enter')
        const shown = page.getByRole('region', { name: 'Keep these codes' })
        await shown.waitFor()
        codes = await shown.getByRole('listitem').allTextContents()
        assert.equal(codes.length, 10)
        await assertAccessible(page)
        await page.screenshot({ path: pictureOf('passkeys-codes') })
        await shown.getByRole('button', { name: 'I have kept the codes' }).click()
        await own.getByText('Recovery codes left: 10').waitFor()
        await own.getByRole('button', { name: 'Rename: Laptop' }).click()
        await own.getByLabel('What do you call it?').fill('Work laptop')
        await own.getByRole('button', { name: 'Save' }).click()
        await own.getByText('Work laptop', { exact: true }).waitFor()
        await assertAccessible(page)
        await page.screenshot({ path: pictureOf('passkeys-settings'), fullPage: true })

        await signOut(page)
        await fillSignIn(page, 'keys-one', PASSWORD)
        await step(page, 'One more step')
        await page.getByRole('button', { name: 'Use passkey' }).waitFor()
        await assertAccessible(page)
        await page.screenshot({ path: pictureOf('passkeys-step') })
        await press(page, 'Use passkey')
        await mainMenuOf(page).waitFor()
      })
      await inContext(desk, 'plain', phone, async (context) => {
        const page = await context.newPage()
        await page.goto(`${service.plain}/workshop/?lang=de`)
        await fillSignIn(page, 'keys-one', PASSWORD, 'de')
        await step(page, said('de', 'factor.stepTitle'))
        await press(page, said('de', 'factor.useCode'))
        const code = page.getByLabel(said('de', 'factor.code'), { exact: true })
        await code.fill('aaaa-aaaa-aaaa-aaaa')
        await page.keyboard.press('Enter')
        await page.getByText(said('de', 'factor.wrong')).waitFor()
        await assertAccessible(page)
        await assertFits(page)
        await page.screenshot({ path: pictureOf('passkeys-code-phone') })
        await code.fill((codes[0] ?? '').toUpperCase())
        await page.keyboard.press('Enter')
        await mainMenuOf(page).waitFor()
      })
      await clearInConsole(desk, 'keys-one')
    },
  )

  await check('passkeys: who needs one makes it at the desk before anything else', async () => {
    await add('keys-two')
    await service.run(['client', 'set', 'demo', '--second-factor', 'admins'])
    try {
      await inContext(desk, 'plain', { viewport: { width: 1440, height: 900 } }, async (context) => {
        const page = await context.newPage()
        await giveDevice(page)
        await page.goto(`${service.plain}/desk/later?lang=ru`)
        await fillSignIn(page, 'keys-two', PASSWORD, 'ru')
        await step(page, said('ru', 'factor.enrolTitle'))
        await page.getByRole('button', { name: said('ru', 'factor.enrolTitle') }).waitFor()
        await assertAccessible(page)
        await page.screenshot({ path: pictureOf('passkeys-enrol') })
        await press(page, said('ru', 'factor.enrolTitle'))
        await step(page, said('ru', 'factor.codesTitle'))
        await assertAccessible(page)
        await press(page, said('ru', 'factor.kept'))
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.reload()
        await page.getByRole('navigation').first().waitFor()
      })
    } finally {
      await service.run(['client', 'set', 'demo', '--second-factor', 'none'])
    }
  })
}
