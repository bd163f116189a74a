import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asSystem, newClient, uniqueId } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { sql } from '../db/sql.ts'
import { addBranch } from '../organisation/branches.ts'
import {
  addLogin,
  disableLogin,
  enableLogin,
  getLogin,
  grantRole,
  listLogins,
  type NewLogin,
  revokeBranches,
  revokeRole,
  setPassword,
} from './logins.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createSession, endSession, endSessionsOf, findSession, sweepSessions } from './sessions.ts'
import { checkPassword } from './sign-in.ts'

const passwords = createPasswords({ memoryKiB: 64, passes: 1 })
const add = (args: NewLogin) => asSystem((scope) => addLogin(scope, args))
const get = (login: string) => asSystem((scope) => getLogin(scope, login))

async function newLogin(args: Partial<NewLogin> = {}) {
  const { clientId } = await newClient()
  return { clientId, ...(await add({ login: uniqueId('anna'), clientId, role: 'advisor', ...args })) }
}

async function kindsOf(clientId: string, subject: string): Promise<string[]> {
  const database = await testDatabase()
  const rows = await database.rows<{ kind: string }>(sql`
    select kind from events where system_client_id = ${clientId} and subject = ${subject} order by sequence`)
  return rows.map(({ kind }) => kind)
}

describe('a login', () => {
  test('has a name in lower case and a role at its client', async () => {
    const { clientId } = await newClient()
    const login = uniqueId('Anna')
    const added = await add({ login: login.toUpperCase(), name: 'Anna Berg', clientId, role: 'manager' })
    assert.equal(added.login, login.toLowerCase())
    assert.deepEqual(await get(login), {
      id: added.id,
      login: login.toLowerCase(),
      name: 'Anna Berg',
      isSupport: false,
      hasPassword: false,
      roles: [{ clientId, role: 'manager' }],
    })
    assert.deepEqual(await kindsOf(clientId, `login/${added.id}`), ['login.created'])
  })

  test('is unique without regard to case', async () => {
    const { login, clientId } = await newLogin()
    await assert.rejects(add({ login: login.toUpperCase(), clientId, role: 'dms' }), {
      kind: 'alreadyExists',
    })
  })

  test('is of a client with a role, or of support', async () => {
    const { clientId } = await newClient()
    const support = await add({ login: uniqueId('help'), isSupport: true })
    assert.deepEqual([support.isSupport, support.roles], [true, []])
    assert.deepEqual(await kindsOf('', `login/${support.id}`), ['login.created'])
    const wrong: NewLogin[] = [
      { login: uniqueId('x') },
      { login: uniqueId('x'), clientId },
      { login: uniqueId('x'), role: 'dms' },
      { login: uniqueId('x'), isSupport: true, clientId, role: 'dms' },
      { login: uniqueId('x'), clientId, role: 'boss' as 'dms' },
      { login: 'with space', clientId, role: 'dms' },
      { login: uniqueId('x'), name: '', clientId, role: 'dms' },
    ]
    for (const args of wrong) await assert.rejects(add(args), { kind: 'invalidArgument' })
    await assert.rejects(add({ login: uniqueId('x'), clientId: uniqueId('none'), role: 'dms' }), {
      kind: 'noSuchResource',
    })
  })

  test('that fails half-way leaves nothing', async () => {
    const login = uniqueId('x')
    await assert.rejects(add({ login, clientId: uniqueId('none'), role: 'dms' }))
    await assert.rejects(get(login), { kind: 'noSuchResource' })
  })
})

