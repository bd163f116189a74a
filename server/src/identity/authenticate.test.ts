import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asSystem, newClient, uniqueId } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { addClient, setClient } from '../organisation/clients.ts'
import { type AuthenticatorOptions, createAuthenticator } from './authenticate.ts'
import { blockKey, issueKey } from './issue-key.ts'
import { makeKey } from './keys.ts'
import { addLogin, disableLogin, enableLogin, grantRole, revokeRole } from './logins.ts'

/** The real database, with its statements counted and made to fail on demand. */
async function setUp(options: AuthenticatorOptions = {}) {
  const real = await testDatabase()
  const state = { statements: 0, isAway: false, now: Date.now() }
  const pass = <T>(ask: () => Promise<T>): Promise<T> => {
    state.statements++
    return state.isAway ? Promise.reject(new Error('the database is away')) : ask()
  }
  const database: Database = {
    ...real,
    rows: (s) => pass(() => real.rows(s)),
    row: (s) => pass(() => real.row(s)),
    run: (s) => pass(() => real.run(s)),
  }
  const { clientId } = await newClient({ name: 'North' })
  const login = uniqueId('dms')
  const { id: loginId } = await asSystem((scope) => addLogin(scope, { login, clientId, role: 'dms' }))
  const issued = await asSystem((scope) => issueKey(scope, { login }))
  const authenticator = createAuthenticator(database, { clock: () => state.now, ...options })
  const later = (ms: number) => {
    state.now += ms
  }
  return { ...issued, clientId, login, loginId, authenticator, state, later }
}

const lastUsed = async (keyId: string) => {
  const database = await testDatabase()
  const row = await database.row<{ at: Date | null }>(sql`
    select last_used_at as at from api_keys where id = ${keyId}`)
  return row?.at
}

describe('a valid key', () => {
  test('tells who is calling and what they reach, in one statement', async () => {
    const { authenticator, key, keyId, login, loginId, clientId, state } = await setUp()
    const other = await newClient({ currency: 'EUR', timeZone: 'Europe/Berlin' })
    await asSystem((scope) => grantRole(scope, { login, clientId: other.clientId, role: 'technician' }))
    const caller = await authenticator.authenticate(key)
    assert.equal(state.statements, 1)
    assert.ok(caller)
    assert.deepEqual(
      { ...caller, reaches: [...caller.reaches.keys()].sort() },
      { loginId, login, name: login, keyId, isSupport: false, reaches: [clientId, other.clientId].sort() },
    )
    assert.deepEqual(authenticator.reach(caller, other.clientId), { client: other, role: 'technician' })
    assert.equal(state.statements, 1)
  })

  test('costs no statement for half a second', async () => {
    const { authenticator, key, state, later } = await setUp()
    await authenticator.authenticate(key)
    later(499)
    assert.ok(await authenticator.authenticate(key))
    assert.equal(state.statements, 1)
    later(1)
    assert.ok(await authenticator.authenticate(key))
    assert.equal(state.statements, 2)
  })

  test('asked for many times at once is read once', async () => {
    const { authenticator, key, state } = await setUp()
    const callers = await Promise.all(Array.from({ length: 40 }, () => authenticator.authenticate(key)))
    assert.ok(callers.every((caller) => caller?.loginId === callers[0]?.loginId))
    assert.equal(state.statements, 1)
  })

  test('of a login without any role is valid and reaches nothing', async () => {
    const { authenticator, key, login, clientId } = await setUp()
    await asSystem((scope) => revokeRole(scope, { login, clientId }))
    const caller = await authenticator.authenticate(key)
    assert.ok(caller)
    assert.equal(caller.reaches.size, 0)
    assert.equal(authenticator.reach(caller, clientId), undefined)
  })

  test('does not reach other clients, whether they exist or not (B3)', async () => {
    const { authenticator, key } = await setUp()
    const other = await newClient()
    const caller = await authenticator.authenticate(key)
    assert.ok(caller)
    for (const clientId of [other.clientId, uniqueId('none'), '', '__proto__', 'a\0b']) {
      assert.equal(authenticator.reach(caller, clientId), undefined)
    }
  })
})

