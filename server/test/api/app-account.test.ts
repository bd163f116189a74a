// What people do with their own account in the web apps: other password, where they are signed in, and the idle end.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { OwnSession } from '@walkaround/contract/app/session.ts'
import { sql } from '../../src/db/sql.ts'
import { readAudit } from '../../src/identity/audit.ts'
import { createAuthenticator } from '../../src/identity/authenticate.ts'
import { disableLogin } from '../../src/identity/logins.ts'
import { createPasswords } from '../../src/identity/passwords.ts'
import { sweepSessions } from '../../src/identity/sessions.ts'
import { checkPassword } from '../../src/identity/sign-in.ts'
import { makeClient, makeKey, testApp } from '../support/api.ts'
import { makePerson, PASSWORD, person, signIn, trySignIn } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'

const ANOTHER = 'zwei Schrauben im Kaffee'
let addresses = 0
const newAddress = () => `10.88.${Math.floor(++addresses / 200)}.${(addresses % 200) + 1}`

describe("one's own password", () => {
  test('is changed by whoever knows it: here they stay signed in, elsewhere not', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    const elsewhere = await signIn(client.id, me.login)
    const response = await me.put('/app/session/password', { current: PASSWORD, password: ANOTHER })
    assert.equal(response.statusCode, 204, response.body)
    assert.equal((await me.get('/app/session')).statusCode, 200)
    assert.equal((await elsewhere.get('/app/session')).statusCode, 401)
    assert.equal((await trySignIn(me.login, PASSWORD, {}, newAddress())).statusCode, 401)
    assert.equal((await trySignIn(me.login, ANOTHER, {}, newAddress())).statusCode, 200)
    const entries = await asSystem((scope) => readAudit(scope, { clientId: client.id, limit: 50 }))
    for (const kind of ['password.changed', 'login.passwordChanged']) {
      assert.ok(
        entries.some((entry) => entry.kind === kind && entry.login === me.login),
        kind,
      )
    }
  })

  test('is refused when it is weak, the login, or the current one is wrong; and then the old one holds', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    const change = (current: string, password: string) =>
      me.put('/app/session/password', { current, password })
    for (const weak of ['short', 'Password2026!', `${me.login}!!`]) {
      const response = await change(PASSWORD, weak)
      assert.equal(response.json().errorCode, 40085, weak)
      assert.ok(!response.body.includes(weak), 'and is not repeated')
    }
    assert.equal((await change('not the password', ANOTHER)).json().errorCode, 40086)
    assert.equal((await change(PASSWORD, '')).statusCode, 400)
    assert.equal((await trySignIn(me.login, PASSWORD, {}, newAddress())).statusCode, 200)
  })

  test('cannot be guessed with a session that was left open', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    const guess = async () =>
      (await me.put('/app/session/password', { current: 'wrong password', password: ANOTHER })).statusCode
    const seen: number[] = []
    for (let i = 0; i < 7; i++) seen.push(await guess())
    assert.deepEqual(seen, [400, 400, 400, 400, 400, 429, 429])
  })

  test('needs the proof that a page of ours asks, and a session', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    const body = { current: PASSWORD, password: ANOTHER }
    const forged = await me.call('PUT', '/app/session/password', body, { 'x-walkaround-csrf': undefined })
    assert.equal(forged.json().errorCode, 40301)
    const { key } = await makeKey(client.id, 'admin')
    const byKey = await me.call('PUT', '/app/session/password', body, { 'x-api-key': key })
    assert.equal(byKey.statusCode, 401)
  })
})

describe('the work of checking a password', () => {
  test('is the same whether the login exists, is disabled, has no password or one of other days', async () => {
    const client = await makeClient()
    const { database } = await testApp()
    const [known, disabled, older] = await Promise.all(
      [1, 2, 3].map(() => makePerson(client.id, 'technician')),
    )
    const { login: without } = await makeKey(client.id, 'dms')
    await asSystem((scope) => disableLogin(scope, { login: disabled as string }))
    let done = 0
    const passwords = createPasswords({
      memoryKiB: 64,
      passes: 4,
      onWork: ({ memoryKiB, passes }) => {
        done += memoryKiB * passes
      },
    })
    const renewed = await passwords.hash(PASSWORD)
    await database.run(
      sql`update logins set password_hash = ${renewed} where login in (${known}, ${disabled})`,
    )
    for (const login of [known, disabled, older, without, 'nobody-at-all', '', 'a b']) {
      done = 0
      await checkPassword(database, passwords, { login: login as string, password: 'wrong password' })
      assert.equal(done, 4 * 64, login)
    }
    assert.ok(await checkPassword(database, passwords, { login: older as string, password: PASSWORD }))
    const [row] = await database.rows<{ hash: string }>(
      sql`select password_hash as hash from logins where login = ${older}`,
    )
    assert.match(row?.hash ?? '', /t=4,/, 'one of other days is made anew by a right sign-in')
  })
})

