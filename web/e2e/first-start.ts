// The pages of the first start as people see them who are not in a hurry: every step in German and Russian, the demo, and a backup, by
// the keyboard alone where something is begun.
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import de from '../../languages/de/set-up-page.json' with { type: 'json' }
import en from '../../languages/en/set-up-page.json' with { type: 'json' }
import ru from '../../languages/ru/set-up-page.json' with { type: 'json' }
import { pressAt, tabTo } from './desk-pages.ts'
import type { EmptyDesk } from './twenty-minutes-first-start.ts'
import { assertAccessible, assertFits, type Check, type Desk, inContext, phone, still } from './visit.ts'
import { said } from './words.ts'

const words = { en, de, ru }
type Language = keyof typeof words
const languages = Object.keys(words) as Language[]
const sizes = [
  { width: 1440, height: 900 },
  { width: 1180, height: 820 },
  { width: 390, height: 844 },
] as const

async function lookNow(page: Page, desk: Desk, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await assertFits(page)
    await assertAccessible(page)
    await page.screenshot({ path: desk.pictureOf(`first-start-${name}-${size.width}`), fullPage: true })
  }
}

/** A page with an address, in every language. */
async function lookIn(page: Page, desk: Desk, address: string, name: string): Promise<void> {
  for (const language of languages) {
    await page.goto(`${address}?lang=${language}`)
    await lookNow(page, desk, `${name}-${language}`)
  }
}

const titled = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor()

const named = (page: Page, role: 'button' | 'textbox' | 'link', name: string) =>
  page.getByRole(role, { name, exact: true })

async function lookAtSteps(page: Page, desk: EmptyDesk, language: Language): Promise<void> {
  const { steps, choose, next, fields } = words[language]
  await page.goto(`${desk.service.link}?lang=${language}`)
  await pressAt(page, named(page, 'button', choose.own.button))
  await titled(page, steps.client.title)
  await tabTo(page, named(page, 'textbox', fields.name))
  await page.keyboard.type('Autohaus am Hafen')
  await lookNow(page, desk, `client-${language}`)
  await page.getByRole('button', { name: next, exact: true }).click()
  await titled(page, steps.sites.title)
  // Nothing is filled in yet: what is wrong is marked.
  await page.locator('form').evaluate((form) => {
    ;(form as unknown as { noValidate: boolean }).noValidate = true
  })
  await page.getByRole('button', { name: next, exact: true }).click()
  await page.getByRole('alert').waitFor()
  await lookNow(page, desk, `sites-${language}`)
  await page.getByLabel(fields.site, { exact: true }).fill('Nord')
  await page.getByRole('button', { name: next, exact: true }).click()
  await titled(page, steps.admin.title)
  await lookNow(page, desk, `admin-${language}`)
}

/** Every step, and what follows the last. */
async function checkSteps(desk: Desk): Promise<void> {
  await desk.atEmpty({ WALKAROUND_MESSAGE_ALLOW: '127.0.0.0/8' }, (own) =>
    inContext(own, 'trusting', { ...still, ...phone }, async (context) => {
      const page = await context.newPage()
      const { link, base } = own.service
      await lookIn(page, own, link, 'choose')
      await lookIn(page, own, `${link}/certificate`, 'certificate')
      await lookIn(page, own, `${base}/set-up/${'x'.repeat(32)}`, 'unknown')
      await lookAtSteps(page, own, 'de')
      await lookAtSteps(page, own, 'ru')
      const { fields, finish, mail, done } = ru
      const password = 'drei Schrauben im Kaffee'
      await page.getByLabel(fields.person).fill('Ада Гавань')
      await page.getByLabel(fields.login, { exact: true }).fill('ada@harbour.example')
      await page.getByLabel(fields.password, { exact: true }).fill(password)
      await page.getByLabel(fields.again).fill(password)
      await page.getByRole('button', { name: finish }).click()
      await titled(page, mail.title)
      await lookIn(page, own, `${link}/mail`, 'mail')
      // Nobody listens there.
      await page.goto(`${link}/mail?lang=de`)
      await page.getByLabel(said('de', 'channels.host'), { exact: true }).fill('127.0.0.1')
      await page.getByLabel(said('de', 'channels.port'), { exact: true }).fill('9')
      await page.getByLabel(said('de', 'channels.from'), { exact: true }).fill('service@harbour.example')
      await pressAt(page, named(page, 'button', de.mail.saveAndTry))
      await page.getByText(de.mail.failed).waitFor()
      await lookNow(page, own, 'mail-failed-de')
      await pressAt(page, named(page, 'link', de.mail.later))
      await titled(page, de.done.title)
      await lookIn(page, own, `${link}/ready`, 'ready')
      await titled(page, done.title)
      await lookIn(page, own, link, 'over')
    }),
  )
}

async function checkDemo(desk: Desk): Promise<void> {
  await desk.atEmpty({}, (own) =>
    inContext(own, 'trusting', { ...still, ...phone }, async (context) => {
      const page = await context.newPage()
      const { link } = own.service
      await page.goto(`${link}?lang=de`)
      await pressAt(page, named(page, 'button', de.choose.demo.button))
      await titled(page, de.working.title.demo)
      // The page finds out by itself.
      await page.getByRole('status').filter({ hasText: de.working.progress.history }).waitFor()
      await lookNow(page, own, 'demo-working-de')
      await page.getByRole('heading', { level: 1, name: de.demoDone.title }).waitFor({ timeout: 600_000 })
      await lookIn(page, own, link, 'demo-done')
      await page.getByRole('rowheader', { name: 'demo-admin', exact: true }).waitFor()
    }),
  )
}

async function checkBackup(desk: Desk): Promise<void> {
  await desk.atEmpty({}, (own) =>
    inContext(own, 'trusting', { ...still, ...phone }, async (context) => {
      const page = await context.newPage()
      const { link, dataDir, run } = own.service
      const passphrase = randomBytes(18).toString('base64url')
      const [file, words] = [join(dataDir, 'mine.backup'), join(dataDir, 'passphrase')]
      await writeFile(words, passphrase)
      await run(['backup', file, '--passphrase-file', words])
      const { restore } = en.choose
      const give = async (secret: string) => {
        await page.goto(`${link}?lang=en`)
        await page.getByLabel(restore.file, { exact: true }).setInputFiles(file)
        await tabTo(page, named(page, 'textbox', restore.secret))
        await page.keyboard.type(secret)
        await pressAt(page, named(page, 'button', restore.button))
      }
      await give('another one, quite long')
      await page.getByText(en.refusedUpload.passphrase).waitFor()
      await lookNow(page, own, 'restore-refused-en')
      await give(passphrase)
      await page.getByRole('heading', { level: 1, name: en.restored.title }).waitFor({ timeout: 600_000 })
      await lookIn(page, own, link, 'restored')
    }),
  )
}

export async function checkFirstStart(check: Check, desk: Desk): Promise<void> {
  await check('first start pages: every step in German and Russian', () => checkSteps(desk))
  await check('first start pages: the demo is made behind the page', () => checkDemo(desk))
  await check('first start pages: a backup is restored behind the page', () => checkBackup(desk))
}
