// Signing in to the web apps: sessions, their cookie, the proof of origin, and the lock-out (F1, F2).
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import type { Session } from '@walkaround/contract/app/session.ts'
import { sql } from '../../src/db/sql.ts'
import { disableLogin, enableLogin, grantRole, revokeRole, setPassword } from '../../src/identity/logins.ts'
import { createPasswords } from '../../src/identity/passwords.ts'
import { signIn as signInElsewhere } from '../../src/identity/sign-in.ts'
import { addBranch } from '../../src/organisation/branches.ts'
import { callerWith, makeClient, makeKey, order, request, testApp } from '../support/api.ts'
import { COOKIE, cookieOf, makePerson, PASSWORD, person, signIn, trySignIn } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'

const damage = '/surveys/none/damage-marks/m1'
const mark = { kind: 'dent', x: 10, y: 10 }

/** Every test comes from a different network: failures of one must not delay another. */
const deviceOf = (response: { headers: Record<string, unknown> }) =>
  String((response.headers['set-cookie'] as string[])[1]).split(';', 1)[0] as string

let networks = 0
const newAddress = () => `10.77.${Math.floor(++networks / 200)}.${(networks % 200) + 1}`

describe('signing in', () => {
  test('gives a cookie for this host alone that no script can read', async () => {
    const client = await makeClient()
    const response = await trySignIn(await makePerson(client.id, 'advisor'))
    assert.equal(response.statusCode, 200)
    const [cookie, device] = response.headers['set-cookie'] as string[]
    assert.match(
      String(cookie),
      new RegExp(`^${COOKIE}=[\\w-]{43}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$`),
    )
    assert.match(
      String(device),
      new RegExp(
        `^${COOKIE}-device=[\\w-]{43}; Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$`,
      ),
    )
    assert.equal(response.headers['cache-control'], 'no-store')
  })

  test('tells the person, their clients, roles and branches', async () => {
    const client = await makeClient({ timeZone: 'Europe/Berlin', language: 'de' })
    await asSystem((scope) => addBranch(scope, { clientId: client.id, code: 'B7', name: 'North' }))
    const login = await makePerson(client.id, 'technician', 'Ada Müller')
    const { session } = await signIn(client.id, login)
    const { expiresAt, csrf, version, clients, limits, ...rest } = session
    assert.deepEqual(rest, { login, name: 'Ada Müller' })
    assert.ok(new Date(expiresAt).getTime() > Date.now() + 11 * 3_600_000)
    assert.match(csrf, /^[\w-]{43}$/)
    assert.match(version, /^\d/)
    assert.deepEqual(limits, (await testApp()).media.limits, 'what it may record and send')
    assert.equal(clients.length, 1)
    const [only] = clients
    assert.equal(only?.isDemo, undefined, 'only the demo dealership is one')
    assert.deepEqual(
      { id: only?.id, role: only?.role, language: only?.language, timeZone: only?.timeZone },
      { id: client.id, role: 'technician', language: 'de', timeZone: 'Europe/Berlin' },
    )
    assert.deepEqual(
      only?.branches.map(({ id, name }) => ({ id, name })),
      [{ id: 'B7', name: 'North' }],
    )
  })

  test('support works for every client', async () => {
    const client = await makeClient()
    const { session, call } = await person(client.id, 'support')
    assert.ok(session.clients.some(({ id, role }) => id === client.id && role === 'support'))
    assert.equal((await call('PUT', damage, mark)).statusCode, 404)
  })

  test('a wrong password and an unknown login are told alike', async () => {
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    const wrong = await trySignIn(login, 'not the password', {}, newAddress())
    const unknown = await trySignIn('nobody-of-that-name', PASSWORD, {}, newAddress())
    assert.equal(wrong.statusCode, 401)
    assert.deepEqual(wrong.json(), unknown.json())
    assert.equal(wrong.headers['set-cookie'], undefined)
  })

  test('the token is another one each time, and the former session ends', async () => {
    const client = await makeClient()
    const first = await person(client.id, 'advisor')
    const again = await trySignIn(first.login, PASSWORD, { cookie: first.cookie })
    assert.notEqual(cookieOf(again), first.cookie)
    assert.equal((await first.get('/app/session')).statusCode, 401)
  })

  test('missing and hostile fields are named', async () => {
    const post = (payload: string) =>
      request({
        method: 'POST',
        url: '/app/session',
        headers: { 'content-type': 'application/json' },
        payload,
      })
    assert.equal((await post('{}')).statusCode, 400)
    assert.equal((await post('{"login":5,"password":[]}')).statusCode, 400)
    assert.equal((await post(JSON.stringify({ login: 'x'.repeat(201), password: 'y' }))).statusCode, 400)
    assert.equal((await trySignIn('\u0001 \t', 'x'.repeat(999), {}, newAddress())).statusCode, 401)
  })
})

