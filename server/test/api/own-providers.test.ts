// A person joins their own login with a provider, sees it, and takes it away again: who may, what is refused, and where they come back.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OwnProviders } from '@walkaround/contract/app/sign-in-providers.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { readAudit } from '../../src/identity/audit.ts'
import { grantRole, revokeRole } from '../../src/identity/logins.ts'
import { BASE_URL, makeClient, request, testApp } from '../support/api.ts'
import { type AppPerson, COOKIE, makePerson, PASSWORD, person, signIn } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'
import { ProviderBrowser } from '../support/oidc-provider.ts'
import {
  begin,
  comeBack,
  cookiesOf,
  type Group,
  goThrough,
  jsonOf,
  makeGroup,
  stopProviders,
  usual,
} from '../support/single-sign-on.ts'
import { typeCommand } from '../support/typed-command.ts'

after(stopProviders)

const PAGE = 'settings?provider=dealer'
const joining = { goesTo: 'workshop', path: PAGE, joins: true, password: PASSWORD }

const join = (group: Group, { cookie }: { cookie: string }, more: Record<string, unknown> = {}) =>
  goThrough(group, { cookie, ...joining, ...more })

async function read(cookie: string | undefined): Promise<OwnProviders> {
  const response = await request({
    method: 'GET',
    url: '/app/session/providers',
    headers: { cookie: cookie ?? '' },
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const take = (who: AppPerson, client: string, more: Record<string, unknown> = {}) =>
  who.post('/app/session/provider-removals', { client, provider: 'dealer', password: PASSWORD, ...more })

const codeOf = (response: { json<T>(): T }) => response.json<{ errorCode: number }>().errorCode

const joinedOf = ({ providers }: OwnProviders) =>
  providers.filter(({ joinedAt }) => joinedAt !== undefined).map(({ provider }) => provider)

async function colleague(group: Group, role: Role = 'technician'): Promise<AppPerson> {
  return signIn(group.client.id, await makePerson(group.client.id, role))
}

async function auditOf({ client }: Group, kind: string) {
  return asSystem((scope) => readAudit(scope, { clientId: client.id, kind, limit: 10 }))
}

const refusedToSeparate = ({ client }: Group, login: string) =>
  assert.rejects(typeCommand({}, ['provider', 'separate', client.id, 'dealer', login]), {
    kind: 'onlyWayIn',
    errorInfo: `provider: nothing but "dealer" signs "${login}" in`,
  })

describe('the providers of one’s own login', () => {
  test('are those of one’s clients; whoever is signed in by password may change them', async () => {
    const [group, other] = [await makeGroup({ keepsRoles: true }), await makeGroup()]
    const who = await colleague(group)
    const { client } = group
    const own = { client: client.id, clientName: client.id, provider: 'dealer', label: 'Dealer account' }
    const { providers, mayChange } = await read(who.cookie)
    assert.deepEqual([providers.map((one) => ({ ...one, clientName: client.id })), mayChange], [[own], true])
    await asSystem((scope) =>
      grantRole(scope, { login: who.login, clientId: other.client.id, role: 'parts' }),
    )
    const both = await read((await signIn(client.id, who.login)).cookie)
    assert.deepEqual(
      both.providers.map((one) => [one.client, one.givesRole]).toSorted(),
      [
        [client.id, undefined],
        [other.client.id, true],
      ].toSorted(),
    )
    const nobody = await request({ method: 'GET', url: '/app/session/providers' })
    assert.equal(nobody.statusCode, 401)
    assert.deepEqual(await read((await person(client.id, 'support')).cookie), { providers: [] })
  })

  test('that are switched off are shown to whoever is joined with them, and offered to nobody', async () => {
    const group = await makeGroup()
    const [who, else_] = [await colleague(group), await colleague(group)]
    group.provider.as('anna')
    await join(group, who)
    const off = { ...usual, issuer: group.provider.issuer, isDisabled: true }
    assert.equal((await group.admin.put('/sign-in-providers/dealer', off)).statusCode, 200)
    const [one] = (await read((await signIn(group.client.id, who.login)).cookie)).providers
    assert.deepEqual([one?.isDisabled, one?.isOnlyWay], [true, undefined])
    assert.deepEqual((await read(else_.cookie)).providers, [])
  })
})

describe('joining', () => {
  let group: Group
  before(async () => {
    group = await makeGroup()
  })

  test('brings the person back to their page, signed in over there; from then on both ways lead to the same login', async () => {
    const own = await makeGroup()
    const who = await colleague(own)
    own.provider.as('anna')
    const came = await join(own, who)
    assert.equal(came.location, `${BASE_URL}/workshop/${PAGE}`)
    assert.deepEqual([came.session?.login, came.session?.provider?.id], [who.login, 'dealer'])
    const seen = await read(came.cookie)
    assert.deepEqual([joinedOf(seen), seen.mayChange], [['dealer'], undefined])
    assert.equal((await goThrough(own)).session?.login, who.login)
    assert.deepEqual(joinedOf(await read((await signIn(own.client.id, who.login)).cookie)), ['dealer'])
    assert.deepEqual(
      (await auditOf(own, 'provider.joined')).map(({ login }) => login),
      [who.login],
    )
  })

  test('always asks over there who it is', async () => {
    const { cookie } = await colleague(group)
    const begun = await begin({ client: group.client.id, provider: 'dealer', ...joining }, { cookie })
    const { address } = begun.json<{ address: string }>()
    assert.equal(new URL(address).searchParams.get('prompt'), 'login')
  })

  test('needs the password again, and a wrong one is counted', async () => {
    const { cookie } = await colleague(group)
    const body = { client: group.client.id, provider: 'dealer', ...joining }
    assert.equal(codeOf(await begin({ ...body, password: undefined }, { cookie })), 40061)
    assert.equal(codeOf(await begin({ ...body, password: 'something else' }, { cookie })), 40086)
    for (let tries = 0; tries < 5; tries++) await begin({ ...body, password: 'something else' }, { cookie })
    const late = await begin(body, { cookie })
    assert.equal(late.statusCode, 429)
    assert.ok(late.headers['retry-after'])
  })

  test('with the account of somebody else is refused on the page they left, and changes nothing', async () => {
    const [first, second] = [await colleague(group), await colleague(group)]
    group.provider.as('anna')
    assert.ok((await join(group, first)).session)
    const came = await join(group, second)
    assert.deepEqual([came.session, came.location], [undefined, `${BASE_URL}/workshop/${PAGE}&refused=taken`])
    const still = await read(second.cookie)
    assert.deepEqual([joinedOf(still), still.mayChange], [[], true], 'the session goes on')
  })

  test('with an account that the rules give nothing is refused, or the next sign-in would take the role away', async () => {
    const own = await makeGroup()
    const who = await colleague(own)
    own.provider.as('nobody')
    assert.equal((await join(own, who)).refusal, 'noAccess')
    assert.deepEqual(joinedOf(await read(who.cookie)), [])
    const change = { ...usual, issuer: own.provider.issuer, keepsRoles: true }
    assert.equal((await own.admin.put('/sign-in-providers/dealer', change)).statusCode, 200)
    assert.ok((await join(own, who)).session, 'where roles are kept here, it takes nothing away')
    assert.equal((await goThrough(own)).session?.clients[0]?.role, 'technician')
  })

  test('of somebody who lost their role on the way is refused', async () => {
    const own = await makeGroup()
    const who = await colleague(own)
    own.provider.as('anna')
    const came = await join(own, who, {
      back: async (url: URL) => {
        await asSystem((scope) => revokeRole(scope, { login: who.login, clientId: own.client.id }))
        return url
      },
    })
    assert.equal(came.refusal, 'noAccess')
  })

  test('a second account of the same provider is refused, at the beginning and for whoever had begun before', async () => {
    const own = await makeGroup()
    const who = await colleague(own)
    const body = { client: own.client.id, provider: 'dealer', ...joining }
    const goOut = async (person: string) => {
      const begun = await begin(body, { cookie: who.cookie })
      own.provider.as(person)
      const returned = await new ProviderBrowser().signIn(begun.json<{ address: string }>().address)
      return () => comeBack(returned, `${COOKIE}-sign-in=${cookiesOf(begun).get(`${COOKIE}-sign-in`)}`)
    }
    const [asAnna, asBen] = [await goOut('anna'), await goOut('ben')]
    assert.ok((await asAnna()).session)
    assert.equal((await asBen()).refusal, 'joined')
    const { cookie } = await signIn(own.client.id, who.login)
    assert.equal(codeOf(await begin(body, { cookie })), 40060)
  })

  test('that comes too late, or is cancelled, is told on the page they left', async () => {
    const { setNow } = await testApp()
    const who = await colleague(group)
    group.provider.as('')
    assert.equal((await join(group, who)).location, `${BASE_URL}/workshop/${PAGE}&refused=refused`)
    group.provider.as('ben')
    try {
      const came = await join(group, who, {
        back: (url: URL) => {
          setNow(new Date(Date.now() + 11 * 60_000))
          return url
        },
      })
      assert.equal(came.location, `${BASE_URL}/workshop/${PAGE}&refused=over`)
    } finally {
      setNow(undefined)
    }
  })

  test('is for people of the client alone, by their password', async () => {
    const stranger = await signIn('', await makePerson((await makeClient()).id, 'admin'))
    const body = { client: group.client.id, provider: 'dealer', ...joining }
    assert.equal(codeOf(await begin(body, { cookie: stranger.cookie })), 40303)
    assert.equal(
      codeOf(await begin(body, { cookie: (await person(group.client.id, 'support')).cookie })),
      40303,
    )
  })
})

describe('taking it away', () => {
  test('ends what began there and leaves the password; the account is nobody’s again', async () => {
    const group = await makeGroup()
    const login = await makePerson(group.client.id, 'technician')
    group.provider.as('anna')
    const there = await join(group, await signIn(group.client.id, login))
    const who = await signIn(group.client.id, login)
    const taken = await take(who, group.client.id)
    assert.equal(taken.statusCode, 204, taken.body)
    const ended = await request({
      method: 'GET',
      url: '/app/session',
      headers: { cookie: there.cookie ?? '' },
    })
    assert.equal(ended.statusCode, 401)
    assert.deepEqual(joinedOf(await read(who.cookie)), [])
    assert.notEqual((await goThrough(group)).session?.login, login)
    const [entry] = await auditOf(group, 'provider.separated')
    assert.deepEqual([entry?.login, entry?.by], [login, login])
    assert.equal((await take(who, group.client.id)).statusCode, 404)
  })

  test('needs the password, and a session that began with it', async () => {
    const group = await makeGroup()
    const login = await makePerson(group.client.id, 'technician')
    group.provider.as('anna')
    const there = await join(group, await signIn(group.client.id, login))
    const byProvider = await request({
      method: 'POST',
      url: '/app/session/provider-removals',
      headers: {
        ...jsonOf,
        cookie: there.cookie ?? '',
        'x-walkaround-csrf': there.session?.csrf ?? '',
      },
      payload: JSON.stringify({ client: group.client.id, provider: 'dealer', password: PASSWORD }),
    })
    assert.equal(codeOf(byProvider), 40303)
    const who = await signIn(group.client.id, login)
    assert.equal(codeOf(await take(who, group.client.id, { password: 'something else' })), 40086)
    assert.equal(codeOf(await take(who, (await makeGroup()).client.id)), 40303)
    assert.deepEqual(joinedOf(await read(who.cookie)), ['dealer'])
  })

  test('is not possible where the password opens nothing: it is the only way in', async () => {
    const [group, open] = [await makeGroup(), await makeClient()]
    const who = await colleague(group)
    // Their password still opens the other client, so it can be confirmed.
    await asSystem((scope) => grantRole(scope, { login: who.login, clientId: open.id, role: 'parts' }))
    group.provider.as('anna')
    await join(group, who)
    const { logins } = (await group.admin.get('/logins')).json<{ logins: { id: string; login: string }[] }>()
    const spare = logins.find(({ login }) => login === group.admin.login)?.id
    const off = await group.admin.put('/sign-in-settings', { passwordsOff: true, spareLogins: [spare] })
    assert.equal(off.statusCode, 200, off.body)
    const again = await signIn(group.client.id, who.login)
    assert.deepEqual((await read(again.cookie)).providers, [])
    assert.equal(codeOf(await take(again, group.client.id)), 40303)
    const there = await goThrough(group)
    assert.equal(there.session?.login, who.login)
    assert.equal((await read(there.cookie)).providers[0]?.isOnlyWay, true)
    await refusedToSeparate(group, who.login)
  })

  test('is done by the command line too, which lists what a login is joined with', async () => {
    const group = await makeGroup()
    const who = await colleague(group)
    assert.match(await typeCommand({}, ['login', 'providers', who.login]), /joined with no sign-in provider/)
    group.provider.as('anna')
    await join(group, who)
    const shown = await typeCommand({}, ['login', 'providers', who.login])
    assert.match(shown, new RegExp(`${group.client.id} +dealer +Dealer account`))
    const words = ['provider', 'separate', group.client.id, 'dealer', who.login]
    assert.match(await typeCommand({}, words), /is not joined with dealer any more/)
    assert.match(await typeCommand({}, ['login', 'providers', who.login]), /joined with no sign-in provider/)
  })

  test('of somebody who was added from there and has no password is refused', async () => {
    const group = await makeGroup()
    group.provider.as('anna')
    const { session, cookie } = await goThrough(group)
    assert.equal((await read(cookie)).providers[0]?.isOnlyWay, true)
    await refusedToSeparate(group, session?.login ?? '')
  })
})
