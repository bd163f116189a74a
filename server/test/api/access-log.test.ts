// Failed sign-ins, lock-outs and refusals are recorded with who and from where, and `walkaround audit` reads them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findCommand } from '../../src/cli/commands.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { sql } from '../../src/db/sql.ts'
import { sweepAccessRecords } from '../../src/identity/access-log.ts'
import { type AuditEntry, readAudit } from '../../src/identity/audit.ts'
import { blockKey, issueKey } from '../../src/identity/issue-key.ts'
import { makeKey as makeUp } from '../../src/identity/keys.ts'
import { disableLogin, grantRole } from '../../src/identity/logins.ts'
import { callerWith, makeClient, makeKey, request, testApp } from '../support/api.ts'
import { makePerson, PASSWORD, person, trySignIn } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'

let addresses = 0
const newAddress = () => `10.99.${Math.floor(++addresses / 200)}.${(addresses % 200) + 1}`

const audit = async (args: Partial<Parameters<typeof readAudit>[1]>): Promise<AuditEntry[]> => {
  await (await testApp()).accessLog.flush()
  return asSystem((scope) => readAudit(scope, { limit: 1000, ...args }))
}
const kinds = (entries: AuditEntry[]) => entries.map(({ kind }) => kind)

describe('the record of access', () => {
  test('tells who failed to sign in, from where and how often, and who succeeded', async () => {
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    const [there, here] = [newAddress(), newAddress()]
    for (let i = 0; i < 7; i++) await trySignIn(login.toUpperCase(), 'wrong password', {}, there)
    await trySignIn(login, PASSWORD, {}, here)
    const entries = await audit({ clientId: client.id, kind: 'signIn' })
    const seen = entries.map(({ kind, login: who, address, times }) => [kind, who, address, times ?? 1])
    assert.deepEqual(seen.sort(), [
      ['signIn.failed', login, there, 5],
      ['signIn.lockedOut', login, there, 2],
      ['signIn.succeeded', login, here, 1],
    ])
  })

  test('what was typed and is no login is kept nowhere, only that it happened', async () => {
    const { database, accessLog } = await testApp()
    const typed = 'my-secret-passw0rd-in-the-wrong-field'
    const address = newAddress()
    for (let i = 0; i < 3; i++) await trySignIn(typed, 'wrong', {}, address)
    await accessLog.flush()
    const rows = await database.rows<{ text: string; times: number }>(sql`
      select r::text as text, r.times from access_records r where r.system_client_id = '' and r.address = ${address}`)
    assert.deepEqual(
      rows.map(({ times }) => times),
      [3],
    )
    assert.ok(!JSON.stringify(rows).includes(typed))
    const [entry] = (await audit({ kind: 'signIn.failed' })).filter((one) => one.address === address)
    assert.deepEqual([entry?.login, entry?.clientId], [undefined, undefined])
  })

  test('a key that is refused is told with the reason, by its prefix', async () => {
    const client = await makeClient()
    const { key, login } = await makeKey(client.id, 'dms')
    const call = (withKey: string) => callerWith(client.id, withKey).get('/service-orders/1')
    const { key: forgery } = await makeKey(client.id, 'dms')
    await asSystem((scope) => blockKey(scope, { key: forgery }))
    assert.equal((await call(forgery)).statusCode, 401)
    await asSystem((scope) => disableLogin(scope, { login }))
    assert.equal((await call(key)).statusCode, 401)
    assert.equal((await call('nonsense')).statusCode, 401)
    const refused = (await audit({ clientId: client.id, kind: 'key.refused' })).map((one) => [
      one.key,
      one.detail,
    ])
    assert.deepEqual(
      refused.sort(),
      [
        [forgery.slice(0, 13), 'the key is blocked'],
        [key.slice(0, 13), 'the login is disabled'],
      ].sort(),
    )
    assert.ok(!JSON.stringify(await audit({ clientId: client.id })).includes(key))
  })

  test('an expired key and one that is wrong after its prefix are told apart', async () => {
    const client = await makeClient()
    const { database, setNow } = await testApp()
    const { login } = await makeKey(client.id, 'dms')
    const expiresAt = new Date(Date.now() + 60_000)
    const issued = await asSystem((scope) => issueKey(scope, { login, expiresAt }))
    const other = await asSystem((scope) => issueKey(scope, { login }))
    await database.run(sql`update api_keys set hash = '\\x00' where id = ${other.keyId}`)
    setNow(new Date(Date.now() + 120_000))
    try {
      for (const { key } of [issued, other]) await callerWith(client.id, key).get('/service-orders/1')
    } finally {
      setNow(undefined)
    }
    const refused = (await audit({ clientId: client.id, kind: 'key.refused' })).map((one) => [
      one.key,
      one.detail,
    ])
    assert.deepEqual(
      new Map(refused as [string, string][]),
      new Map([
        [issued.prefix, 'the key has expired'],
        [other.prefix, 'the key is wrong after its prefix'],
      ]),
    )
  })

  test('whoever asks for what they may not have is told, in the log of their own clients', async () => {
    const [client, other] = [await makeClient(), await makeClient()]
    const { key } = await makeKey(client.id, 'technician')
    const call = callerWith(client.id, key)
    assert.equal((await call.put('/packages/p1', {})).statusCode, 403)
    assert.equal((await callerWith(other.id, key).get('/service-orders/1')).statusCode, 403)
    assert.equal((await callerWith(other.id, key).get('/no/such/path')).statusCode, 403)
    const me = await person(client.id, 'advisor')
    await me.call('PUT', '/surveys/none/damage-marks/m1', {}, { 'x-walkaround-csrf': 'wrong' })
    const entries = await audit({ clientId: client.id })
    const refused = entries.filter(({ kind }) => kind.endsWith('.refused'))
    assert.deepEqual(refused.map(({ kind, detail }) => `${kind} ${detail ?? ''}`).sort(), [
      'access.refused a path that does not exist',
      'access.refused getServiceOrder',
      'access.refused putPackage',
      'origin.refused ',
    ])
    assert.deepEqual(kinds(await audit({ clientId: other.id, kind: 'access' })), [])
  })

  test('changes of access stand in the same list, with who made them', async () => {
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    await asSystem((scope) => grantRole(scope, { login, clientId: client.id, role: 'manager' }))
    const { prefix } = await asSystem((scope) => issueKey(scope, { login }))
    await asSystem((scope) => blockKey(scope, { key: prefix }))
    await trySignIn(login, 'wrong password', {}, newAddress())
    const entries = await audit({ login })
    assert.deepEqual(kinds(entries).sort(), [
      'key.blocked',
      'key.issued',
      'login.created',
      'login.roleGranted',
      'signIn.failed',
    ])
    assert.equal(entries.find(({ kind }) => kind === 'login.roleGranted')?.detail, 'role: advisor → manager')
    assert.equal(entries.find(({ kind }) => kind === 'key.blocked')?.key, prefix)
    assert.ok(entries.filter(({ kind }) => !kind.startsWith('signIn')).every(({ by }) => by !== undefined))
    const times = entries.map(({ at }) => at.getTime())
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    )
  })

  test('the command filters by client, login, kind and time, and names what it does not know', async () => {
    const { database, accessLog } = await testApp()
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    await trySignIn(login, 'wrong password', {}, newAddress())
    await accessLog.flush()
    const run = (args: Record<string, unknown>) =>
      runCommand({ database, now: new Date(), actor: { kind: 'system', id: 'test' } } as never, 'audit', args)
    const all = (await run({ client: client.id })) as AuditEntry[]
    assert.ok(all.length > 1)
    assert.equal(((await run({ client: client.id, kind: 'signIn.failed', since: '1d' })) as []).length, 1)
    assert.equal(((await run({ client: client.id, since: '2999-01-01' })) as []).length, 0)
    assert.equal(((await run({ login, limit: 1 })) as []).length, 1)
    for (const wrong of [{ since: 'yesterday' }, { client: 'no-such-client' }, { login: 'nobody-here' }]) {
      await assert.rejects(run(wrong), { name: 'Problem' }, JSON.stringify(wrong))
    }
    assert.ok(await findCommand('audit'))
  })

  test('an attacker with many addresses writes no more than a bounded number of rows', async () => {
    const { database, accessLog } = await testApp()
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    const now = new Date()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 600; i++) {
        accessLog.note({ kind: 'signIn.failed', who: { login }, address: `a${round}-${i}` }, now)
      }
      await accessLog.flush()
    }
    const [row] = await database.rows<{ rows: number; times: number }>(sql`
      select count(*)::integer as rows, sum(times)::integer as times from access_records
      where system_client_id = ${client.id} and kind = 'signIn.failed'`)
    assert.ok((row?.rows ?? 0) <= 1_001, `${row?.rows}`)
    assert.equal(row?.times, 1_500, 'and what is beyond is counted')
  })

  test('is forgotten after the days that are set', async () => {
    const { database } = await testApp()
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    await trySignIn(login, PASSWORD, {}, newAddress())
    assert.deepEqual(kinds(await audit({ clientId: client.id, kind: 'signIn' })), ['signIn.succeeded'])
    await database.run(sql`
      update access_records set last_at = last_at - interval '91 days' where system_client_id = ${client.id}`)
    await sweepAccessRecords({ db: database, now: new Date() }, 90)
    assert.deepEqual(kinds(await audit({ clientId: client.id, kind: 'signIn' })), [])
  })

  test('a caller whom nobody knows leaves nothing behind', async () => {
    const { accessLog, database } = await testApp()
    await accessLog.flush()
    const count = async () =>
      (await database.row<{ n: number }>(sql`select count(*)::integer as n from access_records`))?.n
    const before = await count()
    const { key } = makeUp()
    await request({ method: 'GET', url: '/v1/system-clients/x/leads', headers: { 'x-api-key': key } })
    await request({ method: 'GET', url: '/app/session', headers: { cookie: '__Host-walkaround=abc' } })
    await accessLog.flush()
    assert.equal(await count(), before)
  })
})
