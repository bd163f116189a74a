// Passkeys and recovery codes as a second factor, over HTTP with a device in software.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { ListedLogin } from '@walkaround/contract/app/logins.ts'
import type {
  OwnSecondFactor,
  PasskeyCreation,
  SignedIn,
  SignInProof,
  SignInStep,
} from '@walkaround/contract/app/second-factor.ts'
import type { SecondFactorRule } from '@walkaround/contract/rules/second-factor.ts'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from '../../src/db/sql.ts'
import { readAudit } from '../../src/identity/audit.ts'
import { addLogin, grantRole } from '../../src/identity/logins.ts'
import { sweepSteps } from '../../src/identity/second-factor.ts'
import { createSession } from '../../src/identity/sessions.ts'
import { setClient } from '../../src/organisation/clients.ts'
import { BASE_URL, makeClient, makeKey, request, testApp } from '../support/api.ts'
import { type AppPerson, makePerson, PASSWORD, person, signIn, trySignIn } from '../support/app.ts'
import { type Authenticator, makeAuthenticator } from '../support/authenticator.ts'
import { asSystem } from '../support/clients.ts'

let addresses = 0
const newAddress = () => `10.91.${Math.floor(++addresses / 200)}.${(addresses % 200) + 1}`

const cookiesOf = (response: LightMyRequestResponse): string[] =>
  [response.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';', 1)[0] as string)

const stepCookieOf = (response: LightMyRequestResponse): string =>
  cookiesOf(response).find((cookie) => cookie.includes('-step=')) ?? ''