describe('what is no valid key', () => {
  test('is refused without a statement when it cannot be a key', async () => {
    const { authenticator, key, state } = await setUp()
    for (const text of [
      undefined,
      '',
      'x',
      key.slice(1),
      `${key}0`,
      key.toLowerCase(),
      `${key.slice(0, -1)}!`,
    ]) {
      assert.equal(await authenticator.authenticate(text), undefined)
    }
    assert.equal(state.statements, 0)
  })

  test('is refused from memory when only the secret is wrong', async () => {
    const { authenticator, key, keyId, state } = await setUp()
    assert.ok(await authenticator.authenticate(key))
    const database = await testDatabase()
    const forged = makeKey()
    await database.run(sql`update api_keys set hash = decode(${forged.hash}, 'hex') where id = ${keyId}`)
    authenticator.forget()
    assert.equal(await authenticator.authenticate(key), undefined)
    assert.equal(await authenticator.authenticate(key), undefined)
    assert.equal(state.statements, 2)
  })

  test('is remembered for a moment when nobody has it', async () => {
    const { authenticator, state } = await setUp()
    const { key } = makeKey()
    for (let i = 0; i < 20; i++) assert.equal(await authenticator.authenticate(key), undefined)
    assert.equal(state.statements, 1)
  })

  test('by the thousand becomes a handful of statements and slows nobody out of the memory', async () => {
    const { authenticator, key, state } = await setUp()
    assert.ok(await authenticator.authenticate(key))
    const invented = Array.from({ length: 12_000 }, () => makeKey().key)
    const callers = await Promise.all(invented.map((text) => authenticator.authenticate(text)))
    assert.ok(callers.every((caller) => caller === undefined))
    assert.ok(state.statements <= 3)
    const before = state.statements
    assert.ok(await authenticator.authenticate(key))
    assert.equal(state.statements, before)
  })
})

describe('within half a second takes effect', () => {
  test('a block', async () => {
    const { authenticator, key, later } = await setUp()
    assert.ok(await authenticator.authenticate(key))
    await asSystem((scope) => blockKey(scope, { key }))
    later(500)
    assert.equal(await authenticator.authenticate(key), undefined)
  })

  test('the disabling of a login and its return', async () => {
    const { authenticator, key, login, later } = await setUp()
    assert.ok(await authenticator.authenticate(key))
    await asSystem((scope) => disableLogin(scope, { login }))
    later(500)
    assert.equal(await authenticator.authenticate(key), undefined)
    await asSystem((scope) => enableLogin(scope, { login }))
    later(500)
    assert.ok(await authenticator.authenticate(key))
  })

  test('another role, a revoked one, and another setting of the client', async () => {
    const { authenticator, key, login, clientId, later } = await setUp()
    const reach = async () => {
      const caller = await authenticator.authenticate(key)
      assert.ok(caller)
      return authenticator.reach(caller, clientId)
    }
    assert.equal((await reach())?.role, 'dms')
    await asSystem((scope) => grantRole(scope, { login, clientId, role: 'technician' }))
    await asSystem((scope) => setClient(scope, { clientId, changes: { strictBranches: true } }))
    later(500)
    const changed = await reach()
    assert.equal(changed?.role, 'technician')
    assert.equal(changed?.client.strictBranches, true)
    await asSystem((scope) => revokeRole(scope, { login, clientId }))
    later(500)
    assert.equal(await reach(), undefined)
  })
})

test('a key expires to the millisecond, without another read', async () => {
  const { authenticator, login, state, later } = await setUp()
  const expiresAt = new Date(state.now + 100)
  const { key } = await asSystem((scope) => issueKey(scope, { login, expiresAt }), new Date(state.now))
  assert.ok(await authenticator.authenticate(key))
  later(99)
  assert.ok(await authenticator.authenticate(key))
  later(1)
  assert.equal(await authenticator.authenticate(key), undefined)
  assert.equal(state.statements, 1)
})

describe('a support login', () => {
  async function support() {
    const set = await setUp()
    const login = uniqueId('help')
    await asSystem((scope) => addLogin(scope, { login, isSupport: true }))
    const { key } = await asSystem((scope) => issueKey(scope, { login }))
    const caller = await set.authenticator.authenticate(key)
    assert.ok(caller?.isSupport)
    assert.equal(caller.reaches.size, 0)
    return { ...set, caller, before: set.state.statements }
  }

  test('reaches every client there is, read when asked for and then from memory', async () => {
    const { authenticator, caller, clientId, state, before } = await support()
    const reach = await authenticator.reach(caller, clientId)
    assert.equal(reach?.role, 'support')
    assert.equal(reach?.client.name, 'North')
    assert.deepEqual(authenticator.reach(caller, clientId), reach)
    assert.equal(state.statements, before + 1)
  })

  test('does not reach what does not exist; names that cannot be clients cost nothing', async () => {
    const { authenticator, caller, state, before } = await support()
    const none = uniqueId('none')
    assert.equal(await authenticator.reach(caller, none), undefined)
    assert.equal(await authenticator.reach(caller, none), undefined)
    assert.equal(state.statements, before + 1)
    for (const clientId of ['', 'a\0b', 'a/b', '../x', 'x'.repeat(65)]) {
      assert.equal(authenticator.reach(caller, clientId), undefined)
    }
    assert.equal(state.statements, before + 1)
  })

  test('sees a new client and changed settings within half a second', async () => {
    const { authenticator, caller, later } = await support()
    const id = uniqueId('client')
    assert.equal(await authenticator.reach(caller, id), undefined)
    await asSystem((scope) => addClient(scope, { id, masters: [] }))
    later(500)
    assert.equal((await authenticator.reach(caller, id))?.client.language, 'en')
    await asSystem((scope) => setClient(scope, { clientId: id, changes: { language: 'de' } }))
    later(500)
    assert.equal((await authenticator.reach(caller, id))?.client.language, 'de')
  })
})

