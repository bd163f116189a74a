// Signing in at a provider of the client, against a real one: who gets in as what, who does not, and how it ends on both sides.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addLogin, grantRole } from '../../src/identity/logins.ts'
import { createPasswords } from '../../src/identity/passwords.ts'
import { BASE_URL, makeClient, request, testApp } from '../support/api.ts'
import { COOKIE, makePerson, PASSWORD, signIn } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'
import { APPLICATION, ProviderBrowser, startProvider } from '../support/oidc-provider.ts'

import {
  begin,
  comeBack,
  cookiesOf,
  type Group,
  goThrough,
  jsonOf,
  makeGroup,
  running,
  stopProviders,
  usual,
} from '../support/single-sign-on.ts'

after(stopProviders)

describe('signing in at a provider', () => {
  let group: Group
  before(async () => {
    group = await makeGroup()
  })

  test('gives a new person the role and branches of their groups, and brings them where they wanted', async () => {
    const { client, domain, provider } = group
    provider.as('anna')
    const { location, session, device } = await goThrough(group, { path: 'car?vin=W1&tab=a' })
    assert.equal(location, `${BASE_URL}/desk/car?vin=W1&tab=a`)
    assert.deepEqual([session?.login, session?.name], [`anna@${domain}`, 'Anna Adler'])
    assert.deepEqual(session?.provider, { client: client.id, id: 'dealer', label: 'Dealer account' })
    assert.deepEqual(
      session?.clients.map(({ id, role, branches }) => [id, role, branches.map((one) => one.id)]),
      [[client.id, 'advisor', ['N1', 'S1']]],
    )
    assert.ok(device)
  })

  test('is the same person the second time, with what the groups say then', async () => {
    const { provider, domain } = group
    provider.change('anna', { groups: ['wa-nord'], name: 'Anna Adler-Berg' })
    provider.as('anna')
    const { session } = await goThrough(group)
    assert.deepEqual([session?.login, session?.name], [`anna@${domain}`, 'Anna Adler-Berg'])
    assert.deepEqual(
      session?.clients[0]?.branches.map(({ id }) => id),
      ['N1'],
    )
  })

  test('the way out asks with PKCE, state and nonce, and gives a cookie for minutes that comes along from there', async () => {
    const begun = await begin({
      client: group.client.id,
      provider: 'dealer',
      goesTo: 'workshop',
      isFresh: true,
    })
    const { searchParams } = new URL(begun.json<{ address: string }>().address)
    assert.equal(searchParams.get('code_challenge_method'), 'S256')
    assert.equal(searchParams.get('prompt'), 'login')
    for (const name of ['state', 'nonce', 'code_challenge'])
      assert.match(searchParams.get(name) ?? '', /^[\w-]{43}$/)
    assert.match(
      String(begun.headers['set-cookie']),
      /^__Host-walkaround-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
  })

  test('whom no group lets in is refused, and is not added', async () => {
    group.provider.as('nobody')
    const { refusal, session } = await goThrough(group)
    assert.deepEqual([refusal, session], ['noAccess', undefined])
    const logins = (await group.admin.get('/logins')).json<{ logins: { login: string }[] }>().logins
    assert.ok(!logins.some(({ login }) => login.startsWith('nora@')))
  })

  test('a person whose groups are gone is refused, and has no role any more', async () => {
    const { provider, admin } = group
    provider.change('ben', { groups: ['wa-technicians'] })
    provider.as('ben')
    const came = await goThrough(group)
    assert.ok(came.session)
    provider.change('ben', { groups: [] })
    const again = await goThrough(group)
    assert.equal(again.refusal, 'noAccess')
    const logins = (await admin.get('/logins')).json<{ logins: { login: string }[] }>().logins
    assert.ok(!logins.some(({ login }) => login.startsWith('ben@')))
    provider.change('ben', { groups: ['wa-technicians'] })
    assert.ok((await goThrough(group)).session, 'and back in the group, is who they were')
  })

  test('a person who says no at the provider is told so', async () => {
    group.provider.as('')
    assert.equal((await goThrough(group)).refusal, 'refused')
  })

  test('a disabled login stays out', async () => {
    const own = await makeGroup()
    own.provider.as('anna')
    await goThrough(own)
    const { logins } = (await own.admin.get('/logins')).json<{
      logins: { id: string; login: string; name: string; role: string; branches: string[] }[]
    }>()
    const found = logins.find(({ login }) => login.startsWith('anna@'))
    assert.ok(found)
    const { name, role, branches } = found
    const put = await own.admin.put(`/logins/${found.id}`, { name, role, branches, isDisabled: true })
    assert.equal(put.statusCode, 200, put.body)
    assert.equal((await goThrough(own)).refusal, 'disabled')
  })

  test('claims that are not in the token are asked for', async () => {
    const own = await makeGroup({}, false)
    own.provider.as('anna')
    const { session } = await goThrough(own)
    assert.equal(session?.clients[0]?.role, 'advisor')
  })

  test('again in the same browser is known by its device, also after the session was ended', async () => {
    const own = await makeGroup()
    own.provider.as('anna')
    const { cookie, device } = await goThrough(own)
    assert.ok(device)
    const headers = { cookie: cookie ?? '', ...jsonOf }
    await request({ method: 'POST', url: '/app/session/end', headers })
    const again = await goThrough(own, { cookie: `${cookie}; ${COOKIE}-device=${device}` })
    assert.deepEqual([again.session?.login, again.refusal], [`anna@${own.domain}`, null])
    assert.equal(again.device, undefined, 'it keeps the one that it has')
  })

  test('ends the session that the browser had', async () => {
    const { provider, client } = group
    const { cookie } = await signIn(client.id, await makePerson(client.id, 'advisor'))
    provider.as('anna')
    assert.ok((await goThrough(group, { cookie })).session)
    assert.equal((await request({ method: 'GET', url: '/app/session', headers: { cookie } })).statusCode, 401)
  })
})

describe('the way back', () => {
  let group: Group
  before(async () => {
    group = await makeGroup()
    group.provider.as('anna')
  })

  async function goOut(): Promise<{ returned: URL; cookie: string }> {
    const begun = await begin({ client: group.client.id, provider: 'dealer', goesTo: 'desk', path: 'later' })
    const cookie = `${COOKIE}-sign-in=${cookiesOf(begun).get(`${COOKIE}-sign-in`)}`
    const { address } = begun.json<{ address: string }>()
    return { returned: await new ProviderBrowser().signIn(address), cookie }
  }

  test('works once', async () => {
    const { returned, cookie } = await goOut()
    assert.ok((await comeBack(returned, cookie)).session)
    assert.equal((await comeBack(returned, cookie)).refusal, 'over')
  })

  test('is of no use in another browser, and opening it there uses nothing up', async () => {
    const { returned, cookie } = await goOut()
    for (const other of [undefined, `${COOKIE}-sign-in=${'x'.repeat(43)}`]) {
      const { refusal, location } = await comeBack(returned, other)
      assert.deepEqual([refusal, new URL(location).searchParams.get('to')], ['over', 'desk/later'])
    }
    assert.ok((await comeBack(returned, cookie)).session)
  })

  test('with another state, another code, or nothing is refused', async () => {
    for (const [change, refusal] of [
      [(url: URL) => url.searchParams.set('state', 'another'), 'over'],
      [(url: URL) => url.searchParams.delete('state'), 'over'],
      [(url: URL) => url.searchParams.set('code', 'another'), 'failed'],
      [(url: URL) => url.searchParams.delete('code'), 'failed'],
      [(url: URL) => url.searchParams.set('iss', 'https://evil.example'), 'failed'],
    ] as const) {
      const { returned, cookie } = await goOut()
      change(returned)
      const came = await comeBack(returned, cookie)
      assert.deepEqual([came.refusal, came.session], [refusal, undefined], returned.search)
    }
  })

  test('of somebody else, planted in this browser, is refused: its code belongs to another nonce and verifier', async () => {
    const [mine, theirs] = [await goOut(), await goOut()]
    mine.returned.searchParams.set('code', theirs.returned.searchParams.get('code') ?? '')
    assert.equal((await comeBack(mine.returned, mine.cookie)).refusal, 'failed')
  })

  test('after ten minutes is over', async () => {
    const { setNow } = await testApp()
    const { returned, cookie } = await goOut()
    try {
      setNow(new Date(Date.now() + 11 * 60_000))
      assert.equal((await comeBack(returned, cookie)).refusal, 'over')
    } finally {
      setNow(undefined)
    }
  })

  test('through another client or provider leads nowhere', async () => {
    const other = await makeGroup()
    const { returned, cookie } = await goOut()
    for (const path of [
      `/sign-in/${other.client.id}/dealer/callback`,
      `/sign-in/${group.client.id}/another/callback`,
      '/sign-in/no-such-client/dealer/callback',
      '/sign-in/%00/dealer/callback',
    ]) {
      const came = await comeBack(new URL(`${BASE_URL}${path}${returned.search}`), cookie)
      assert.deepEqual([came.refusal, came.session], ['over', undefined], path)
    }
  })
})

describe('clocks and keys', () => {
  test('a clock that is a little wrong does no harm; one that is very wrong does', async () => {
    const group = await makeGroup({ toleranceSeconds: 60 })
    const { setNow } = await testApp()
    group.provider.as('anna')
    try {
      setNow(new Date(Date.now() - 45_000))
      assert.ok((await goThrough(group)).session, 'the provider is ahead')
      // Its tokens hold for ten minutes.
      setNow(new Date(Date.now() + 630_000))
      assert.ok((await goThrough(group)).session, 'its token expired by less than the tolerance')
      setNow(new Date(Date.now() + 700_000))
      assert.equal((await goThrough(group)).refusal, 'failed')
    } finally {
      setNow(undefined)
    }
  })

  test('keys may change between two sign-ins', async () => {
    const group = await makeGroup()
    group.provider.as('anna')
    assert.ok((await goThrough(group)).session)
    group.provider.rotateKeys()
    assert.ok((await goThrough(group)).session)
  })

  test('a provider that is down is told in words, and nobody waits', async () => {
    const group = await makeGroup()
    await group.provider.stop()
    const begun = await begin({ client: group.client.id, provider: 'dealer', goesTo: 'desk' })
    assert.equal(begun.statusCode, 403)
    const { errorCode, errorInfo } = begun.json<{ errorCode: number; errorInfo: string }>()
    assert.equal(errorCode, 40312)
    assert.match(errorInfo, /nothing is listening/)
  })

  test('one that goes down on the way is told as well', async () => {
    const group = await makeGroup()
    group.provider.as('anna')
    const begun = await begin({ client: group.client.id, provider: 'dealer', goesTo: 'desk' })
    const returned = await new ProviderBrowser().signIn(begun.json<{ address: string }>().address)
    await group.provider.stop()
    const cookie = `${COOKIE}-sign-in=${cookiesOf(begun).get(`${COOKIE}-sign-in`)}`
    assert.equal((await comeBack(returned, cookie)).refusal, 'unreachable')
  })
})

describe('whose login it is', () => {
  test('a login with a password here is not taken over by its name', async () => {
    const group = await makeGroup()
    await makeNamed(group.client.id, `anna@${group.domain}`)
    group.provider.as('anna')
    assert.equal((await goThrough(group)).refusal, 'taken')
  })

  test('it is joined if the client wants that, and the provider vouches for an address of its domains', async () => {
    const group = await makeGroup({ joinsByEmail: true })
    await makeNamed(group.client.id, `anna@${group.domain}`)
    group.provider.as('anna')
    group.provider.change('anna', { email_verified: false })
    assert.equal((await goThrough(group)).refusal, 'taken')
    group.provider.change('anna', { email_verified: true })
    assert.ok((await goThrough(group)).session)
    const logins = (await group.admin.get('/logins')).json<{
      logins: { login: string; hasPassword?: true }[]
    }>()
    assert.deepEqual(
      logins.logins.filter(({ login }) => login.startsWith('anna@')).map(({ hasPassword }) => hasPassword),
      [true],
      'one login, with its password',
    )
  })

  test('a login of another client is neither told nor touched: the person gets one beside it', async () => {
    const [group, other] = [await makeGroup({ joinsByEmail: true }), await makeClient()]
    await makeNamed(other.id, `anna@${group.domain}`)
    group.provider.as('anna')
    const { session } = await goThrough(group)
    assert.equal(session?.login, `anna@${group.domain}#${group.client.id}`)
    assert.deepEqual(
      session?.clients.map(({ id }) => id),
      [group.client.id],
    )
  })

  test('a login that also works elsewhere reaches the client of the provider alone', async () => {
    const [group, other] = [await makeGroup(), await makeClient()]
    const login = await makeNamed(group.client.id, `anna@${group.domain}`)
    await asSystem((scope) => grantRole(scope, { login, clientId: other.id, role: 'admin' }))
    const { cookie } = await signIn(group.client.id, login)
    group.provider.as('anna')
    const joined = await goThrough(group, { cookie, joins: true, password: PASSWORD })
    assert.equal(joined.session?.login, login, 'joined by its password')
    assert.deepEqual(
      joined.session?.clients.map(({ id }) => id),
      [group.client.id],
    )
    const there = await request({
      method: 'GET',
      url: `/app/system-clients/${other.id}/logins`,
      headers: { cookie: joined.cookie ?? '' },
    })
    assert.equal(there.statusCode, 403)
    const changed = await request({
      method: 'PUT',
      url: '/app/session/password',
      headers: { ...jsonOf, cookie: joined.cookie ?? '', 'x-walkaround-csrf': joined.session?.csrf ?? '' },
      payload: JSON.stringify({ current: PASSWORD, password: 'another long password' }),
    })
    assert.equal(changed.statusCode, 403)
  })

  test('nobody joins anything without a session that began with a password of the client', async () => {
    const [group, other] = [await makeGroup(), await makeClient()]
    const body = {
      client: group.client.id,
      provider: 'dealer',
      goesTo: 'desk',
      joins: true,
      password: PASSWORD,
    }
    assert.equal((await begin(body)).statusCode, 403)
    const { cookie } = await signIn(other.id, await makePerson(other.id, 'admin'))
    assert.equal((await begin(body, { cookie })).statusCode, 403)
    group.provider.as('anna')
    const came = await goThrough(group)
    assert.equal((await begin(body, { cookie: came.cookie ?? '' })).statusCode, 403)
  })

  test('people are added only if the client wants that', async () => {
    const group = await makeGroup({ addsPeople: false })
    group.provider.as('anna')
    assert.equal((await goThrough(group)).refusal, 'unknown')
  })

  test('two providers of a client know different people by the same subject', async () => {
    const group = await makeGroup()
    const second = await startProvider({
      client: { callback: `${BASE_URL}/sign-in/${group.client.id}/second/callback`, method: 'none' },
      people: [
        { sub: 'anna', name: 'Anna Other', email: `other@${group.domain}`, groups: ['wa-technicians'] },
      ],
    })
    running.push(second)
    const put = await group.admin.put('/sign-in-providers/second', {
      ...usual,
      label: 'Suppliers',
      secret: undefined,
      isPublic: true,
      issuer: second.issuer,
    })
    assert.equal(put.statusCode, 200, put.body)
    group.provider.as('anna')
    const first = await goThrough(group)
    const other = await goThrough(group, { provider: 'second' })
    assert.deepEqual(
      [first.session?.name, other.session?.name, other.session?.clients[0]?.role],
      ['Anna Adler', 'Anna Other', 'technician'],
    )
  })

  async function makeNamed(clientId: string, login: string): Promise<string> {
    const passwordHash = await createPasswords({ memoryKiB: 64, passes: 1 }).hash(PASSWORD)
    await asSystem((scope) =>
      addLogin(scope, { login, name: 'Known', passwordHash, clientId, role: 'technician' }),
    )
    return login
  }
})

describe('signing out', () => {
  test('leads to the provider, which ends its own session and comes back', async () => {
    const group = await makeGroup()
    group.provider.as('anna')
    const browser = new ProviderBrowser()
    const came = await goThrough(group, { browser })
    const ended = await request({
      method: 'POST',
      url: '/app/session/end',
      headers: { cookie: came.cookie ?? '', 'x-walkaround-csrf': came.session?.csrf ?? '' },
    })
    assert.equal(ended.statusCode, 200, ended.body)
    const { address = '' } = ended.json<{ address?: string }>()
    assert.ok(new URL(address).searchParams.get('id_token_hint'))
    assert.equal((await browser.signOut(address)).href, `${BASE_URL}/sign-in/signed-out`)
    group.provider.as('ben')
    assert.equal(
      (await goThrough(group, { browser })).session?.name,
      'Ben Bauer',
      'Anna is not signed in there',
    )
    const after = await request({
      method: 'GET',
      url: '/app/session',
      headers: { cookie: came.cookie ?? '' },
    })
    assert.equal(after.statusCode, 401)
  })

  test('ends the session here also when the provider is down', async () => {
    const group = await makeGroup()
    group.provider.as('anna')
    const came = await goThrough(group)
    await group.provider.stop()
    const headers = { cookie: came.cookie ?? '', 'x-walkaround-csrf': came.session?.csrf ?? '' }
    const ended = await request({ method: 'POST', url: '/app/session/end', headers })
    assert.deepEqual([ended.statusCode, ended.json()], [200, {}])
    assert.equal((await request({ method: 'GET', url: '/app/session', headers })).statusCode, 401)
  })

  test('at the provider, on another page, ends the session here', async () => {
    const group = await makeGroup()
    group.provider.as('anna')
    const browser = new ProviderBrowser()
    const came = await goThrough(group, { browser })
    const elsewhere = await goThrough(group)
    const end = new URL(`${group.provider.issuer}/session/end`)
    end.searchParams.set('client_id', APPLICATION)
    end.searchParams.set('post_logout_redirect_uri', `${BASE_URL}/sign-in/signed-out`)
    await browser.signOut(end.href)
    const look = (cookie = '') => request({ method: 'GET', url: '/app/session', headers: { cookie } })
    assert.equal((await look(came.cookie)).statusCode, 401)
    assert.equal((await look(elsewhere.cookie)).statusCode, 200, 'her session on another device goes on')
  })

  test('a token that the provider did not sign for this ends nothing', async () => {
    const group = await makeGroup()
    group.provider.as('anna')
    const came = await goThrough(group)
    const tell = (token: string, path = `/sign-in/${group.client.id}/dealer/back-channel-logout`) =>
      request({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token: token }).toString(),
      })
    const none = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"anna"}')}.`.replaceAll('=', '')
    for (const token of ['', 'x', none]) assert.equal((await tell(token)).statusCode, 400, token)
    assert.equal((await tell('x', '/sign-in/nobody/dealer/back-channel-logout')).statusCode, 404)
    const look = await request({ method: 'GET', url: '/app/session', headers: { cookie: came.cookie ?? '' } })
    assert.equal(look.statusCode, 200)
  })
})