describe('roles', () => {
  test('are granted, changed and revoked per client', async () => {
    const { login, id, clientId } = await newLogin()
    const other = await newClient()
    await asSystem((scope) => grantRole(scope, { login, clientId: other.clientId, role: 'technician' }))
    await asSystem((scope) => grantRole(scope, { login, clientId: other.clientId, role: 'admin' }))
    assert.deepEqual(
      (await get(login)).roles,
      [
        { clientId, role: 'advisor' },
        { clientId: other.clientId, role: 'admin' },
      ].sort((a, b) => (a.clientId < b.clientId ? -1 : 1)),
    )
    await asSystem((scope) => revokeRole(scope, { login, clientId }))
    assert.deepEqual((await get(login)).roles, [{ clientId: other.clientId, role: 'admin' }])
    assert.deepEqual(await kindsOf(clientId, `login/${id}`), ['login.created', 'login.roleRevoked'])
    assert.deepEqual(await kindsOf(other.clientId, `login/${id}`), ['login.roleGranted', 'login.roleGranted'])
    await assert.rejects(
      asSystem((scope) => revokeRole(scope, { login, clientId })),
      { kind: 'noSuchResource' },
    )
  })

  test('are not for support, unknown clients or unknown names', async () => {
    const { login, clientId } = await newLogin()
    const support = await add({ login: uniqueId('help'), isSupport: true })
    const grant = (args: { login: string; clientId: string; role?: string }) =>
      asSystem((scope) => grantRole(scope, { role: 'dms', ...args } as Parameters<typeof grantRole>[1]))
    await assert.rejects(grant({ login: support.login, clientId }), { kind: 'invalidArgument' })
    await assert.rejects(grant({ login, clientId, role: 'boss' }), { kind: 'invalidArgument' })
    await assert.rejects(grant({ login, clientId: uniqueId('none') }), { kind: 'noSuchResource' })
    await assert.rejects(grant({ login: uniqueId('none'), clientId }), { kind: 'noSuchResource' })
  })

  test('are limited to branches, named by dealer code or id, or to none', async () => {
    const { login, id, clientId } = await newLogin()
    await asSystem(async (scope) => {
      await addBranch(scope, { clientId, code: '4711' })
      await addBranch(scope, { clientId, code: '0815', id: 'old' })
    })
    const grant = (args: Omit<Parameters<typeof grantRole>[1], 'login' | 'clientId'>) =>
      asSystem((scope) => grantRole(scope, { login, clientId, ...args }))
    const roleOf = async () => (await get(login)).roles[0]
    await grant({ role: 'advisor', branches: ['4711', '0815', 'old'] })
    assert.deepEqual(await roleOf(), { clientId, role: 'advisor', branches: ['4711', 'old'] })
    await grant({ role: 'manager' })
    assert.deepEqual(await roleOf(), { clientId, role: 'manager', branches: ['4711', 'old'] })
    const listed = await asSystem((scope) => listLogins(scope, { clientId }))
    assert.deepEqual(listed[0]?.roles[0]?.branches, ['4711', 'old'])
    const revoke = (branches: string[]) =>
      asSystem((scope) => revokeBranches(scope, { login, clientId, branches }))
    await assert.rejects(revoke(['4711', '0815']), {
      kind: 'invalidArgument',
      errorInfo: /no branch would be left/,
    })
    await assert.rejects(revoke(['nowhere']), {
      kind: 'invalidArgument',
      errorInfo: /"nowhere" is not a dealer code/,
    })
    await revoke(['0815'])
    assert.deepEqual(await roleOf(), { clientId, role: 'manager', branches: ['4711'] })
    for (const role of ['dms', 'admin'] as const) {
      await assert.rejects(grant({ role }), { kind: 'invalidArgument', errorInfo: /whole client/ })
      await assert.rejects(grant({ role, branches: ['4711'] }), { kind: 'invalidArgument' })
    }
    await assert.rejects(grant({ role: 'advisor', branches: ['nowhere'] }), { kind: 'invalidArgument' })
    await assert.rejects(grant({ role: 'advisor', branches: [] }), { kind: 'invalidArgument' })
    assert.deepEqual(await roleOf(), { clientId, role: 'manager', branches: ['4711'] })
    await grant({ role: 'admin', branches: null })
    assert.deepEqual(await roleOf(), { clientId, role: 'admin' })
    await assert.rejects(revoke(['4711']), { kind: 'invalidArgument', errorInfo: /limited to branches/ })
    assert.deepEqual(
      (await kindsOf(clientId, `login/${id}`)).filter((kind) => kind === 'login.roleGranted').length,
      4,
    )
  })

  test('are limited from the first on', async () => {
    const { clientId } = await newClient()
    await asSystem((scope) => addBranch(scope, { clientId, code: '4711' }))
    const { login } = await add({ login: uniqueId('x'), clientId, role: 'technician', branches: ['4711'] })
    assert.deepEqual((await get(login)).roles, [{ clientId, role: 'technician', branches: ['4711'] }])
    for (const wrong of [
      { clientId, role: 'dms' as const, branches: ['4711'] },
      { clientId, role: 'technician' as const, branches: ['nowhere'] },
      { isSupport: true, branches: ['4711'] },
    ]) {
      await assert.rejects(add({ login: uniqueId('x'), ...wrong }), { kind: 'invalidArgument' })
    }
  })

  test('of other clients are not shown in the list of one', async () => {
    const { login, clientId } = await newLogin()
    const other = await newClient()
    await asSystem((scope) => grantRole(scope, { login, clientId: other.clientId, role: 'dms' }))
    const listed = await asSystem((scope) => listLogins(scope, { clientId }))
    assert.deepEqual(
      listed.map((entry) => ({ login: entry.login, roles: entry.roles })),
      [{ login, roles: [{ clientId, role: 'advisor' }] }],
    )
    const all = await asSystem((scope) => listLogins(scope))
    assert.equal(all.find((entry) => entry.login === login)?.roles.length, 2)
    await assert.rejects(
      asSystem((scope) => listLogins(scope, { clientId: uniqueId('none') })),
      { kind: 'noSuchResource' },
    )
  })
})

