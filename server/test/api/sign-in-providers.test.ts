// Sign-in providers as admins set them up, and passwords that are switched off.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { OfferedProvider, SignInProvider } from '@walkaround/contract/app/sign-in-providers.ts'
import { grantRole } from '../../src/identity/logins.ts'
import { BASE_URL, makeClient, request } from '../support/api.ts'
import { type AppPerson, makePerson, person, signIn, trySignIn } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'
import { APPLICATION, APPLICATION_SECRET, ProviderBrowser } from '../support/oidc-provider.ts'

import {
  begin,
  comeBack,
  cookiesOf,
  goThrough,
  jsonOf,
  makeGroup,
  rules,
  stopProviders,
  usual,
} from '../support/single-sign-on.ts'

after(stopProviders)

describe('passwords that are switched off', () => {
  async function idOf(admin: AppPerson, login: string): Promise<string> {
    const { logins } = (await admin.get('/logins')).json<{ logins: { id: string; login: string }[] }>()
    return logins.find((one) => one.login === login)?.id ?? ''
  }

  test('open nothing any more, but that of a spare login; the provider does', async () => {
    const group = await makeGroup()
    const { admin, client } = group
    const advisor = await signIn(client.id, await makePerson(client.id, 'advisor'))
    const none = await admin.put('/sign-in-settings', { passwordsOff: true, spareLogins: [] })
    assert.deepEqual([none.statusCode, none.json<{ errorCode: number }>().errorCode], [403, 40311])
    const advisorId = await idOf(admin, advisor.login)
    const wrong = await admin.put('/sign-in-settings', { passwordsOff: true, spareLogins: [advisorId] })
    assert.equal(wrong.statusCode, 403, 'no admin')
    const spare = await idOf(admin, admin.login)
    const off = await admin.put('/sign-in-settings', { passwordsOff: true, spareLogins: [spare] })
    assert.equal(off.statusCode, 200, off.body)
    const read = await admin.get('/sign-in-settings')
    assert.deepEqual([read.json(), read.headers.etag], [off.json(), off.headers.etag])
    assert.equal((await advisor.get('/app/session')).statusCode, 401)
    const refused = await trySignIn(advisor.login)
    assert.deepEqual([refused.statusCode, refused.json<{ errorCode: number }>().errorCode], [403, 40310])
    const guess = await trySignIn(advisor.login, 'not the password')
    assert.equal(guess.statusCode, 401, 'only whoever has the password is told')
    assert.equal((await trySignIn(admin.login)).statusCode, 200)
    group.provider.as('anna')
    assert.ok((await goThrough(group)).session)
    const on = await admin.put('/sign-in-settings', { spareLogins: [] })
    assert.equal(on.statusCode, 200)
    assert.equal((await trySignIn(advisor.login)).statusCode, 200)
  })

  test('nobody takes the last spare login away', async () => {
    const { admin, client } = await makeGroup()
    const second = await signIn(client.id, await makePerson(client.id, 'admin'))
    const id = await idOf(admin, admin.login)
    await admin.put('/sign-in-settings', {
      passwordsOff: true,
      spareLogins: [id, await idOf(admin, second.login)],
    })
    const change = { name: 'Jo Sample', role: 'advisor' }
    const first = await admin.put(`/logins/${await idOf(admin, second.login)}`, change)
    assert.equal(first.statusCode, 200, first.body)
    const third = await signIn(client.id, await makePerson(client.id, 'support'))
    for (const answer of [
      await third.put(`/logins/${id}`, change),
      await third.put(`/logins/${id}`, { name: 'Jo Sample', role: 'admin', isDisabled: true }),
      await third.delete(`/logins/${id}`),
    ])
      assert.deepEqual([answer.statusCode, answer.json<{ errorCode: number }>().errorCode], [403, 40311])
  })

  test('at one client leave the others of a login open', async () => {
    const [group, other] = [await makeGroup(), await makeClient()]
    const login = await makePerson(group.client.id, 'advisor')
    await asSystem((scope) => grantRole(scope, { login, clientId: other.id, role: 'advisor' }))
    const spareLogins = [await idOf(group.admin, group.admin.login)]
    await group.admin.put('/sign-in-settings', { passwordsOff: true, spareLogins })
    const { session } = await signIn(other.id, login)
    assert.deepEqual(
      session.clients.map(({ id }) => id),
      [other.id],
    )
  })
})