test('while the database is away authentication fails, and works again with it', async () => {
  const { authenticator, key, state, later } = await setUp()
  assert.ok(await authenticator.authenticate(key))
  state.isAway = true
  assert.ok(await authenticator.authenticate(key), 'what is fresh still holds')
  later(500)
  await assert.rejects(authenticator.authenticate(key), /away/)
  state.isAway = false
  assert.ok(await authenticator.authenticate(key))
})

describe('when a key was last used', () => {
  test('is written in one statement for all keys, and never while authenticating', async () => {
    const { authenticator, key, keyId, login, state } = await setUp()
    const second = await asSystem((scope) => issueKey(scope, { login }))
    await authenticator.authenticate(key)
    await authenticator.authenticate(second.key)
    assert.equal(await lastUsed(keyId), null)
    const before = state.statements
    await authenticator.flushLastUsed()
    assert.equal(state.statements, before + 1)
    assert.equal((await lastUsed(keyId))?.getTime(), state.now)
    assert.equal((await lastUsed(second.keyId))?.getTime(), state.now)
    await authenticator.flushLastUsed()
    assert.equal(state.statements, before + 1, 'nothing new, no statement')
  })

  test('is written at most once a minute', async () => {
    const { authenticator, key, keyId, state, later } = await setUp()
    const first = state.now
    await authenticator.authenticate(key)
    await authenticator.flushLastUsed()
    for (let i = 0; i < 5; i++) {
      later(11_999)
      await authenticator.authenticate(key)
      await authenticator.flushLastUsed()
    }
    assert.equal((await lastUsed(keyId))?.getTime(), first)
    later(5)
    await authenticator.authenticate(key)
    await authenticator.flushLastUsed()
    assert.equal((await lastUsed(keyId))?.getTime(), state.now)
  })

  test('is written at most once a minute by all processes together', async () => {
    const { authenticator, key, keyId, state, later } = await setUp()
    const another = createAuthenticator(await testDatabase(), { clock: () => state.now })
    const first = state.now
    await authenticator.authenticate(key)
    later(100)
    await another.authenticate(key)
    await authenticator.flushLastUsed()
    await another.flushLastUsed()
    assert.equal((await lastUsed(keyId))?.getTime(), first)
  })

  test('only moves forward, whatever order processes write in', async () => {
    const { authenticator, key, keyId, state } = await setUp()
    await authenticator.authenticate(key)
    const ahead = new Date(state.now + 3_600_000)
    const database = await testDatabase()
    await database.run(sql`update api_keys set last_used_at = ${ahead} where id = ${keyId}`)
    await authenticator.flushLastUsed()
    assert.deepEqual(await lastUsed(keyId), ahead)
  })

  test('survives a flush that fails', async () => {
    const { authenticator, key, keyId, state, later } = await setUp()
    await authenticator.authenticate(key)
    state.isAway = true
    await authenticator.flushLastUsed()
    assert.equal(await lastUsed(keyId), null)
    state.isAway = false
    later(100)
    await authenticator.authenticate(key)
    await authenticator.flushLastUsed()
    assert.equal((await lastUsed(keyId))?.getTime(), state.now, 'the newest use counts')
  })

  test('is not touched by a wrong or expired key', async () => {
    const { authenticator, login, state, later } = await setUp()
    const expiresAt = new Date(state.now + 10)
    const { key, keyId } = await asSystem(
      (scope) => issueKey(scope, { login, expiresAt }),
      new Date(state.now),
    )
    later(10)
    assert.equal(await authenticator.authenticate(key), undefined)
    await authenticator.flushLastUsed()
    assert.equal(await lastUsed(keyId), null)
  })
})
