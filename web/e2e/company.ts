// A company that keeps its accounts at a provider of its own, beside the service: a real one of OpenID Connect. Holds no check of its own.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Locator, Page } from 'playwright-core'
import en from '../../languages/en/provider-page.json' with { type: 'json' }
import {
  APPLICATION,
  APPLICATION_SECRET,
  startProvider,
  type TestProvider,
} from '../../server/test/support/oidc-provider.ts'
import type { Service } from './visit.ts'
import { said } from './words.ts'

export const label = 'Company account'

/** What the pages on the way say. */
export const textsOf = (language: Language): typeof en =>
  JSON.parse(readFileSync(new URL(`../../languages/${language}/provider-page.json`, import.meta.url), 'utf8'))

export interface Company {
  readonly client: string
  readonly provider: TestProvider
  /** What a person is called here. */
  readonly loginOf: (person: string) => string
  /** The provider leaves the service, and stops. */
  readonly close: () => Promise<void>
}

let count = 0
/** As the provider tells it. */
export const nameOf = (person: string): string => `${person} of the company`

/** People by their first names; each is a technician unless groups are named. */
export async function startCompany(
  service: Service,
  {
    client = 'demo',
    people,
    ...more
  }: { client?: string; people: Readonly<Record<string, readonly string[]>>; [field: string]: unknown },
): Promise<Company> {
  const id = `company-${process.pid}-${++count}`
  const domain = `${id}.example`
  const loginOf = (person: string) => `${person.toLowerCase()}@${domain}`
  const place = `${service.base}/sign-in/${client}/${id}`
  const provider = await startProvider({
    client: { callback: `${place}/callback`, signedOut: `${service.base}/sign-in/signed-out` },
    people: Object.entries(people).map(([name, groups]) => ({
      sub: name.toLowerCase(),
      name: nameOf(name),
      email: loginOf(name),
      email_verified: true,
      groups,
    })),
    hasPage: true,
  })
  const file = join(service.dataDir, `${id}.json`)
  const settings = {
    label,
    issuer: provider.issuer,
    applicationId: APPLICATION,
    secret: APPLICATION_SECRET,
    scopes: 'openid profile email groups',
    claims: { login: 'email', name: 'name', email: 'email' },
    rules: [
      { claim: 'groups', value: 'wa-technicians', role: 'technician' },
      { claim: 'groups', value: 'wa-admins', role: 'admin' },
    ],
    addsPeople: true,
    domains: [domain],
    ...more,
  }
  writeFileSync(file, JSON.stringify(settings))
  await service.run(['provider', 'set', client, id, file])
  return {
    client,
    provider,
    loginOf,
    close: async () => {
      await service.run(['provider', 'remove', client, id])
      await provider.stop()
    },
  }
}

/** On the sign-in of the app, of desk or console. */
export const companyLinkOf = (page: Page, language: Language = 'en'): Locator =>
  page.getByRole('link', { name: said(language, 'signIn.company'), exact: true })

/** Names whoever it is, where the provider asks. */
export async function proveThere(page: Page, person: string): Promise<void> {
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
  await page.getByRole('button', { name: nameOf(person) }).click()
}

/** From the sign-in through the provider. A device that was there before need not be told the address again. */
export async function signInAtCompany(page: Page, company: Company, person: string): Promise<void> {
  await companyLinkOf(page).click()
  await page.getByRole('heading', { name: en.ask.title }).waitFor()
  const there = page.getByRole('button', { name: en.going.go.replace('{label}', label) })
  if ((await there.count()) === 0) {
    await page.getByLabel(en.ask.login).fill(company.loginOf(person))
    await page.getByRole('button', { name: en.ask.submit, exact: true }).click()
  }
  await there.click()
  await proveThere(page, person)
}
