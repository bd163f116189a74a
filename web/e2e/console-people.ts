// People and keys in the console: somebody is invited, chooses a password and gets in; a role is changed and taken away; a key is issued,
// replaced and blocked. By keyboard where it says so.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { dialogOf, openConsole, panelOf, saveOf, shown, toldOf } from './console-pages.ts'
import { pressAt, railOf, tabTo, titleOf } from './desk-pages.ts'
import { makePerson, password as personsPassword } from './shared-tablet.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, phone, still } from './visit.ts'
import { fillSignIn } from './workshop.ts'

const invited = (n: number) => `e2e-console-${n}`
const password = 'forty lanterns by the harbour'

/** By keyboard alone, up to the link. */
async function invite(page: Page, login: string, name: string): Promise<string> {
  await pressAt(page, page.getByRole('button', { name: 'Invite somebody' }))
  const sheet = dialogOf(page, 'Invite somebody')
  await tabTo(page, sheet.getByLabel('Name', { exact: true }))
  await page.keyboard.type(name)
  await tabTo(page, sheet.getByLabel('Login', { exact: true }))
  await page.keyboard.type(login)
  await page.keyboard.press('Enter')
  const made = dialogOf(page, `Invitation for ${name}`)
  await made.waitFor()
  await assertAccessible(page)
  const link = await made.getByLabel('Link', { exact: true }).inputValue()
  assert.match(link, /\/j\//)
  await pressAt(page, made.getByRole('button', { name: 'Done' }))
  await made.waitFor({ state: 'detached' })
  return link
}

async function join(context: BrowserContext, link: string, plain: string): Promise<void> {
  const page = await context.newPage()
  const { pathname } = new URL(link)
  await page.goto(plain + pathname)
  await assertAccessible(page)
  for (const box of [
    page.getByLabel('Password', { exact: true }),
    page.getByLabel('Password again', { exact: true }),
  ])
    await box.fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('heading', { level: 1, name: 'You can begin' }).waitFor()
  await assertAccessible(page)
  await page.close()
}

async function checkInvitation(desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  const [login, name] = [invited(1), 'Ines Invited']
  let link = ''
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'people?lang=en')
    await shown(page, 'en')
    link = await invite(page, login, name)
    const waiting = panelOf(page, 'Invited').getByRole('listitem').filter({ hasText: name })
    await waiting.waitFor()
    await page.screenshot({ path: pictureOf('console-people-invited') })
  })
  await inContext(desk, 'plain', { ...still, ...phone }, async (context) => {
    await join(context, link, service.plain)
    const page = await context.newPage()
    await page.goto(`${service.plain}/desk?lang=en`)
    await fillSignIn(page, login, password)
    await titleOf(page, 'Numbers').waitFor()
  })
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'people?lang=en')
    await page.getByRole('searchbox').fill('ines inv')
    const row = page
      .getByRole('table', { name: 'People with access' })
      .getByRole('row')
      .filter({ hasText: name })
    await row.getByRole('link', { name }).click()
    await titleOf(page, name).waitFor()
    await page.getByLabel('Role', { exact: true }).selectOption('advisor')
    await page.getByRole('checkbox', { name: 'Only some branches' }).check()
    await saveOf(page).click()
    // A limit needs a branch: the refusal stands at the field.
    await page.getByRole('group', { name: 'Branches' }).getByText('Not accepted').waitFor()
    await page.getByRole('checkbox', { name: /^South/ }).check()
    await saveOf(page).click()
    await toldOf(page, 'Saved. It holds at once.').waitFor()
    await page.screenshot({ path: pictureOf('console-person'), fullPage: true })
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByText('On no device.').waitFor()
    await page.getByRole('button', { name: 'Take access away' }).click()
    const sheet = dialogOf(page, `Take access away from ${name}?`)
    await assertAccessible(page)
    await sheet.getByRole('button', { name: 'Take access away' }).click()
    await titleOf(page, 'People').waitFor()
    await page.getByRole('table').waitFor()
    assert.equal(await page.getByRole('link', { name, exact: true }).count(), 0)
  })
}