describe('providers', () => {
  test('are offered by the domain of an address, or by the client, and tell no login', async () => {
    const group = await makeGroup()
    const ask = async (body: Record<string, string>) =>
      (
        await request({
          method: 'POST',
          url: '/app/sign-in-providers',
          headers: jsonOf,
          payload: JSON.stringify(body),
        })
      ).json<OfferedProvider[]>()
    const offered = await ask({ login: `anybody@${group.domain.toUpperCase()}` })
    assert.deepEqual(
      offered.map(({ client, provider, label }) => [client, provider, label]),
      [[group.client.id, 'dealer', 'Dealer account']],
    )
    assert.deepEqual(await ask({ client: group.client.id }), offered)
    for (const nothing of [{}, { login: 'anna' }, { login: 'anna@elsewhere.example' }, { client: 'no/such' }])
      assert.deepEqual(await ask(nothing as Record<string, string>), [])
    await group.admin.put('/sign-in-providers/dealer', {
      ...usual,
      issuer: group.provider.issuer,
      domains: [group.domain],
      isDisabled: true,
    })
    assert.deepEqual(await ask({ client: group.client.id }), [])
    const begun = await begin({ client: group.client.id, provider: 'dealer', goesTo: 'desk' })
    assert.equal(begun.statusCode, 404)
  })

  test('are read as they were set, without the secret; the later of two admins overwrites nothing', async () => {
    const { admin, provider, client, domain } = await makeGroup()
    const read = await admin.get('/sign-in-providers/dealer')
    const { secretSetAt, ...rest } = read.json<SignInProvider>()
    assert.ok(secretSetAt)
    assert.deepEqual(rest, {
      id: 'dealer',
      label: 'Dealer account',
      issuer: provider.issuer,
      applicationId: APPLICATION,
      claims: usual.claims,
      rules,
      callback: `${BASE_URL}/sign-in/${client.id}/dealer/callback`,
      backChannel: `${BASE_URL}/sign-in/${client.id}/dealer/back-channel-logout`,
      signedOut: `${BASE_URL}/sign-in/signed-out`,
      scopes: usual.scopes,
      domains: [domain],
      addsPeople: true,
    })
    assert.doesNotMatch(read.body, new RegExp(APPLICATION_SECRET))
    const { secret: _secret, ...kept } = { ...usual, issuer: provider.issuer, label: 'Account' }
    const tag = { 'if-match': String(read.headers.etag) }
    const first = await admin.call('PUT', '/sign-in-providers/dealer', kept, tag)
    assert.equal(first.statusCode, 200, first.body)
    assert.equal((await admin.get('/sign-in-providers/dealer')).headers.etag, first.headers.etag)
    assert.equal((await admin.call('PUT', '/sign-in-providers/dealer', kept, tag)).statusCode, 412)
    assert.deepEqual((await admin.get('/sign-in-providers')).json(), [first.json()])
    assert.equal((await admin.delete('/sign-in-providers/dealer')).statusCode, 204)
    assert.equal((await admin.get('/sign-in-providers/dealer')).statusCode, 404)
  })

  test('that cannot be are refused with the field and the rule', async () => {
    const { admin, provider, domain } = await makeGroup()
    const good = { ...usual, issuer: provider.issuer, domains: [domain] }
    for (const [change, info] of [
      [{ issuer: 'http://10.1.2.3/' }, /^issuer: .* cannot be used: 10\.1\.2\.3 is not public/],
      [{ issuer: 'nonsense' }, /^issuer: .* not an absolute address/],
      [{ issuer: 'https://else.example', secret: undefined }, /^secret: must be given again/],
      [{ scopes: 'profile' }, /^scopes: .*"openid"/],
      [{ domains: ['no domain'] }, /^domains: /],
      [{ domains: [], joinsByEmail: true }, /^joinsByEmail: /],
      [{ isPublic: true }, /^secret: a public client has none/],
      [
        { rules: [{ claim: 'g', role: 'admin', branches: ['N1'] }] },
        /^rules\[0\]\.branches: the role "admin"/,
      ],
      [
        { rules: [{ claim: 'g', role: 'advisor', branches: [] }] },
        /^rules\[0\]\.branches: name at least one/,
      ],
      [{ rules: [{ claim: 'g', role: 'advisor', branches: ['X9'] }] }, /^rules: "X9" is not a dealer code/],
    ] as const) {
      const put = await admin.put('/sign-in-providers/dealer', { ...good, ...change })
      assert.equal(put.statusCode, 400, `${put.statusCode} ${put.body}`)
      assert.match(put.json<{ errorInfo: string }>().errorInfo, info)
    }
    assert.equal((await admin.put('/sign-in-providers/Two%20words', good)).statusCode, 400)
  })

  test('keep their issuer once people are known by it', async () => {
    const group = await makeGroup()
    group.provider.as('anna')
    await goThrough(group)
    const put = await group.admin.put('/sign-in-providers/dealer', {
      ...usual,
      issuer: 'https://else.example',
    })
    assert.equal(put.statusCode, 400)
    assert.match(put.json<{ errorInfo: string }>().errorInfo, /^issuer: 1 people are known by/)
  })

  test('are asked to describe themselves, and what they say is told', async () => {
    const group = await makeGroup()
    const test = await group.admin.post('/sign-in-providers/dealer/tests', undefined)
    const { isReached, findings } = test.json<{
      isReached: boolean
      findings: { what: string; isFine: boolean; said?: string }[]
    }>()
    assert.ok(isReached)
    assert.deepEqual(
      findings.map(({ what, isFine }) => [what, isFine]),
      [
        ['discovery', true],
        ['keys', true],
        ['pkce', true],
        ['sign-out', true],
        ['sign-out-calls', true],
        ['scopes', true],
      ],
    )
    await group.provider.stop()
    const down = (await group.admin.post('/sign-in-providers/dealer/tests', undefined)).json<{
      isReached: boolean
      findings: { said?: string }[]
    }>()
    assert.equal(down.isReached, false)
    assert.match(down.findings[0]?.said ?? '', /nothing is listening/)
  })

  test('show what claims would give', async () => {
    const { admin } = await makeGroup()
    const preview = async (claims: unknown, more = {}) =>
      (
        await admin.post('/sign-in-providers/dealer/previews', {
          claims: typeof claims === 'string' ? claims : JSON.stringify(claims),
          ...more,
        })
      ).json<Record<string, unknown>>()
    assert.deepEqual(await preview({ groups: ['wa-sued', 'wa-nord'], email: 'x@y.example', name: 'X' }), {
      login: 'x@y.example',
      name: 'X',
      role: 'advisor',
      rules: [2, 3],
      branches: ['N1', 'S1'],
    })
    assert.deepEqual(await preview({ groups: [] }), { refusal: 'noAccess' })
    const tried = { rules: [{ claim: 'department', role: 'advisor', branches: ['X9'] }] }
    assert.deepEqual(await preview({ department: 'any' }, tried), {
      rules: [1],
      unknownBranches: ['X9'],
      refusal: 'noAccess',
    })
    assert.match(String((await preview('{no')).errorInfo), /^claims: is not JSON/)
    assert.match(String((await preview('[]')).errorInfo), /^claims: is not a JSON object/)
  })

  test('are for admins of the whole client alone', async () => {
    const { client, provider } = await makeGroup()
    const advisor = await person(client.id, 'advisor')
    const foreign = await person((await makeClient()).id, 'admin')
    const path = `/app/system-clients/${client.id}/sign-in-providers/dealer`
    const manager = await person(client.id, 'manager')
    for (const who of [advisor, manager, foreign]) {
      assert.equal((await who.get(path)).statusCode, 403)
      assert.equal((await who.put(path, { ...usual, issuer: provider.issuer })).statusCode, 403)
      assert.equal((await who.get(`/app/system-clients/${client.id}/sign-in-settings`)).statusCode, 403)
    }
  })

  test('that are removed end the sessions begun there', async () => {
    const group = await makeGroup()
    group.provider.as('anna')
    const came = await goThrough(group)
    assert.equal((await group.admin.delete('/sign-in-providers/dealer')).statusCode, 204)
    const look = await request({ method: 'GET', url: '/app/session', headers: { cookie: came.cookie ?? '' } })
    assert.equal(look.statusCode, 401)
  })

  test('lead to pages of this service alone', async () => {
    const { client } = await makeGroup()
    for (const path of ['/evil.example', '../x', 'a//b', 'a\\b', 'a b', 'a#b', 'x?y=/../z']) {
      const begun = await begin({ client: client.id, provider: 'dealer', goesTo: 'desk', path })
      assert.equal(begun.statusCode, 400, path)
    }
    assert.equal((await begin({ client: client.id, provider: 'dealer', goesTo: 'x' })).statusCode, 400)
  })
})

