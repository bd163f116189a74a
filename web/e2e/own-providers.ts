// A person joins their own login with the account of their company, at a real provider, under Settings: refused twice on the way, told when
// it worked, and taken away again; with the keyboard alone.
import assert from 'node:assert/strict'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Locator, Page } from 'playwright-core'
import { label, nameOf, startCompany } from './company.ts'
import { languagesSeen, lookInSizes } from './console-pages.ts'
import { pressAt, tabTo } from './desk-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, still } from './visit.ts'
import { said } from './words.ts'
import { fillSignIn } from './workshop.ts'

const PASSWORD = 'three bolts under the bench'

/** Looked at in every build, the others every night. */
const always = 'de'

type Key = Parameters<typeof said>[1]
const saidOf = (language: Language, key: Key) => said(language, key).replace('{label}', label)

const panelOf = (page: Page, language: Language): Locator =>
  page.getByRole('region', { name: said(language, 'provider.title'), exact: true })
const buttonOf = (place: Locator, language: Language, key: Key): Locator =>
  place.getByRole('button', { name: saidOf(language, key), exact: true })

/** A client with a provider of its own, and technicians who have passwords. */
async function atCompany(
  { service }: Desk,
  act: (logins: { first: string; second: string }) => Promise<void>,
): Promise<void> {
  const client = `joins-${process.pid}-${Date.now() % 1_000_000}`
  await service.run(['client', 'add', client, '--name', 'House of two ways'])
  const [first, second] = [`first@${client}.example`, `second@${client}.example`]
  for (const login of [first, second])
    await service.run(
      ['login', 'add', login, '--client', client, '--role', 'technician', '--password-stdin'],
      `${PASSWORD}\n`,
    )
  const company = await startCompany(service, { client, people: { Anna: ['wa-technicians'], Nora: [] } })
  try {
    await act({ first, second })
  } finally {
    await company.close()
  }
}

async function openSettings(
  page: Page,
  { service }: Desk,
  login: string,
  language: Language,
): Promise<Locator> {
  await page.goto(`${service.base}/workshop/settings?lang=${language}`)
  await fillSignIn(page, login, PASSWORD, language)
  const panel = panelOf(page, language)
  await panel.waitFor()
  return panel
}

/** From the button to the page on which the provider asks who it is. */
async function goThere(page: Page, language: Language, password = PASSWORD): Promise<void> {
  const panel = panelOf(page, language)
  await pressAt(page, buttonOf(panel, language, 'provider.join'))
  await typePassword(page, language, password)
}

async function typePassword(page: Page, language: Language, password: string): Promise<void> {
  await tabTo(page, panelOf(page, language).getByLabel(said(language, 'factor.password')))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

async function answerThere(page: Page, person: string): Promise<void> {
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
  await pressAt(page, page.getByRole('button', { name: person }))
}

const refused = (page: Page, language: Language, why: Key): Promise<void> =>
  panelOf(page, language)
    .getByRole('alert')
    .filter({ hasText: said(language, why) })
    .waitFor()

async function signOutThere(page: Page, language: Language): Promise<void> {
  await page
    .getByRole('button', { name: said(language, 'settings.signOut'), exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: /^Yes, sign me out/ }).click()
  await page.waitForURL(/\/sign-in\/signed-out/)
}

async function joinAndLeave(desk: Desk, login: string): Promise<void> {
  await inContext(desk, 'trusting', { ...still, ...landscape }, async (context) => {
    const page = await context.newPage()
    const panel = await openSettings(page, desk, login, 'en')
    await panel.getByText('not joined yet').waitFor()

    // Each refusal leaves the person where and who they were.
    await goThere(page, 'en', 'not the password')
    await panel.getByText('This is not your current password.').waitFor()
    await assertAccessible(page)
    await panel.getByLabel('Your password').fill('')
    await typePassword(page, 'en', PASSWORD)
    await answerThere(page, 'Cancel')
    await refused(page, 'en', 'provider.refused.refused')
    assert.ok(page.url().includes('/workshop/settings'))
    await goThere(page, 'en')
    await answerThere(page, nameOf('Nora'))
    await refused(page, 'en', 'provider.refused.noAccess')
    await panel.getByText('not joined yet').waitFor()

    await goThere(page, 'en')
    await answerThere(page, nameOf('Anna'))
    await panel.getByText(`Your login is joined with ${label}`).waitFor()
    await panel.getByText(`You are now signed in with ${label}, for House of two ways`).waitFor()
    await panel.getByText('To change something here, sign in with your password.').waitFor()
    assert.equal(await panel.getByRole('button').count(), 0, 'who came from there is offered nothing')
    assert.match(await desk.service.run(['login', 'providers', login]), new RegExp(label))

    await signOutThere(page, 'en')
    await openSettings(page, desk, login, 'en')
    await panel.getByText(/^joined /).waitFor()
    await pressAt(page, buttonOf(panel, 'en', 'provider.leaveOf'))
    await assertAccessible(page)
    await typePassword(page, 'en', PASSWORD)
    await panel.getByText(`Your login is no longer joined with ${label}`).waitFor()
    await buttonOf(panel, 'en', 'provider.join').waitFor()
    assert.match(await desk.service.run(['login', 'providers', login]), /joined with no sign-in provider/)
  })
}

/** What there is to see, in every size. */
async function lookAtPanel(
  desk: Desk,
  { first, second }: { first: string; second: string },
  language: Language,
): Promise<void> {
  const look = (page: Page, name: string) =>
    lookInSizes(page, (size) => desk.pictureOf(`own-providers-${name}-${language}-${size}`))
  await inContext(desk, 'plain', still, async (context) => {
    const page = await context.newPage()
    const panel = await openSettings(page, desk, first, language)
    await buttonOf(panel, language, 'provider.join').click()
    await look(page, 'join')
    await panel.getByLabel(said(language, 'factor.password')).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await answerThere(page, nameOf('Anna'))
    await panel.getByText(saidOf(language, 'provider.done')).waitFor()
    await look(page, 'joined')
  })
  // The same account, by somebody else.
  await inContext(desk, 'plain', still, async (context) => {
    const page = await context.newPage()
    const panel = await openSettings(page, desk, second, language)
    await buttonOf(panel, language, 'provider.join').click()
    await panel.getByLabel(said(language, 'factor.password')).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await answerThere(page, nameOf('Anna'))
    await refused(page, language, 'provider.refused.taken')
    await look(page, 'taken')
  })
}

export async function checkOwnProviders(check: Check, desk: Desk): Promise<void> {
  await check('own providers: a login is joined and taken apart, with the keyboard alone', () =>
    atCompany(desk, ({ first }) => joinAndLeave(desk, first)),
  )
  for (const language of languagesSeen)
    await check(
      `own providers: in every size, ${language}`,
      () => atCompany(desk, (logins) => lookAtPanel(desk, logins, language)),
      language !== always,
    )
}