/** Somebody forgot their PIN: an admin deletes it, and there is nothing left to delete. */
async function checkPin(desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  const login = await makePerson(service)
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await context.newPage()
    await page.goto(`${service.plain}/workshop/settings?lang=en`)
    await fillSignIn(page, login, personsPassword)
    const panel = panelOf(page, 'PIN for shared tablets')
    await panel.getByRole('button', { name: 'Set a PIN' }).click()
    await panel.getByLabel('New PIN', { exact: true }).fill('80421')
    await panel.getByLabel('The same again', { exact: true }).fill('80421')
    await panel.getByRole('button', { name: 'Save PIN' }).click()
    await panel.getByText('Your PIN is set').waitFor()
  })
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'people?lang=en')
    await page.getByRole('searchbox').fill(login)
    await page.getByRole('table', { name: 'People with access' }).getByRole('link', { name: login }).click()
    const opener = page.getByRole('button', { name: 'Delete PIN' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const sheet = dialogOf(page, `Delete the PIN of ${login}?`)
    await sheet.waitFor()
    await assertAccessible(page)
    await page.screenshot({ path: pictureOf('console-person-pin'), fullPage: true })
    await sheet.getByRole('button', { name: 'Delete PIN' }).click()
    await toldOf(page, `The PIN of ${login} is deleted`).waitFor()
    await opener.waitFor({ state: 'detached' })
  })
}

async function checkKeys(desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'keys?lang=en')
    await shown(page, 'en')
    await page.getByRole('button', { name: 'Issue a key' }).click()
    const sheet = dialogOf(page, 'Issue a key')
    await sheet.getByLabel('System', { exact: true }).fill('e2e-console-dms')
    await sheet.getByLabel('What it is for', { exact: true }).fill('Console check')
    await sheet.getByLabel('Networks', { exact: true }).fill('somewhere')
    await sheet.getByRole('button', { name: 'Issue', exact: true }).click()
    await sheet.getByText('Not accepted').waitFor()
    await sheet.getByLabel('Networks', { exact: true }).and(page.locator(':focus')).waitFor()
    await assertAccessible(page)
    await page.screenshot({ path: pictureOf('console-key-new') })
    await sheet.getByLabel('Networks', { exact: true }).fill('127.0.0.0/8')
    await sheet.getByRole('button', { name: 'Issue', exact: true }).click()
    const issued = dialogOf(page, 'The key is issued')
    assert.match(await issued.getByLabel('Key', { exact: true }).inputValue(), /^wa_/)
    await issued.getByRole('button', { name: 'Done' }).click()
    const opener = page.getByRole('button', { name: 'Console check' })
    await opener.click()
    const one = dialogOf(page, 'Console check')
    await assertAccessible(page)
    await page.screenshot({ path: pictureOf('console-key') })
    await one.getByRole('button', { name: 'Replace' }).click()
    await issued.getByRole('button', { name: 'Done' }).click()
    await opener.first().click()
    await one.getByRole('button', { name: 'Block' }).click()
    await dialogOf(page, 'Block “Console check”?').getByRole('button', { name: 'Block' }).click()
    await toldOf(page, 'The key is blocked').waitFor()
  })
}

export async function checkConsolePeople(check: Check, desk: Desk): Promise<void> {
  const { service } = desk
  await check('console people: somebody is invited, comes, gets another role, and leaves', () =>
    checkInvitation(desk),
  )
  await check('console people: the PIN of somebody who forgot it is deleted', () => checkPin(desk))
  await check('console keys: one is issued, replaced and blocked, and shown once', () => checkKeys(desk))
  await check('console people: a manager of some branches sees people and tablets, and nothing else', () =>
    inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
      const limited = ['--client', 'demo', '--role', 'manager', '--branch', 'DE2001', '--password-stdin']
      await service.run(['login', 'add', 'e2e-console-south', ...limited], password)
      const page = await context.newPage()
      await page.goto(`${service.plain}/admin?lang=en`)
      await fillSignIn(page, 'e2e-console-south', password)
      await titleOf(page, 'People').waitFor()
      assert.deepEqual(await railOf(page).getByRole('link').allInnerTexts(), [
        'People',
        'Tablets',
        'To the desk',
        'To the app',
      ])
      await page.goto(`${service.plain}/admin/settings`)
      await page.getByText('This page is for administrators.').waitFor()
    }),
  )
}