describe("one's own sessions", () => {
  test('are listed with device, place and last use, and can be ended one by one', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const other = await person(client.id, 'advisor')
    const agent = 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Safari/604.1'
    const address = newAddress()
    await trySignIn(me.login, PASSWORD, { 'user-agent': agent }, address)
    const list = async () => (await me.get('/app/sessions')).json<OwnSession[]>()
    const sessions = await list()
    assert.equal(sessions.length, 2)
    assert.equal(sessions.filter(({ isThis }) => isThis).length, 1)
    const strange = sessions.find(({ isThis }) => !isThis)
    assert.deepEqual([strange?.agent, strange?.address], [agent, address])
    const [foreign] = (await other.get('/app/sessions')).json<OwnSession[]>()
    assert.equal((await me.delete(`/app/sessions/${foreign?.id}`)).statusCode, 404)
    assert.equal((await me.delete('/app/sessions/nonsense')).statusCode, 404)
    assert.equal((await me.delete(`/app/sessions/${strange?.id}`)).statusCode, 204)
    assert.equal((await list()).length, 1)
    assert.equal((await other.get('/app/session')).statusCode, 200)
    assert.equal((await me.get('/app/session')).statusCode, 200)
  })
})

describe('a session nobody uses', () => {
  after(async () => (await testApp()).setNow(undefined))

  test('ends after the time that is set; one that is used goes on', async () => {
    const client = await makeClient()
    const { database } = await testApp()
    const [idle, used] = [await person(client.id, 'advisor'), await person(client.id, 'advisor')]
    const tokenOf = ({ cookie }: { cookie: string }) => cookie.slice(cookie.indexOf('=') + 1)
    const start = Date.now()
    let now = start
    const idleMs = 30 * 60_000
    const one = createAuthenticator(database, { freshMs: 0, clock: () => now, idleMs })
    const two = createAuthenticator(database, { freshMs: 0, clock: () => now, idleMs })
    const isIn = async (who: { cookie: string }, isUse = false, by = one) =>
      (await by.authenticateSession(tokenOf(who), { isUse })) !== undefined
    now = start + 20 * 60_000
    assert.equal(await isIn(used, true), true)
    assert.equal(await isIn(idle), true, 'a look is no use')
    now = start + 40 * 60_000
    assert.equal(await isIn(used), true)
    assert.equal(await isIn(idle), false)
    await one.flushLastUsed()
    assert.equal(await isIn(used, false, two), true, 'other processes know of it')
  })

  test('is known until it expires, so that its device can be told of a disabled login', async () => {
    const client = await makeClient()
    const { database } = await testApp()
    const me = await person(client.id, 'advisor')
    const token = me.cookie.slice(me.cookie.indexOf('=') + 1)
    let now = Date.now()
    const authenticator = createAuthenticator(database, { freshMs: 0, clock: () => now, idleMs: 30 * 60_000 })
    now += 60 * 60_000
    await sweepSessions({ db: database, now: new Date(now) })
    assert.equal(await authenticator.authenticateSession(token), undefined)
    assert.equal(await authenticator.isOfDisabled(token), false)
    await asSystem((scope) => disableLogin(scope, { login: me.login }))
    assert.equal(await authenticator.isOfDisabled(token), true)
    now += 12 * 3_600_000
    assert.equal(await authenticator.isOfDisabled(token), false)
  })

  test('is not kept alive by a device that asks who is signed in', async () => {
    const client = await makeClient()
    const { authenticator, database, setNow } = await testApp()
    const me = await person(client.id, 'advisor')
    const seenAt = async () => {
      await authenticator.flushLastUsed()
      const row = await database.row<{ seenAt: Date }>(sql`
        select s.seen_at from sessions s join logins l on l.id = s.login_id where l.login = ${me.login}`)
      return row?.seenAt.getTime() ?? 0
    }
    const begun = await seenAt()
    setNow(new Date(Date.now() + 10 * 60_000))
    assert.equal((await me.get('/app/session')).statusCode, 200)
    assert.equal(await seenAt(), begun)
    assert.equal((await me.get('/app/sessions')).statusCode, 200)
    assert.ok((await seenAt()) > begun)
  })
})