describe('a session', () => {
  test('is told to whoever has its cookie, and to nobody else', async () => {
    const client = await makeClient()
    const { session, get } = await person(client.id, 'advisor')
    assert.deepEqual((await get('/app/session')).json<Session>(), session)
    for (const cookie of ['', `${COOKIE}=`, `${COOKIE}=${'a'.repeat(43)}`, `${COOKIE}=%00`]) {
      const response = await request({ method: 'GET', url: '/app/session', headers: { cookie } })
      assert.equal(response.statusCode, 401)
    }
  })

  test('ends with signing out', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const out = await me.delete('/app/session')
    assert.equal(out.statusCode, 204)
    assert.match(String(out.headers['set-cookie']), new RegExp(`^${COOKIE}=; .*Max-Age=0`))
    assert.equal((await me.get('/app/session')).statusCode, 401)
    assert.equal((await me.put(damage, mark)).statusCode, 401)
  })

  test('ends after twelve hours', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const { setNow } = await testApp()
    setNow(new Date(Date.now() + 12 * 3_600_000 + 1_000))
    try {
      assert.equal((await me.get('/app/session')).statusCode, 401)
    } finally {
      setNow(undefined)
    }
  })

  test('ends when the login is disabled or gets another password', async () => {
    const client = await makeClient()
    const [one, other] = [await person(client.id, 'advisor'), await person(client.id, 'advisor')]
    await asSystem((scope) => disableLogin(scope, { login: one.login }))
    const passwordHash = await createPasswords({ memoryKiB: 64, passes: 1 }).hash('another password')
    await asSystem((scope) => setPassword(scope, { login: other.login, passwordHash }))
    for (const { put } of [one, other]) assert.equal((await put(damage, mark)).statusCode, 401)
    assert.equal((await trySignIn(one.login, PASSWORD, {}, newAddress())).statusCode, 401)
  })

  test('tells its own device that the login was disabled, and nobody else', async () => {
    const client = await makeClient()
    const [me, ended] = [await person(client.id, 'advisor'), await person(client.id, 'advisor')]
    await ended.delete('/app/session')
    await asSystem((scope) => disableLogin(scope, { login: me.login }))
    for (const response of [await me.get('/app/session'), await me.put(damage, mark)]) {
      assert.equal(response.statusCode, 401)
      assert.equal(response.json().errorCode, 40102)
    }
    const stranger = await request({
      method: 'GET',
      url: '/app/session',
      headers: { cookie: `${COOKIE}=${'a'.repeat(43)}` },
    })
    for (const response of [stranger, await ended.get('/app/session')])
      assert.equal(response.json().errorCode, 40100)
    const address = newAddress()
    const refused = await trySignIn(me.login, PASSWORD, { cookie: me.cookie }, address)
    const unknown = await trySignIn('nobody-at-all', PASSWORD, {}, address)
    assert.equal(refused.body, unknown.body)
    // Somebody else signs in on the same device, with the old cookie still there.
    const other = await makePerson(client.id, 'advisor')
    const response = await trySignIn(other, PASSWORD, { cookie: me.cookie }, newAddress())
    assert.equal(response.statusCode, 200)
    await asSystem((scope) => enableLogin(scope, { login: me.login }))
    assert.equal((await me.get('/app/session')).json().errorCode, 40100, 'the session does not come back')
  })

  test('has the role of the moment, at each client its own', async () => {
    const [client, second] = [await makeClient(), await makeClient()]
    const me = await person(client.id, 'technician')
    assert.equal((await me.put(damage, mark)).statusCode, 404)
    const elsewhere = `/app/system-clients/${second.id}${damage}`
    assert.equal((await me.put(elsewhere, mark)).statusCode, 403)
    await asSystem((scope) => grantRole(scope, { login: me.login, clientId: second.id, role: 'advisor' }))
    await asSystem((scope) => revokeRole(scope, { login: me.login, clientId: client.id }))
    assert.equal((await me.put(elsewhere, mark)).statusCode, 404)
    assert.equal((await me.put(damage, mark)).statusCode, 403)
  })

  test('opens nothing of the interface of the DMS', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'admin')
    const response = await request({
      method: 'GET',
      url: `/v1/system-clients/${client.id}/service-orders/1`,
      headers: { cookie: me.cookie, 'x-walkaround-csrf': me.session.csrf },
    })
    assert.equal(response.statusCode, 401)
  })

  test('a foreign client and one that does not exist are alike', async () => {
    const [client, other] = [await makeClient(), await makeClient()]
    const me = await person(client.id, 'admin')
    const foreign = await me.put(`/app/system-clients/${other.id}${damage}`, mark)
    const none = await me.put(`/app/system-clients/no-such-client${damage}`, mark)
    assert.equal(foreign.statusCode, 403)
    assert.equal(foreign.body, none.body)
  })
})

