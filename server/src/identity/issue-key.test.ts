import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asSystem, newClient, uniqueId } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { sql } from '../db/sql.ts'
import { blockKey, issueKey, listKeys } from './issue-key.ts'
import { insertKey } from './key-store.ts'
import { makeKey, parseKey, toPrefix } from './keys.ts'
import { addLogin, disableLogin } from './logins.ts'

async function newLogin() {
  const { clientId } = await newClient()
  const login = uniqueId('dms')
  const { id } = await asSystem((scope) => addLogin(scope, { login, clientId, role: 'dms' }))
  return { clientId, login, id }
}

const issue = (args: Parameters<typeof issueKey>[1], now?: Date) =>
  asSystem((scope) => issueKey(scope, args), now)
const list = (login: string) => asSystem((scope) => listKeys(scope, { login }))
const block = (key: string, now?: Date) => asSystem((scope) => blockKey(scope, { key }), now)

describe('issuing a key', () => {
  test('gives it out once and keeps only its hash', async () => {
    const { login, id } = await newLogin()
    const { key, keyId, prefix } = await issue({ login, label: 'nightly prices' })
    assert.equal(parseKey(key)?.keyId, keyId)
    assert.equal(prefix, `wa_${keyId}`)
    const database = await testDatabase()
    const row = await database.row<{ text: string; hash: Uint8Array }>(sql`
      select row_to_json(k)::text as text, hash from api_keys k where login_id = ${id}`)
    assert.ok(row && !row.text.includes(key.slice(prefix.length + 1)))
    assert.equal(Buffer.from(row.hash).toString('hex'), parseKey(key)?.hash)
  })

  test('gives several to one login, each with label and expiry', async () => {
    const { login, clientId } = await newLogin()
    const first = new Date('2026-03-01T10:00:00Z')
    const expiresAt = new Date('2027-01-01T00:00:00Z')
    const one = await issue({ login: login.toUpperCase() }, first)
    const two = await issue({ login, label: 'second', expiresAt }, new Date('2026-03-02T10:00:00Z'))
    assert.deepEqual(await list(login), [
      { keyId: one.keyId, prefix: one.prefix, label: '', createdAt: first },
      {
        keyId: two.keyId,
        prefix: two.prefix,
        label: 'second',
        createdAt: new Date('2026-03-02T10:00:00Z'),
        expiresAt,
      },
    ])
    const database = await testDatabase()
    const events = await database.rows<{ subject: string }>(sql`
      select subject from events where system_client_id = ${clientId} and kind = 'key.issued' order by sequence`)
    assert.deepEqual(
      events.map(({ subject }) => subject),
      [`key/${one.keyId}`, `key/${two.keyId}`],
    )
  })

  test('refuses an expiry that has passed, an endless label, and logins out of use or unknown', async () => {
    const { login } = await newLogin()
    const now = new Date()
    await assert.rejects(issue({ login, expiresAt: now }, now), { kind: 'invalidArgument' })
    await assert.rejects(issue({ login, expiresAt: new Date(Number.NaN) }), { kind: 'invalidArgument' })
    await assert.rejects(issue({ login, label: 'x'.repeat(101) }), { kind: 'invalidArgument' })
    await assert.rejects(issue({ login: uniqueId('none') }), { kind: 'noSuchResource' })
    await asSystem((scope) => disableLogin(scope, { login }))
    await assert.rejects(issue({ login }), { kind: 'invalidArgument', errorInfo: /is disabled/ })
    assert.deepEqual(await list(login), [])
  })
})

describe('blocking a key', () => {
  test('works by the whole key, by its prefix and by a part of that', async () => {
    const { login } = await newLogin()
    const names = [
      (key: { key: string }) => key.key,
      (key: { prefix: string }) => key.prefix,
      (key: { keyId: string }) => key.keyId,
      (key: { keyId: string }) => key.keyId.slice(0, 9),
    ]
    for (const nameOf of names) {
      const key = await issue({ login })
      assert.deepEqual(await block(nameOf(key)), {
        keyId: key.keyId,
        prefix: key.prefix,
        wasBlocked: false,
      })
    }
    assert.ok((await list(login)).every(({ blockedAt }) => blockedAt))
  })

  test('a second time changes nothing, the first time stands', async () => {
    const { login, clientId } = await newLogin()
    const { key } = await issue({ login })
    const first = new Date('2026-03-01T10:00:00Z')
    await block(key, first)
    assert.equal((await block(key)).wasBlocked, true)
    assert.deepEqual((await list(login))[0]?.blockedAt, first)
    const database = await testDatabase()
    const events = await database.rows(sql`
      select 1 from events where system_client_id = ${clientId} and kind = 'key.blocked'`)
    assert.equal(events.length, 1)
  })

  test('refuses a prefix that several keys share', async () => {
    const { id, login } = await newLogin()
    const stem = makeKey().keyId.slice(0, 8)
    const keyIds = [`${stem}aa`, `${stem}ab`]
    await asSystem(async ({ db, now }) => {
      for (const keyId of keyIds) {
        await insertKey(
          db,
          {
            keyId,
            hash: makeKey().hash,
            loginId: id,
            label: '',
            expiresAt: null,
            requestsPerMinute: null,
            addresses: null,
          },
          now,
        )
      }
    })
    await assert.rejects(block(toPrefix(stem)), { kind: 'invalidArgument', errorInfo: /several keys begin/ })
    assert.ok((await list(login)).every(({ blockedAt }) => !blockedAt))
    assert.equal((await block(keyIds[1] ?? '')).keyId, keyIds[1])
  })

  test('refuses what is no key or has another secret, never repeating it', async () => {
    const { login, id } = await newLogin()
    const { key } = await issue({ login })
    const forged = makeKey()
    const row = {
      keyId: forged.keyId,
      hash: makeKey().hash,
      loginId: id,
      label: '',
      expiresAt: null,
      requestsPerMinute: null,
      addresses: null,
    }
    await asSystem(({ db, now }) => insertKey(db, row, now))
    const refused = {
      invalidArgument: ['', 'abc', '%%%%', `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
      noSuchResource: [makeKey().key, makeKey().keyId, forged.key],
    }
    for (const [kind, texts] of Object.entries(refused)) {
      for (const text of texts) {
        await assert.rejects(block(text), (error: { kind: string; errorInfo: string }) => {
          assert.equal(error.kind, kind)
          assert.ok(text === '' || !error.errorInfo.includes(text))
          return true
        })
      }
    }
    assert.ok((await list(login)).every(({ blockedAt }) => !blockedAt))
  })
})
