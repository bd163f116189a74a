// The pages on the way to a provider as people find them: choosing, going, every refusal, signed out, and the step of a password that is
// switched off; with the keyboard alone, too.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Page } from 'playwright-core'
import en from '../../languages/en/provider-page.json' with { type: 'json' }
import { type Company, companyLinkOf, label, nameOf, startCompany, textsOf } from './company.ts'
import { languagesSeen, lookInSizes } from './console-pages.ts'
import { pressAt, tabTo } from './desk-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, still } from './visit.ts'
import { said } from './words.ts'
import { fillSignIn, mainMenuOf } from './workshop.ts'

/** Looked at in every build, the others every night. */
const always = 'de'
const password = 'three wheels in a puddle'
const refusals = Object.keys(en.refused).filter((kind) => kind !== 'tooMany') as (keyof typeof en.refused)[]
const alertOf = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const goTo = (language: Language) => textsOf(language).going.go.replace('{label}', label)

async function withCompany(
  { service }: Desk,
  act: (company: Company) => Promise<void>,
  client = 'demo',
): Promise<void> {
  const company = await startCompany(service, { client, people: { Anna: ['wa-technicians'], Nora: [] } })
  try {
    await act(company)
  } finally {
    await company.close()
  }
}

async function addClient({ service }: Desk, kind: string): Promise<string> {
  const client = `${kind}-${Date.now() % 1_000_000}`
  await service.run(['client', 'add', client, '--name', 'House of the accounts'])
  return client
}

/** Every page, in every size. */
async function lookAtAll(desk: Desk, company: Company, language: Language): Promise<void> {
  const { service, pictureOf } = desk
  const texts = textsOf(language)
  await inContext(desk, 'plain', still, async (context) => {
    const page = await context.newPage()
    const look = (name: string) =>
      lookInSizes(page, (size) => pictureOf(`provider-${name}-${language}-${size}`))
    const open = (query: string) => page.goto(`${service.base}/sign-in/start?lang=${language}${query}`)
    await open('')
    await look('ask')
    await page.getByLabel(texts.ask.login).fill('pat@nowhere.example')
    await page.getByRole('button', { name: texts.ask.submit, exact: true }).click()
    await alertOf(page, texts.ask.none).waitFor()
    await look('none')
    for (const kind of refusals) {
      await open(`&client=${company.client}&refused=${kind}`)
      await alertOf(page, texts.refused[kind]).waitFor()
      await page.getByRole('button', { name: goTo(language) }).waitFor()
      // They differ in their words alone; the longest is seen in every size.
      if (kind === 'taken') await look('refused')
      else await assertAccessible(page)
    }
    // Without the header that leads on: otherwise the page is gone before anybody sees it.
    await page.route('**/sign-in/go*', async (route) => {
      const response = await route.fetch()
      const { refresh: _refresh, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await page.getByRole('button', { name: goTo(language) }).click()
    await page.getByRole('heading', { name: texts.going.title }).waitFor()
    await page.getByRole('link', { name: goTo(language) }).waitFor()
    await look('going')
    await page.goto(`${service.base}/sign-in/signed-out?lang=${language}`)
    await page.getByRole('heading', { name: texts.signedOut.title }).waitFor()
    await look('signed-out')
  })
}

/** The password is right, and switched off: what the app says, and where it leads. */
async function lookAtStep(desk: Desk, client: string, login: string, language: Language): Promise<void> {
  const { service, pictureOf } = desk
  await inContext(desk, 'plain', still, async (context) => {
    const page = await context.newPage()
    await page.goto(`${service.base}/workshop/?lang=${language}`)
    await fillSignIn(page, login, password, language)
    await page.getByRole('heading', { name: said(language, 'factor.atProvider'), exact: true }).waitFor()
    await lookInSizes(page, (size) => pictureOf(`provider-step-${language}-${size}`))
    await pressAt(page, page.getByRole('button', { name: said(language, 'factor.back'), exact: true }))
    await page.getByRole('heading', { name: said(language, 'signIn.title'), exact: true }).waitFor()
    await fillSignIn(page, login, password, language)
    await pressAt(page, companyLinkOf(page, language))
    await page.getByRole('heading', { name: textsOf(language).ask.title }).waitFor()
    await page.goto(`${service.base}/sign-in/start?lang=${language}&client=${client}`)
    await page.getByRole('button', { name: goTo(language) }).waitFor()
  })
}

async function withPasswordsOff(
  desk: Desk,
  act: (client: string, login: string) => Promise<void>,
): Promise<void> {
  const { service } = desk
  const client = await addClient(desk, 'off')
  const [spare, login] = [`spare@${client}.example`, `pat@${client}.example`]
  const add = (name: string, role: string) =>
    service.run(
      ['login', 'add', name, '--client', client, '--role', role, '--password-stdin'],
      `${password}\n`,
    )
  await add(spare, 'admin')
  await add(login, 'advisor')
  await withCompany(
    desk,
    async () => {
      await service.run(['sign-in', 'set', client, '--passwords', 'off', '--spare', spare])
      await act(client, login)
    },
    client,
  )
}

/** From the sign-in to the board, refused twice on the way, without a mouse. */
async function goByKeyboard(desk: Desk, company: Company): Promise<void> {
  const { service } = desk
  await inContext(desk, 'trusting', landscape, async (context) => {
    const page = await context.newPage()
    await page.goto(`${service.base}/workshop/?lang=en`)
    await companyLinkOf(page).waitFor()
    await pressAt(page, companyLinkOf(page))
    await page.getByRole('heading', { name: en.ask.title }).waitFor()
    await tabTo(page, page.getByLabel(en.ask.login))
    await page.keyboard.type(company.loginOf('Anna'))
    await page.keyboard.press('Enter')
    const there = page.getByRole('button', { name: goTo('en') })
    for (const [person, refusal] of [
      ['Cancel', en.refused.refused],
      [nameOf('Nora'), en.refused.noAccess],
    ] as const) {
      await there.waitFor()
      await pressAt(page, there)
      await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
      await pressAt(page, page.getByRole('button', { name: person }))
      await alertOf(page, refusal).waitFor()
      // In another language it goes on saying so.
      await pressAt(page, page.getByRole('link', { name: 'Deutsch' }))
      await page.getByRole('alert').filter({ hasNotText: refusal }).waitFor()
      await pressAt(page, page.getByRole('link', { name: 'English' }))
      await alertOf(page, refusal).waitFor()
      // Nobody got in here yet, so the address is asked for again.
      await tabTo(page, page.getByLabel(en.ask.login))
      await page.keyboard.type(company.loginOf('Anna'))
      await page.keyboard.press('Enter')
    }
    await pressAt(page, there)
    await pressAt(page, page.getByRole('button', { name: nameOf('Anna') }))
    await mainMenuOf(page).waitFor()
  })
}

export async function checkProviderPages(check: Check, desk: Desk): Promise<void> {
  await check('provider pages: refused and let in, with the keyboard alone', () =>
    withCompany(desk, (company) => goByKeyboard(desk, company)),
  )
  for (const language of languagesSeen) {
    await check(
      `provider pages: in every size, ${language}`,
      // A client with one provider, whatever else is going on.
      async () =>
        withCompany(desk, (company) => lookAtAll(desk, company, language), await addClient(desk, 'looks')),
      language !== always,
    )
    await check(
      `provider pages: a password that is switched off, ${language}`,
      () => withPasswordsOff(desk, (client, login) => lookAtStep(desk, client, login, language)),
      language !== always,
    )
  }
}
