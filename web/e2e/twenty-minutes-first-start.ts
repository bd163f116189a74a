// The pages of the first start, in the admin's part of the twenty minutes. Holds no check of its own.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { mailUser, type RealMail } from './real-post.ts'
import { assertAccessible, type Desk, type EmptyService } from './visit.ts'
import type { Walk } from './walk.ts'

export type EmptyDesk = Desk & { readonly service: EmptyService }

const adminPassword = 'drei Schrauben im Kaffee'
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

/** The page as it is now, on a desk and on a telephone. */
export async function look(page: Page, desk: Desk, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await assertAccessible(page)
    await page.screenshot({ path: desk.pictureOf(`twenty-minutes-${name}-${size.width}`), fullPage: true })
  }
  await page.setViewportSize(sizes[0])
}

export async function setUpOnPages(walk: Walk, page: Page, desk: EmptyDesk, mail: RealMail): Promise<void> {
  const go = page.getByRole('button', { name: 'Continue' })
  await page.goto(`${desk.service.link}?lang=en`)
  await look(page, desk, 'choose')
  walk.read()
  // Whoever has no certificate of their own looks, and goes back.
  await walk.tap(page.getByRole('link', { name: 'Use your own certificate' }))
  await look(page, desk, 'certificate')
  await page.getByLabel('Certificate', { exact: true }).fill('none')
  await page.getByLabel('Private key').fill('none')
  await walk.tap(page.getByRole('button', { name: 'Use this certificate' }))
  await page.getByText('holds no certificate in PEM form').waitFor()
  await look(page, desk, 'certificate-refused')
  await walk.tap(page.getByRole('link', { name: 'Back' }))
  await walk.tap(page.getByRole('button', { name: 'Begin' }))
  walk.read()
  await walk.type(page.getByLabel('Name of the dealership'), 'Harbour Cars')
  await look(page, desk, 'client')
  await walk.tap(go)
  walk.read()
  await walk.tap(page.getByRole('button', { name: 'Another site' }))
  for (const [at, [site, code]] of (
    [
      ['North', '4711'],
      ['South', '4712'],
    ] as const
  ).entries()) {
    const part = page.getByRole('group', { name: `Site ${at + 1}` })
    await walk.type(part.getByLabel('Name of the site'), site)
    await walk.type(part.getByLabel('Dealer code'), code)
    await walk.type(part.getByLabel('Name of the branch'), `Service ${site}`)
  }
  await look(page, desk, 'sites')
  await walk.tap(go)
  walk.read()
  await walk.type(page.getByLabel('Your name'), 'Ada Admin')
  await walk.type(page.getByLabel('Login'), 'ada@harbour.example')
  await walk.type(page.getByLabel('Password', { exact: true }), adminPassword)
  await walk.type(page.getByLabel('Password again'), adminPassword)
  await look(page, desk, 'admin')
  await walk.tap(page.getByRole('button', { name: 'Save and continue' }))
  await setUpMail(walk, page, desk, mail)
  await page.getByRole('heading', { level: 1, name: 'Walkaround is ready' }).waitFor()
  await look(page, desk, 'done')
  walk.read()
  await walk.tap(page.getByRole('link', { name: 'To the settings' }))
}

/** First with a wrong password: the page tells what the server says. */
async function setUpMail(
  walk: Walk,
  page: Page,
  desk: EmptyDesk,
  { port, authority, taken }: RealMail,
): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Your mail server' }).waitFor()
  await look(page, desk, 'mail')
  walk.read()
  await walk.type(page.getByLabel('Mail server'), 'localhost')
  await walk.type(page.getByLabel('Port'), String(port))
  await walk.type(page.getByLabel('Address of the sender'), 'service@harbour.example')
  await walk.type(page.getByLabel('User name'), mailUser.name)
  await walk.type(page.getByLabel('Password'), 'a wrong one')
  await walk.tap(page.getByText('The server has a certificate of your company', { exact: true }))
  await walk.paste(page.getByLabel('Certificate of your own authority'), authority)
  const send = page.getByRole('button', { name: 'Save and send the test' })
  await walk.tap(send)
  await page.getByText(/5\.7\.8 bad credentials/).waitFor()
  await look(page, desk, 'mail-refused')
  walk.read()
  await walk.type(page.getByLabel('Password'), mailUser.password)
  await walk.tap(send)
  await page.getByRole('heading', { level: 1, name: 'The mail server works' }).waitFor()
  assert.deepEqual(
    taken.map(({ to }) => to),
    ['ada@harbour.example'],
  )
  await look(page, desk, 'mail-works')
  await walk.tap(page.getByRole('link', { name: 'Continue' }))
}