const readStep = async (cookie: string): Promise<SignInStep> => {
  const response = await request({ method: 'GET', url: '/app/session/step', headers: { cookie } })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const prove = (cookie: string, proof: SignInProof, remoteAddress = newAddress()) =>
  request({
    method: 'POST',
    url: '/app/session/step',
    remoteAddress,
    headers: { cookie, 'content-type': 'application/json' },
    payload: JSON.stringify(proof),
  })

/** As far as the second step. */
async function begin(login: string, address = newAddress()): Promise<{ cookie: string; step: SignInStep }> {
  const response = await trySignIn(login, PASSWORD, {}, address)
  assert.equal(response.json().errorCode, 40330, response.body)
  const cookie = stepCookieOf(response)
  return { cookie, step: await readStep(cookie) }
}

const codeOf = (response: LightMyRequestResponse) => response.json().errorCode as number

interface Added {
  recoveryCodes?: string[]
  passkey: { id: string; name: string }
}

async function add(who: AppPerson, device: Authenticator, name = 'My laptop'): Promise<Added> {
  const begun = await who.post('/app/session/passkey-creations', { password: PASSWORD })
  assert.equal(begun.statusCode, 200, begun.body)
  const { ticket, creation } = begun.json<{ ticket: string; creation: PasskeyCreation }>()
  const added = await who.post('/app/session/passkeys', { ticket, passkey: device.create(creation, name) })
  assert.equal(added.statusCode, 200, added.body)
  return added.json<Added>()
}

/** A person with a passkey, and what they need to sign in. */
async function secured(role: 'admin' | 'advisor' = 'admin') {
  const client = await makeClient()
  const who = await person(client.id, role)
  const device = makeAuthenticator()
  const { recoveryCodes = [], passkey } = await add(who, device)
  return { client, who, device, recoveryCodes, passkey }
}

const own = async (who: AppPerson) => (await who.get('/app/session/second-factor')).json<OwnSecondFactor>()

const need = (clientId: string, secondFactor: SecondFactorRule | null) =>
  asSystem((scope) => setClient(scope, { clientId, changes: { secondFactor } }))

const audited = async (clientId: string, kind: string) => {
  const { accessLog } = await testApp()
  await accessLog.flush()
  return asSystem((scope) => readAudit(scope, { clientId, kind, limit: 50 }))
}

describe('a person with a passkey', () => {
  test('signs in with password and passkey; nobody is signed in before', async () => {
    const { client, who, device } = await secured()
    const first = await trySignIn(who.login, PASSWORD, {}, newAddress())
    assert.equal(first.statusCode, 403)
    assert.equal(codeOf(first), 40330)
    const cookies = cookiesOf(first)
    assert.equal(cookies.length, 1, 'only that of the step')
    const cookie = stepCookieOf(first)
    assert.match(
      String(first.headers['set-cookie']),
      /^__Host-walkaround-step=.*HttpOnly; SameSite=Strict; Secure$/,
    )
    const none = await request({ method: 'GET', url: '/app/session', headers: { cookie } })
    assert.equal(none.statusCode, 401)
    const step = await readStep(cookie)
    assert.equal(step.kind, 'prove')
    assert.equal(step.recoveryCodes, 10)
    assert.ok(step.request)
    assert.equal(step.request.rpId, new URL(BASE_URL).hostname)
    const done = await prove(cookie, { assertion: device.get(step.request) })
    assert.equal(done.statusCode, 200, done.body)
    const { session, recoveryCodes } = done.json<SignedIn>()
    assert.equal(session.login, who.login)
    assert.equal(recoveryCodes, undefined)
    const [token = ''] = cookiesOf(done)
    const known = await request({ method: 'GET', url: '/app/session', headers: { cookie: token } })
    assert.equal(known.statusCode, 200)
    assert.match(String(done.headers['set-cookie']), /-step=; Path=\/; Max-Age=0/)
    const [entry] = await audited(client.id, 'signIn.succeeded')
    assert.equal(entry?.detail, 'with a passkey')
    assert.ok((await own(who)).passkeys[0]?.usedAt)
  })

  test('proves it on every device, also on one that is known', async () => {
    const { who, device } = await secured()
    const { cookie, step } = await begin(who.login)
    const done = await prove(cookie, { assertion: device.get(step.request as never) })
    const remembered = cookiesOf(done).find((one) => one.includes('-device=')) ?? ''
    const again = await trySignIn(who.login, PASSWORD, { cookie: remembered }, newAddress())
    assert.equal(codeOf(again), 40330)
  })

  test('is not let in by a proof that was heard, that is for another page, challenge or service, or by a counter that goes back', async () => {
    const { client, who, device } = await secured()
    const { cookie, step } = await begin(who.login)
    const asked = step.request as NonNullable<SignInStep['request']>
    const good = device.get(asked)
    const wrong: [string, SignInProof['assertion']][] = [
      ['page', device.get(asked, { origin: 'https://walkaround.test.evil.example' })],
      ['challenge', device.get(asked, { challenge: Buffer.alloc(32).toString('base64url') })],
      ['service', device.get(asked, { rpId: 'evil.example' })],
      ['counter', device.get(asked, { counter: 1 })],
      ['signature', { ...good, signature: device.get(asked, { challenge: 'AAAA' }).signature }],
      ['encoding', { ...good, clientDataJSON: '!!' }],
    ]
    for (const [what, assertion] of wrong)
      assert.equal(codeOf(await prove(cookie, { assertion } as SignInProof)), 40332, what)
    const last = await prove(cookie, { assertion: device.get(asked, { counter: 9 }) })
    assert.equal(last.statusCode, 200, last.body)
    assert.equal(codeOf(await prove(cookie, { assertion: good })), 40331, 'the step is over')
    const next = await begin(who.login)
    assert.equal(codeOf(await prove(next.cookie, { assertion: good })), 40332, 'replayed')
    const failed = await audited(client.id, 'signIn.failed')
    assert.ok(failed.every(({ login, detail }) => login === who.login && detail === 'with a passkey'))
    assert.equal(
      failed.reduce((sum, { times = 1 }) => sum + times, 0),
      wrong.length + 1,
    )
  })

  test('is not let in by the passkey of somebody else', async () => {
    const [mine, theirs] = [await secured(), await secured()]
    const { cookie, step } = await begin(mine.who.login)
    const foreign = theirs.device.get(step.request as never)
    assert.equal(codeOf(await prove(cookie, { assertion: foreign })), 40332)
    assert.equal(codeOf(await prove(cookie, { recoveryCode: theirs.recoveryCodes[0] as string })), 40332)
  })

  test('uses a step once, even when two come at the same moment', async () => {
    const { who, device, recoveryCodes } = await secured()
    const { cookie, step } = await begin(who.login)
    const assertion = device.get(step.request as never)
    const both = await Promise.all([
      prove(cookie, { assertion }),
      prove(cookie, { recoveryCode: recoveryCodes[0] as string }),
      prove(cookie, { assertion }),
    ])
    assert.equal(both.filter(({ statusCode }) => statusCode === 200).length, 1)
    assert.equal(both.filter((response) => codeOf(response) === 40331).length, 2)
  })

  test('sends one proof, and in the browser that began', async () => {
    const { who, device, recoveryCodes } = await secured()
    const { cookie, step } = await begin(who.login)
    const assertion = device.get(step.request as never)
    const code = recoveryCodes[0] as string
    assert.equal((await prove(cookie, {})).statusCode, 400)
    assert.equal((await prove(cookie, { assertion, recoveryCode: code })).statusCode, 400)
    for (const other of ['', '__Host-walkaround-step=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])
      assert.equal(codeOf(await prove(other, { assertion })), 40331)
    const foreign = await request({
      method: 'POST',
      url: '/app/session/step',
      headers: { cookie, 'content-type': 'application/json', origin: 'https://evil.example' },
      payload: JSON.stringify({ recoveryCode: code }),
    })
    assert.equal(codeOf(foreign), 40301)
  })

  test('cannot be guessed at with a known password: wrong factors count, and a right password forgives none', async () => {
    const { client, who } = await secured()
    const address = newAddress()
    const seen: number[] = []
    for (let i = 0; i < 6; i++) {
      const first = await trySignIn(who.login, PASSWORD, {}, address)
      seen.push(first.statusCode)
      if (first.statusCode === 403)
        seen.push(
          (await prove(stepCookieOf(first), { recoveryCode: 'aaaa-aaaa-aaaa-aaaa' }, address)).statusCode,
        )
    }
    assert.deepEqual(seen, [403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 429])
    const elsewhere = await begin(who.login)
    assert.equal(elsewhere.step.kind, 'prove', 'other addresses do not wait')
    const [entry] = await audited(client.id, 'signIn.failed')
    assert.equal(entry?.detail, 'with a recovery code')
    assert.equal(entry?.address, address)
  })
})

describe('the step between password and session', () => {
  after(async () => (await testApp()).setNow(undefined))

  test('is over after five minutes, and swept', async () => {
    const { who, device } = await secured()
    const { database, setNow } = await testApp()
    const { cookie, step } = await begin(who.login)
    const assertion = device.get(step.request as never)
    const later = new Date(Date.now() + 5 * 60_000 + 1)
    setNow(later)
    assert.equal(codeOf(await prove(cookie, { assertion })), 40331)
    const shown = await request({ method: 'GET', url: '/app/session/step', headers: { cookie } })
    assert.equal(codeOf(shown), 40331)
    setNow(undefined)
    await sweepSteps({ db: database, now: later })
    const left = await database.row<{ count: number }>(
      sql`select count(*)::int as count from sign_in_challenges where expires_at <= ${later}`,
    )
    assert.equal(left?.count, 0)
  })
})

describe('recovery codes', () => {
  test('sign in once each, however they are typed', async () => {
    const { client, who, recoveryCodes } = await secured()
    assert.equal(recoveryCodes.length, 10)
    const [code = '', other = ''] = recoveryCodes
    const first = await begin(who.login)
    const done = await prove(first.cookie, { recoveryCode: ` ${code.toUpperCase().replaceAll('-', ' ')} ` })
    assert.equal(done.statusCode, 200, done.body)
    assert.equal((await own(who)).recoveryCodes, 9)
    const again = await begin(who.login)
    assert.equal(again.step.recoveryCodes, 9)
    assert.equal(codeOf(await prove(again.cookie, { recoveryCode: code })), 40332, 'used')
    assert.equal((await prove(again.cookie, { recoveryCode: other })).statusCode, 200)
    const used = await audited(client.id, 'login.recoveryCodeUsed')
    assert.equal(used.length, 2)
  })

  test('are replaced by ten new ones, with the password', async () => {
    const { who, recoveryCodes } = await secured()
    const wrong = await who.post('/app/session/recovery-codes', { password: 'not the password' })
    assert.equal(codeOf(wrong), 40086)
    const made = await who.post('/app/session/recovery-codes', { password: PASSWORD })
    const { recoveryCodes: fresh } = made.json<{ recoveryCodes: string[] }>()
    assert.equal(new Set([...fresh, ...recoveryCodes]).size, 20)
    const { cookie } = await begin(who.login)
    assert.equal(codeOf(await prove(cookie, { recoveryCode: recoveryCodes[0] as string })), 40332)
    assert.equal((await prove(cookie, { recoveryCode: fresh[0] as string })).statusCode, 200)
  })

  test('are for people with a passkey, and stored as hashes', async () => {
    const client = await makeClient()
    const plain = await person(client.id, 'admin')
    assert.equal((await plain.post('/app/session/recovery-codes', { password: PASSWORD })).statusCode, 400)
    const { recoveryCodes } = await secured()
    const { database } = await testApp()
    const rows = await database.rows<{ hash: Uint8Array }>(sql`select hash from recovery_codes`)
    const stored = Buffer.concat(rows.map(({ hash }) => Buffer.from(hash))).toString('latin1')
    for (const code of recoveryCodes) assert.ok(!stored.includes(code.replaceAll('-', '')))
  })
})

describe("one's own passkeys", () => {
  test('are added with the password, named, renamed and removed', async () => {
    const { client, who, device, passkey } = await secured('advisor')
    const phone = makeAuthenticator()
    const { passkey: second, recoveryCodes } = await add(who, phone, 'Phone')
    assert.equal(recoveryCodes, undefined, 'only the first brings codes')
    assert.equal(
      (await who.put(`/app/session/passkeys/${second.id}`, { name: 'Work phone' })).statusCode,
      204,
    )
    const { passkeys, isNeeded, isPossible, host } = await own(who)
    assert.deepEqual(
      passkeys.map(({ name }) => name),
      ['My laptop', 'Work phone'],
    )
    assert.deepEqual([isNeeded, isPossible, host], [undefined, true, 'walkaround.test'])
    const remove = (id: string, password = PASSWORD) =>
      who.post(`/app/session/passkeys/${id}/removals`, { password })
    assert.equal(codeOf(await remove(passkey.id, 'not the password')), 40086)
    assert.equal((await remove(passkey.id)).statusCode, 204)
    const { cookie, step } = await begin(who.login)
    assert.equal(codeOf(await prove(cookie, { assertion: device.get(step.request as never) })), 40332)
    assert.equal((await prove(cookie, { assertion: phone.get(step.request as never) })).statusCode, 200)
    assert.equal((await remove(second.id)).statusCode, 204)
    assert.deepEqual((await own(who)).recoveryCodes, 0, 'they go with the last one')
    assert.equal((await trySignIn(who.login, PASSWORD, {}, newAddress())).statusCode, 200)
    for (const kind of ['login.passkeyAdded', 'login.passkeyRemoved'])
      assert.equal((await audited(client.id, kind)).length, 2, kind)
  })

  test('are nobody else’s, and need a session with its proof of origin', async () => {
    const { passkey, who } = await secured()
    const other = await person((await makeClient()).id, 'admin')
    const path = `/app/session/passkeys/${passkey.id}`
    assert.equal((await other.put(path, { name: 'Mine' })).statusCode, 404)
    assert.equal((await other.post(`${path}/removals`, { password: PASSWORD })).statusCode, 404)
    const forged = await who.call('PUT', path, { name: 'X' }, { 'x-walkaround-csrf': undefined })
    assert.equal(codeOf(forged), 40301)
    const { key } = await makeKey((await makeClient()).id, 'admin')
    const byKey = await request({
      method: 'GET',
      url: '/app/session/second-factor',
      headers: { 'x-api-key': key },
    })
    assert.equal(byKey.statusCode, 401)
  })

  test('are refused when they were made for another page or request, twice, or by somebody else', async () => {
    const client = await makeClient()
    const [who, other] = [await person(client.id, 'admin'), await person(client.id, 'admin')]
    const device = makeAuthenticator()
    const start = async (by: AppPerson) =>
      (await by.post('/app/session/passkey-creations', { password: PASSWORD })).json<{
        ticket: string
        creation: PasskeyCreation
      }>()
    const { ticket, creation } = await start(who)
    const send = (by: AppPerson, passkey: unknown, of = ticket) =>
      by.post('/app/session/passkeys', { ticket: of, passkey })
    for (const odd of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { challenge: 'AAAA' }])
      assert.equal((await send(who, device.create(creation, 'X', odd))).statusCode, 400, JSON.stringify(odd))
    const made = device.create(creation, 'Laptop')
    assert.equal(codeOf(await send(other, made)), 40331, 'the ticket is of somebody else')
    assert.equal((await send(who, { ...made, name: '\u0007' })).statusCode, 400)
    assert.equal((await send(who, made)).statusCode, 200)
    assert.equal(codeOf(await send(who, made)), 40331, 'a ticket is used once')
    const { ticket: next } = await start(other)
    assert.equal((await send(other, made, next)).statusCode, 400, 'made for another request')
    assert.equal((await own(other)).passkeys.length, 0)
  })
})

describe('a client that asks for a second factor', () => {
  test('leads its admins to make a passkey at the next sign-in, and nobody else', async () => {
    const client = await makeClient()
    const [admin, manager, advisor] = await Promise.all(
      (['admin', 'manager', 'advisor'] as const).map((role) => makePerson(client.id, role)),
    )
    await need(client.id, 'admins')
    for (const login of [manager, advisor])
      assert.equal((await trySignIn(login as string, PASSWORD, {}, newAddress())).statusCode, 200)
    const { cookie, step } = await begin(admin as string)
    assert.equal(step.kind, 'enrol')
    assert.equal(codeOf(await prove(cookie, { recoveryCode: 'aaaa-aaaa-aaaa-aaaa' })), 40331)
    const device = makeAuthenticator()
    const creation = step.creation as PasskeyCreation
    const odd = device.create(creation, 'X', { origin: 'https://evil.example' })
    assert.equal((await prove(cookie, { passkey: odd })).statusCode, 400)
    const done = await prove(cookie, { passkey: device.create(creation, 'Laptop') })
    assert.equal(done.statusCode, 200, done.body)
    assert.equal(done.json<SignedIn>().recoveryCodes?.length, 10)
    const next = await begin(admin as string)
    assert.equal(next.step.kind, 'prove')
    await need(client.id, 'managers')
    assert.equal((await begin(manager as string)).step.kind, 'enrol')
    await need(client.id, null)
    assert.equal((await trySignIn(manager as string, PASSWORD, {}, newAddress())).statusCode, 200)
  })

  test('keeps the last passkey of those who need one, and shows who has none', async () => {
    const { client, who, passkey } = await secured()
    const plain = await person(client.id, 'admin')
    await need(client.id, 'admins')
    const refused = await who.post(`/app/session/passkeys/${passkey.id}/removals`, { password: PASSWORD })
    assert.equal(codeOf(refused), 40333)
    assert.deepEqual([(await own(who)).isNeeded, (await own(who)).passkeys.length], [true, 1])
    const { logins } = (await plain.get('/logins')).json<{ logins: ListedLogin[] }>()
    const shown = (login: string) => logins.find((one) => one.login === login)
    assert.deepEqual([shown(who.login)?.passkeys, shown(who.login)?.lacksSecondFactor], [1, undefined])
    assert.deepEqual([shown(plain.login)?.passkeys, shown(plain.login)?.lacksSecondFactor], [undefined, true])
    assert.equal(shown(client.login)?.lacksSecondFactor, undefined, 'a key needs none')
  })

  test('is set on the page of the settings, by admins, with the tag of what they saw', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    const read = await admin.get('/settings')
    const { masters: _, vinLookupsPerDay: __, vinLookupsPerMinute: ___, ...settings } = read.json()
    assert.equal(settings.secondFactor, undefined)
    const put = (body: unknown, tag: unknown) =>
      admin.call('PUT', '/settings', body, { 'if-match': String(tag) })
    const saved = await put({ ...settings, secondFactor: 'managers' }, read.headers.etag)
    assert.equal(saved.statusCode, 200, saved.body)
    assert.equal(saved.json().secondFactor, 'managers')
    assert.equal((await admin.get('/settings')).headers.etag, saved.headers.etag)
    assert.equal((await put({ ...settings, secondFactor: 'everybody' }, saved.headers.etag)).statusCode, 400)
    const manager = await person(client.id, 'advisor')
    await asSystem((scope) =>
      grantRole(scope, { login: manager.login, clientId: client.id, role: 'manager' }),
    )
    assert.equal(codeOf(await manager.put('/settings', settings)), 40303, 'a manager does not switch it off')
    const kept = await manager.put('/settings', { ...settings, secondFactor: 'managers', name: 'Renamed' })
    assert.equal(kept.statusCode, 200, kept.body)
    assert.equal((await put(settings, kept.headers.etag)).json().secondFactor, undefined)
  })

  test('counts at whichever of several clients the person works', async () => {
    const [one, two] = [await makeClient(), await makeClient()]
    const login = await makePerson(one.id, 'technician')
    await asSystem((scope) => grantRole(scope, { login, clientId: two.id, role: 'admin' }))
    await need(two.id, 'admins')
    assert.equal((await begin(login)).step.kind, 'enrol')
  })
})

describe('somebody who lost everything', () => {
  test('gets a new start from an admin: passkeys, codes and sessions are gone, which is recorded', async () => {
    const { client, who, recoveryCodes, device } = await secured()
    const admin = await person(client.id, 'admin')
    const { logins } = (await admin.get('/logins')).json<{ logins: ListedLogin[] }>()
    const id = logins.find(({ login }) => login === who.login)?.id
    const { cookie, step } = await begin(who.login)
    assert.equal((await admin.delete(`/logins/${id}/second-factor`)).statusCode, 200)
    assert.equal((await who.get('/app/session')).statusCode, 401)
    assert.equal(codeOf(await prove(cookie, { assertion: device.get(step.request as never) })), 40331)
    assert.equal(codeOf(await prove(cookie, { recoveryCode: recoveryCodes[0] as string })), 40331)
    assert.equal((await trySignIn(who.login, PASSWORD, {}, newAddress())).statusCode, 200)
    const [entry] = await audited(client.id, 'login.secondFactorCleared')
    assert.deepEqual([entry?.login, entry?.by], [who.login, admin.login])
    assert.equal((await admin.delete(`/logins/${id}/second-factor`)).statusCode, 200, 'and again')
  })

  test('does not get it from themselves, from a manager, from another client, or if the login is shared', async () => {
    const { client, who, passkey } = await secured()
    const [manager, admin] = [await person(client.id, 'manager'), await person(client.id, 'admin')]
    const stranger = await person((await makeClient()).id, 'admin')
    const { logins } = (await admin.get('/logins')).json<{ logins: ListedLogin[] }>()
    const path = `/logins/${logins.find(({ login }) => login === who.login)?.id}/second-factor`
    assert.equal(codeOf(await who.delete(path)), 40303)
    assert.equal(codeOf(await manager.delete(path)), 40303)
    assert.equal((await stranger.delete(path)).statusCode, 404)
    const elsewhere = await makeClient()
    await asSystem((scope) => grantRole(scope, { login: who.login, clientId: elsewhere.id, role: 'advisor' }))
    assert.equal(codeOf(await admin.delete(path)), 40303)
    assert.equal((await own(who)).passkeys[0]?.id, passkey.id)
  })
})

test('a login without a password is told that passkeys are not for it', async () => {
  const client = await makeClient()
  const login = `sso-${client.id}`
  await asSystem((scope) => addLogin(scope, { login, clientId: client.id, role: 'admin' }))
  await need(client.id, 'admins')
  const { token } = await asSystem((scope) => createSession(scope, { login }))
  const response = await request({
    method: 'GET',
    url: '/app/session/second-factor',
    headers: { cookie: `__Host-walkaround=${token}` },
  })
  assert.equal(response.json<OwnSecondFactor>().isPossible, undefined)
})

test('signing in without any of this is as before', async () => {
  const client = await makeClient()
  const login = await makePerson(client.id, 'admin')
  assert.equal((await signIn(client.id, login)).session.login, login)
})