describe('the page on which people choose their provider', () => {
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    request({
      method: 'POST',
      url: `/sign-in/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })

  test('offers those of an address, leads there, and back to the page where somebody began', async () => {
    const group = await makeGroup()
    group.provider.as('anna')
    const to = 'desk/later?tab=a'
    const found = await post('find', { to, login: `anna@${group.domain}` })
    assert.match(found.body, /Sign in with Dealer account/)
    const going = await post('go', { to, client: group.client.id, provider: 'dealer' })
    assert.equal(going.statusCode, 200)
    const address = String(going.headers.refresh).replace(/^0; url=/, '')
    const own = cookiesOf(going).get('__Host-walkaround-sign-in')
    const came = await comeBack(
      await new ProviderBrowser().signIn(address),
      `__Host-walkaround-sign-in=${own}`,
    )
    assert.equal(came.location, `${BASE_URL}/${to}`)
    assert.equal(came.session?.name, 'Anna Adler')
  })

  test('offers first where somebody on this device signed in last, as long as it is there', async () => {
    const group = await makeGroup()
    group.provider.as('anna')
    const going = await post('go', { to: 'desk/', client: group.client.id, provider: 'dealer' })
    const address = String(going.headers.refresh).replace(/^0; url=/, '')
    const own = cookiesOf(going).get('__Host-walkaround-sign-in')
    const back = await new ProviderBrowser().signIn(address)
    const came = await request({
      method: 'GET',
      url: `${back.pathname}${back.search}`,
      headers: { cookie: `__Host-walkaround-sign-in=${own}` },
    })
    const former = cookiesOf(came).get('__Host-walkaround-provider')
    assert.ok(former, came.body)
    assert.doesNotMatch(former, /anna/i)
    const start = async (cookie?: string) =>
      (await request({ method: 'GET', url: '/sign-in/start', headers: cookie ? { cookie } : {} })).body
    const offers = /Sign in with Dealer account/
    assert.doesNotMatch(await start(), offers)
    assert.match(await start(`__Host-walkaround-provider=${former}`), offers)
    for (const made of ['x', 'e30.e30', `${'A'.repeat(701)}.A`, '%00.A'])
      assert.doesNotMatch(await start(`__Host-walkaround-provider=${made}`), offers, made)
    await group.admin.delete('/sign-in-providers/dealer')
    assert.doesNotMatch(await start(`__Host-walkaround-provider=${former}`), offers)
  })

  test('says in words why somebody was refused, and that nothing is set up for an address', async () => {
    const refused = await request({ method: 'GET', url: '/sign-in/start?to=desk/&refused=noAccess&lang=de' })
    assert.match(refused.body, /hat hier aber keinen Zugang/)
    assert.match((await post('find', { login: 'x@elsewhere.example' })).body, /nothing is set up/)
    const made = await request({ method: 'GET', url: '/sign-in/start?refused=%3Cb%3E&to=//evil.example' })
    assert.doesNotMatch(made.body, /<b>|evil/)
    assert.match((await request({ method: 'GET', url: '/sign-in/signed-out' })).body, /You are signed out/)
  })

  test('takes no form of another page, and tells of a provider that is down', async () => {
    const group = await makeGroup()
    const fields = { to: 'workshop/', client: group.client.id, provider: 'dealer' }
    const foreign = await post('go', fields, { origin: 'https://evil.example' })
    assert.deepEqual([foreign.statusCode, foreign.headers['set-cookie']], [403, undefined])
    await group.provider.stop()
    assert.match((await post('go', fields)).body, /cannot be reached/)
    assert.match((await post('go', { ...fields, provider: 'none' })).body, /switched off/)
  })
})