describe('a change made with a cookie', () => {
  test('needs the proof that a page of ours made it', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const other = await person(client.id, 'advisor')
    for (const csrf of [undefined, '', 'x', other.session.csrf, `${me.session.csrf}x`]) {
      const response = await me.call('PUT', damage, mark, { 'x-walkaround-csrf': csrf })
      assert.equal(response.json().errorCode, 40301, `${csrf}`)
    }
    assert.equal((await me.put(damage, mark)).statusCode, 404)
    const out = await me.call('DELETE', '/app/session', undefined, { 'x-walkaround-csrf': undefined })
    assert.equal(out.json().errorCode, 40301)
  })

  test('is refused from a foreign origin, with the proof too', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://walkaround.test' },
      { origin: 'https://sub.walkaround.test' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://walkaround.test', 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const response = await me.call('PUT', damage, mark, headers)
      assert.equal(response.json().errorCode, 40301, JSON.stringify(headers))
      const signIn = await trySignIn(me.login, PASSWORD, headers)
      assert.equal(signIn.json().errorCode, 40301, JSON.stringify(headers))
    }
    const own: Record<string, string>[] = [
      { origin: 'https://walkaround.test' },
      { origin: 'https://tablet.example:8443', host: 'tablet.example:8443' },
      { 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of own) {
      assert.equal((await me.call('PUT', damage, mark, headers)).statusCode, 404, JSON.stringify(headers))
    }
  })

  test('reading needs no proof', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const response = await me.call('GET', '/app/session', undefined, { 'sec-fetch-site': 'same-site' })
    assert.equal(response.statusCode, 200)
  })

  test('with a key needs no proof, and the key wins over the cookie', async () => {
    const [client, other] = [await makeClient(), await makeClient()]
    const me = await person(client.id, 'admin')
    const { key } = await makeKey(other.id, 'advisor')
    const call = (clientId: string, withKey: string) =>
      request({
        method: 'PUT',
        url: `/app/system-clients/${clientId}${damage}`,
        headers: { 'x-api-key': withKey, 'content-type': 'application/json', cookie: me.cookie },
        payload: JSON.stringify(mark),
      })
    assert.equal((await call(other.id, key)).statusCode, 404)
    assert.equal((await call(client.id, key)).statusCode, 403)
    assert.equal((await call(client.id, 'wrong')).statusCode, 401)
  })
})