describe('signing in', () => {
  const check = async (login: string, password: string, by: Passwords = passwords) =>
    checkPassword(await testDatabase(), by, { login, password })

  test('needs the right password of a login that is in use', async () => {
    const { login, id } = await newLogin({ passwordHash: await passwords.hash('correct horse') })
    assert.deepEqual(await check(login.toUpperCase(), 'correct horse'), {
      loginId: id,
      login,
      name: login,
      isSupport: false,
    })
    assert.equal(await check(login, 'wrong horse'), undefined)
    await asSystem((scope) => disableLogin(scope, { login }))
    assert.equal(await check(login, 'correct horse'), undefined)
    await asSystem((scope) => enableLogin(scope, { login }))
    assert.ok(await check(login, 'correct horse'))
  })

  test('does one whole check for every attempt, whoever it is for', async () => {
    const stored = await newLogin({ passwordHash: await passwords.hash('correct horse') })
    const without = await newLogin()
    const disabled = await newLogin({ passwordHash: await passwords.hash('correct horse') })
    await asSystem((scope) => disableLogin(scope, { login: disabled.login }))
    let checks: (string | undefined)[] = []
    const counted: Passwords = {
      ...passwords,
      isRight: (hash, password) => {
        checks.push(hash)
        return passwords.isRight(hash, password)
      },
    }
    const logins = [
      '',
      ' ',
      'a b',
      '\0',
      'zzzzzz',
      uniqueId('none'),
      stored.login,
      without.login,
      disabled.login,
    ]
    for (const login of logins) {
      checks = []
      assert.equal(await check(login, 'wrong horse', counted), undefined)
      assert.equal(checks.length, 1)
      // Not somebody else's hash: the dummy work in its place has a separate test.
      const hasOne = [stored.login, disabled.login].includes(login)
      assert.equal(checks[0] !== undefined, hasOne, login)
    }
  })

  test('with the password of a neighbour opens nothing', async () => {
    const stem = uniqueId('n')
    const { login } = await newLogin({
      login: `${stem}-b`,
      passwordHash: await passwords.hash('correct horse'),
    })
    await newLogin({ login: `${stem}-a` })
    assert.equal(await check(`${stem}-a`, 'correct horse'), undefined)
    assert.equal((await check(`${stem}-b`, 'correct horse'))?.login, login)
  })

  test('goes by the new password once it is set, and ends the sessions of the old one', async () => {
    const { login, clientId, id } = await newLogin({ passwordHash: await passwords.hash('correct horse') })
    const { token } = await asSystem((scope) => createSession(scope, { login }))
    const passwordHash = await passwords.hash('another horse')
    await asSystem((scope) => setPassword(scope, { login, passwordHash }))
    assert.equal(await check(login, 'correct horse'), undefined)
    assert.ok(await check(login, 'another horse'))
    assert.equal(await asSystem((scope) => findSession(scope, token)), undefined)
    assert.deepEqual(await kindsOf(clientId, `login/${id}`), [
      'login.created',
      'session.started',
      'login.passwordSet',
    ])
  })
})

