// Many strangers: keys that are none cost no memory that stays, few statements, and never the service of others.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Database } from '../../src/db/database.ts'
import { createAuthenticator } from '../../src/identity/authenticate.ts'
import { makeKey } from '../../src/identity/keys.ts'
import { makeClient, testApp } from '../support/api.ts'
import { assertRefused, send, wire } from './wire.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapBytes(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

const FLOOD = 100_000
const MiB = 1024 * 1024

describe(`${FLOOD} bad keys`, () => {
  test('that look real leave no memory behind and push nobody out', async () => {
    const { database } = await testApp()
    const client = await makeClient()
    let statements = 0
    const counted: Database = {
      ...database,
      rows: (statement) => {
        statements++
        return database.rows(statement)
      },
    }
    const authenticator = createAuthenticator(counted)
    const flood = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1000) {
        const callers = await Promise.all(
          Array.from({ length: 1000 }, () => authenticator.authenticate(makeKey().key)),
        )
        assert.ok(callers.every((caller) => caller === undefined))
        assert.equal((await authenticator.authenticate(client.key))?.isSupport, false)
      }
    }
    // The first of them fill what is bounded.
    await flood(FLOOD / 5)
    const before = heapBytes()
    statements = 0
    await flood((FLOOD * 4) / 5)
    const grown = heapBytes() - before
    assert.ok(grown < 8 * MiB, `${Math.round(grown / MiB)} MiB stayed`)
    assert.ok(statements <= 500, `${statements} statements`)
  })

  test('that cannot be keys cost no statement', async () => {
    const { database } = await testApp()
    const never = () => Promise.reject(new Error('a statement for what cannot be a key'))
    const authenticator = createAuthenticator({ ...database, rows: never, row: never, run: never })
    const before = heapBytes()
    for (let n = 0; n < FLOOD; n++) {
      assert.equal(await authenticator.authenticate(`wa_${n}_${'x'.repeat(n % 60)}`), undefined)
    }
    assert.ok(heapBytes() - before < 8 * MiB)
  })

  test('by the thousand on the wire are 401, and the service goes on', async () => {
    const client = await makeClient()
    await wire()
    const path = `/v1/system-clients/${client.id}/leads`
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all([
        ...Array.from({ length: 100 }, (_, n) =>
          send({ path, headers: { 'x-api-key': n % 2 ? makeKey().key : `bad${n}` } }),
        ),
        send({ path, headers: { 'x-api-key': client.key } }),
      ])
      assert.equal(answers.pop()?.status, 200)
      for (const answer of answers) assertRefused(answer, 'a bad key', 401)
    }
  })
})

test('bad bodies by the thousand leave no memory behind', async () => {
  const client = await makeClient()
  const bodies = [
    '['.repeat(50_000),
    `{"externalBranchId":"${'x'.repeat(50_000)}"}`,
    '{"a":',
    `{"${'k'.repeat(50_000)}":1}`,
  ]
  const round = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const response = await client.put(`/service-orders/${n}`, bodies[n % bodies.length])
      assert.equal(response.statusCode, 400)
    }
  }
  await round(200)
  const before = heapBytes()
  await round(1500)
  const grown = heapBytes() - before
  assert.ok(grown < 8 * MiB, `${Math.round(grown / MiB)} MiB stayed`)
})