describe('the lock-out', () => {
  const clock = () => {
    let at = Date.now()
    return {
      async move(ms: number) {
        at += ms
        ;(await testApp()).setNow(new Date(at))
      },
    }
  }
  after(async () => (await testApp()).setNow(undefined))

  const waits = async (login: string, password: string, address = newAddress(), device?: string) => {
    const response = await trySignIn(login, password, device === undefined ? {} : { cookie: device }, address)
    return response.statusCode === 429
      ? Number(response.headers['retry-after'])
      : (response.statusCode as number)
  }

  for (const isKnown of [true, false]) {
    test(`${isKnown ? 'a login' : 'a login that does not exist'} waits longer after each failure from one address`, async () => {
      const client = await makeClient()
      const login = isKnown ? await makePerson(client.id, 'advisor') : `unknown-${client.id}`
      const address = newAddress()
      const time = clock()
      await time.move(0)
      for (let i = 0; i < 5; i++) assert.equal(await waits(login, 'wrong password', address), 401)
      const seen: number[] = []
      for (let i = 0; i < 8; i++) {
        const seconds = await waits(login.toUpperCase(), 'wrong password', address)
        seen.push(seconds)
        await time.move(seconds * 1000)
        assert.equal(await waits(login, 'wrong password', address), 401)
      }
      assert.deepEqual(seen, [30, 60, 120, 240, 480, 900, 900, 900])
    })
  }

  test('the right password waits too, and starts the count again', async () => {
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    const address = newAddress()
    const time = clock()
    await time.move(0)
    for (let i = 0; i < 5; i++) assert.equal(await waits(login, 'wrong password', address), 401)
    assert.equal(await waits(login, PASSWORD, address), 30)
    await time.move(30_000)
    assert.equal(await waits(login, PASSWORD, address), 200)
    for (let i = 0; i < 5; i++) assert.equal(await waits(login, 'wrong password', address), 401)
    assert.equal(await waits(login, PASSWORD, address), 30)
    await time.move(3_700_000)
    for (let i = 0; i < 5; i++) assert.equal(await waits(login, 'wrong password', address), 401)
  })

  test('whoever guesses at a login keeps nobody out who comes from elsewhere', async () => {
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    const attacker = newAddress()
    const time = clock()
    await time.move(0)
    for (let i = 0; i < 5; i++) assert.equal(await waits(login, 'wrong password', attacker), 401)
    assert.equal(await waits(login, PASSWORD, attacker), 30)
    assert.equal(await waits(login, PASSWORD), 200)
    assert.equal(await waits(login, PASSWORD, attacker), 30, 'and that helps the attacker in no way')
  })

  for (const isKnown of [true, false]) {
    test(`${isKnown ? 'a login' : 'a login that does not exist'} waits after fifty failures from many addresses`, async () => {
      const client = await makeClient()
      const login = isKnown ? await makePerson(client.id, 'advisor') : `unknown-50-${client.id}`
      const time = clock()
      await time.move(0)
      for (let i = 0; i < 50; i++) assert.equal(await waits(login, 'wrong password'), 401)
      assert.equal(await waits(login, PASSWORD), 30)
    })
  }

  test('a device that signed in before does not wait for what others guess, at any login or address', async () => {
    const client = await makeClient()
    const [login, other] = [await makePerson(client.id, 'advisor'), await makePerson(client.id, 'advisor')]
    const address = newAddress()
    const time = clock()
    await time.move(0)
    const device = deviceOf(await trySignIn(login, PASSWORD, {}, address))
    for (let i = 0; i < 30; i++) assert.equal(await waits(`dev-${client.id}-${i}`, 'wrong', address), 401)
    for (let i = 0; i < 50; i++) assert.equal(await waits(login, 'wrong password'), 401)
    assert.equal(await waits(login, PASSWORD, address), 30, 'another device at the same address')
    assert.equal(await waits(login, PASSWORD), 30, 'another address')
    assert.equal(await waits(login, PASSWORD, address, device), 200)
    assert.equal(await waits(other, PASSWORD, address, device), 30, 'it is known for one login, not for all')
    assert.equal(await waits(login, PASSWORD, address, `${device}x`), 30, 'and cannot be made up')
  })

  test('somebody who has the cookie of a device can neither guess with it for ever nor keep its people out', async () => {
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    const [workshop, thief] = [newAddress(), newAddress()]
    const time = clock()
    await time.move(0)
    const device = deviceOf(await trySignIn(login, PASSWORD, {}, workshop))
    for (let i = 0; i < 10; i++) assert.equal(await waits(login, 'wrong password', thief, device), 401)
    assert.equal(await waits(login, 'wrong password', thief, device), 30)
    assert.equal(await waits(login, PASSWORD, workshop, device), 200)
  })

  test('after another password every device is unknown, and the count of the login begins again', async () => {
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    const time = clock()
    await time.move(0)
    const device = deviceOf(await trySignIn(login, PASSWORD, {}, newAddress()))
    for (let i = 0; i < 50; i++) assert.equal(await waits(login, 'wrong password'), 401)
    const passwordHash = await createPasswords({ memoryKiB: 64, passes: 1 }).hash('a new password of mine')
    await asSystem((scope) => setPassword(scope, { login, passwordHash }))
    assert.equal(await waits(login, 'a new password of mine'), 200)
    for (let i = 0; i < 50; i++) assert.equal(await waits(login, 'wrong password'), 401)
    assert.equal(await waits(login, 'a new password of mine', newAddress(), device), 30)
  })

  test('people who share a tablet are known on it one by one, by one cookie, of which only a hash is stored', async () => {
    const client = await makeClient()
    const [one, two] = [await makePerson(client.id, 'advisor'), await makePerson(client.id, 'technician')]
    const device = deviceOf(await trySignIn(one, PASSWORD, {}, newAddress()))
    assert.equal(deviceOf(await trySignIn(two, PASSWORD, { cookie: device }, newAddress())), device)
    const planted = `${COOKIE}-device=${'p'.repeat(43)}`
    assert.notEqual(deviceOf(await trySignIn(one, PASSWORD, { cookie: planted }, newAddress())), planted)
    const { database } = await testApp()
    const rows = await database.rows<{ device: string }>(sql`
      select encode(d.device, 'hex') as device from sign_in_devices d join logins l on l.id = d.login_id
      where l.login = ${two}`)
    const token = device.slice(device.indexOf('=') + 1)
    assert.deepEqual(rows, [{ device: hash('sha256', token, 'hex') }])
  })

  test('many at once gain nothing', async () => {
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    const address = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => trySignIn(login, 'wrong password', {}, address)),
    )
    const tried = answers.filter(({ statusCode }) => statusCode === 401).length
    assert.ok(tried <= 5, `${tried} were tried`)
    assert.ok(answers.every(({ statusCode }) => [401, 429].includes(statusCode)))
  })

  test('an address that guesses many logins waits, others do not, and one of its own passwords does not help', async () => {
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    const address = newAddress()
    const time = clock()
    await time.move(0)
    for (let i = 0; i < 29; i++) assert.equal(await waits(`guess-${client.id}-${i}`, 'wrong', address), 401)
    assert.equal(await waits(login, PASSWORD, address), 200)
    assert.equal(await waits(`guess-${client.id}-x`, 'wrong', address), 401)
    assert.equal(await waits(login, PASSWORD, address), 30)
    assert.equal(await waits(login, PASSWORD), 200)
  })

  test('addresses of one IPv6 network count together', async () => {
    const client = await makeClient()
    const time = clock()
    await time.move(0)
    const network = `2001:db8:${(++networks).toString(16)}:1`
    for (let i = 0; i < 30; i++)
      assert.equal(await waits(`g6-${client.id}-${i}`, 'wrong', `${network}::${i + 1}`), 401)
    assert.equal(await waits(`g6-${client.id}-x`, 'wrong', `${network}:ffff::1`), 30)
    assert.equal(await waits(`g6-${client.id}-y`, 'wrong', `2001:db8:${networks.toString(16)}:2::1`), 401)
  })

  test('nobody can name another address', async () => {
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    const address = newAddress()
    const time = clock()
    await time.move(0)
    for (let i = 0; i < 30; i++) {
      const forged = { 'x-forwarded-for': `192.0.2.${i}` }
      assert.equal((await trySignIn(`ff-${client.id}-${i}`, 'wrong', forged, address)).statusCode, 401)
    }
    assert.equal(
      (await trySignIn(login, PASSWORD, { 'x-forwarded-for': '192.0.2.99' }, address)).statusCode,
      429,
    )
  })

  test('never touches keys and sessions', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const time = clock()
    await time.move(0)
    for (let i = 0; i < 6; i++) await waits(me.login, 'wrong password')
    assert.equal((await me.get('/app/session')).statusCode, 200)
    assert.equal((await callerWith(client.id, client.key).put('/service-orders/1', order())).statusCode, 201)
  })

  test('is remembered by the database, not by the process', async () => {
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    const { database } = await testApp()
    const passwords = createPasswords({ memoryKiB: 64, passes: 1 })
    const address = newAddress()
    const time = clock()
    await time.move(0)
    for (let i = 0; i < 5; i++) await waits(login, 'wrong password', address)
    await assert.rejects(
      signInElsewhere(database, passwords, {
        login,
        password: PASSWORD,
        address,
        now: new Date(),
      }),
      { kind: 'tooManySignIns' },
    )
  })
})