describe('a session', () => {
  const find = (token: string, now?: Date) => asSystem((scope) => findSession(scope, token), now)

  test('is found by its token until it ends', async () => {
    const { login, id } = await newLogin()
    const { token, expiresAt } = await asSystem((scope) => createSession(scope, { login }))
    assert.match(token, /^[A-Za-z0-9_-]{43}$/)
    assert.deepEqual(await find(token), { loginId: id, login, name: login, isSupport: false, expiresAt })
    assert.equal(await find(`${token}x`), undefined)
    await asSystem((scope) => endSession(scope, token))
    assert.equal(await find(token), undefined)
    await asSystem((scope) => endSession(scope, token))
  })

  test('is stored without its token', async () => {
    const { login, id } = await newLogin()
    const { token } = await asSystem((scope) => createSession(scope, { login }))
    const database = await testDatabase()
    const row = await database.row<{ text: string }>(sql`
      select row_to_json(s)::text as text from sessions s where login_id = ${id}`)
    assert.ok(row && !row.text.includes(token))
    assert.ok(!row.text.includes(Buffer.from(token).toString('hex')))
    assert.ok(!row.text.includes(Buffer.from(token, 'base64url').toString('hex')))
  })

  test('expires, and is swept away afterwards', async () => {
    const { login, id } = await newLogin()
    const now = new Date()
    const { token, expiresAt } = await asSystem(
      (scope) => createSession(scope, { login, lifetimeMs: 1_000 }),
      now,
    )
    const lasting = await asSystem((scope) => createSession(scope, { login }), now)
    assert.ok(await find(token, new Date(expiresAt.getTime() - 1)))
    assert.equal(await find(token, expiresAt), undefined)
    assert.ok((await asSystem((scope) => sweepSessions(scope), expiresAt)) >= 1)
    const database = await testDatabase()
    const left = await database.rows(sql`select 1 from sessions where login_id = ${id}`)
    assert.equal(left.length, 1)
    assert.ok(await find(lasting.token, expiresAt))
  })

  test('ends with all others of its login, and when the login is disabled', async () => {
    const { login } = await newLogin()
    const other = await newLogin()
    const start = (of: string) => asSystem((scope) => createSession(scope, { login: of }))
    const [one, two, theirs] = [await start(login), await start(login), await start(other.login)]
    assert.equal(await asSystem((scope) => endSessionsOf(scope, { login })), 2)
    assert.equal(await find(one.token), undefined)
    assert.equal(await find(two.token), undefined)
    assert.ok(await find(theirs.token))
    const again = await start(login)
    await asSystem((scope) => disableLogin(scope, { login }))
    assert.equal(await find(again.token), undefined)
    await assert.rejects(start(login), { kind: 'notAuthorized' })
    await asSystem((scope) => enableLogin(scope, { login }))
    assert.equal(await find(again.token), undefined, 'enabling brings no session back')
  })
})
