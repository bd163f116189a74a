// A client with a provider of its own, and people who go there and come back.
import assert from 'node:assert/strict'
import type { Session } from '@walkaround/contract/app/session.ts'
import { addBranch } from '../../src/organisation/branches.ts'
import { BASE_URL, makeClient, request, type TestClient } from './api.ts'
import { type AppPerson, COOKIE, person } from './app.ts'
import { asSystem } from './clients.ts'
import {
  APPLICATION,
  APPLICATION_SECRET,
  ProviderBrowser,
  type ProviderPerson,
  startProvider,
  type TestProvider,
} from './oidc-provider.ts'

export const rules = [
  { claim: 'groups', value: 'wa-admins', role: 'admin' },
  { claim: 'groups', value: 'wa-nord', role: 'advisor', branches: ['N1'] },
  { claim: 'groups', value: 'wa-sued', role: 'advisor', branches: ['S1'] },
  { claim: 'groups', value: 'wa-technicians', role: 'technician' },
]

export const usual = {
  label: 'Dealer account',
  applicationId: APPLICATION,
  secret: APPLICATION_SECRET,
  scopes: 'openid profile email groups',
  claims: { login: 'email', name: 'name', email: 'email' },
  rules,
  addsPeople: true,
}

let serial = 0
/** Logins are the same in all clients, so every person of a test has a domain of their own. */
const newDomain = () => `d${process.pid}-${++serial}.example`

export interface Group {
  client: TestClient
  admin: AppPerson
  domain: string
  provider: TestProvider
  people: Record<'anna' | 'ben' | 'nobody', ProviderPerson>
}

export const running: TestProvider[] = []

export async function makeGroup(more: Record<string, unknown> = {}, inIdToken = true): Promise<Group> {
  const client = await makeClient()
  for (const code of ['N1', 'S1'])
    await asSystem((scope) => addBranch(scope, { clientId: client.id, code, name: code }))
  const admin = await person(client.id, 'admin')
  const domain = newDomain()
  const people = {
    anna: {
      sub: 'anna',
      name: 'Anna Adler',
      email: `Anna@${domain}`,
      email_verified: true,
      groups: ['wa-nord', 'wa-sued', 'else'],
    },
    ben: {
      sub: 'ben',
      name: 'Ben Bauer',
      email: `ben@${domain}`,
      email_verified: true,
      groups: ['wa-technicians'],
    },
    nobody: { sub: 'nobody', name: 'Nora Nobody', email: `nora@${domain}`, groups: ['canteen'] },
  }
  const place = `${BASE_URL}/sign-in/${client.id}/dealer`
  const provider = await startProvider({
    client: {
      callback: `${place}/callback`,
      backChannel: `${place}/back-channel-logout`,
      signedOut: `${BASE_URL}/sign-in/signed-out`,
    },
    people: Object.values(people),
    inIdToken,
    send: async (url, body) => {
      const { pathname } = new URL(url)
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return (await request({ method: 'POST', url: pathname, headers, payload: body })).statusCode
    },
  })
  running.push(provider)
  const put = await admin.put('/sign-in-providers/dealer', {
    ...usual,
    issuer: provider.issuer,
    domains: [domain],
    ...more,
  })
  assert.equal(put.statusCode, 200, put.body)
  return { client, admin, domain, provider, people }
}

export const jsonOf = { 'content-type': 'application/json' }

export const begin = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  request({
    method: 'POST',
    url: '/app/provider-sign-ins',
    headers: { ...jsonOf, ...headers },
    payload: JSON.stringify(body),
  })

export const cookiesOf = (response: { headers: Record<string, unknown> }): Map<string, string> =>
  new Map(
    [response.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => String(line).split(';', 1)[0] ?? '')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )

interface Came {
  location: string
  cookie: string | undefined
  /** Undefined for somebody who was refused. */
  session: Session | undefined
  refusal: string | null
  device: string | undefined
}

/** There and back, in one browser. */
export async function goThrough(
  { client }: Pick<Group, 'client'>,
  {
    browser = new ProviderBrowser(),
    cookie,
    back = (url: URL) => url,
    ...more
  }: {
    browser?: ProviderBrowser
    cookie?: string
    back?: (url: URL) => URL | Promise<URL>
    [field: string]: unknown
  } = {},
): Promise<Came> {
  const begun = await begin(
    { client: client.id, provider: 'dealer', goesTo: 'desk', ...more },
    cookie ? { cookie } : {},
  )
  assert.equal(begun.statusCode, 200, begun.body)
  const own = cookiesOf(begun).get(`${COOKIE}-sign-in`)
  const returned = await back(await browser.signIn(begun.json<{ address: string }>().address))
  return comeBack(returned, `${COOKIE}-sign-in=${own}`)
}

export async function comeBack(returned: URL, cookie?: string): Promise<Came> {
  const landed = await request({
    method: 'GET',
    url: `${returned.pathname}${returned.search}`,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  })
  assert.equal(landed.statusCode, 303, landed.body)
  const location = String(landed.headers.location)
  const token = cookiesOf(landed).get(COOKIE)
  const session =
    token === undefined
      ? undefined
      : await request({ method: 'GET', url: '/app/session', headers: { cookie: `${COOKIE}=${token}` } })
  if (session) assert.equal(session.statusCode, 200, session.body)
  return {
    location,
    cookie: token && `${COOKIE}=${token}`,
    session: session?.json<Session>(),
    refusal: new URL(location).searchParams.get('refused'),
    device: cookiesOf(landed).get(`${COOKIE}-device`),
  }
}

export async function stopProviders(): Promise<void> {
  for (const provider of running) await provider.stop()
}
