// The installation's key is changed while services run, and by a process that is killed in the middle, again and again: whatever
// was sealed opens at any moment, and in the end with the new key alone.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { loadConfig } from '../../src/config/config.ts'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { openBody } from '../../src/features/callbacks/bodies.ts'
import { enqueueCallback } from '../../src/features/callbacks/enqueue.ts'
import { sampleInfo } from '../../src/features/callbacks/send-test.ts'
import {
  keyPurpose,
  sealReceiver,
  secretPurpose,
  setReceiver,
} from '../../src/features/callbacks/set-receiver.ts'
import { getClient } from '../../src/organisation/clients.ts'
import { openSecretBox } from '../../src/outside/secret-box.ts'
import { forgetFormerKey } from '../../src/process/change-secret-key.ts'
import { openCallbacks } from '../../src/process/open-callbacks.ts'
import { cliResult, endOf, runCli, startCli } from '../support/cli.ts'
import {
  type Env,
  makeAccess,
  makeData,
  makeDatabase,
  makeFolderOn,
  onDatabase,
  onlyEmbedded,
  onlyPostgres,
  startServer,
} from '../support/process.ts'
import { until } from '../support/until.ts'

const COUNT = 3_000
// Nobody is there, so that everything stays in the queue.
const URL_OF_RECEIVER = 'https://dms.invalid/in'

async function fill(env: Env, clientId: string): Promise<Map<string, string>> {
  const callbacks = openCallbacks(loadConfig(env))
  const bodies = new Map<string, string>()
  await onDatabase(env, async (database) => {
    const sealed = await sealReceiver(callbacks, clientId, {
      url: URL_OF_RECEIVER,
      key: 'the-key',
      secret: 'new',
    })
    await inTransaction(database, async (db) => {
      const system = { db, actor: { kind: 'system', id: 'test' } as const, now: new Date() }
      const scope = { ...system, clientId, client: await getClient(system, clientId) }
      await setReceiver(scope, sealed)
      for (let number = 0; number < COUNT; number++) {
        const info = sampleInfo(clientId, `m${number}`, scope.now)
        bodies.set(info.id, JSON.stringify(info))
        await enqueueCallback(scope, callbacks.box, info)
      }
    })
  })
  await callbacks.close()
  return bodies
}

interface Sealed {
  id: string
  body: null
  sealedKey: Uint8Array
  sealedSecret: Uint8Array
  sealedBody: Uint8Array
}

/** Opens everything with the present key; returns how many keys sealed it. */
async function openAll(env: Env, clientId: string, bodies: Map<string, string>): Promise<number> {
  const box = await openSecretBox(loadConfig(env)).unlock()
  const rows = await onDatabase(env, (database) =>
    database.rows<Sealed>(sql`
      select id, null as body, sealed_key, sealed_secret, sealed_body
      from callback_deliveries
      union all select 'receiver', null, sealed_key, sealed_secret, null from callback_receivers`),
  )
  assert.equal(rows.length, bodies.size + 1)
  const ids = new Set<string>()
  for (const row of rows) {
    for (const sealed of [row.sealedKey, row.sealedSecret, ...(row.sealedBody ? [row.sealedBody] : [])])
      ids.add(Buffer.from(sealed).subarray(1, 5).toString('hex'))
    assert.equal(box.open(row.sealedKey, keyPurpose(clientId)), 'the-key')
    assert.match(box.open(row.sealedSecret, secretPurpose(clientId)), /^whsec_/)
    if (row.sealedBody) assert.equal(openBody(box, { ...row, clientId }).toString(), bodies.get(row.id))
  }
  return ids.size
}

const keysIn = async ({ WALKAROUND_DATA }: Env) =>
  (await readFile(join(WALKAROUND_DATA as string, 'secret.key'), 'utf8')).trim().split('\n')

/** Deliveries that the key in force has not sealed. */
async function countForeign(env: Env, clientId: string): Promise<number> {
  const { id } = await openSecretBox(loadConfig(env)).unlock()
  const rows = await onDatabase(env, (database) =>
    database.rows(sql`
      select id from callback_deliveries
      where system_client_id = ${clientId} and substring(sealed_body from 2 for 4) <> ${id}`),
  )
  return rows.length
}

const change = ['secret-key', 'change', '--links', 'keep']

async function killInTheMiddle(env: Env, clientId: string, bodies: Map<string, string>): Promise<void> {
  const [old] = await keysIn(env)
  const moments: (() => Promise<boolean>)[] = [
    async () => true,
    // The key is there, and nothing or something is sealed with it.
    async () => (await keysIn(env)).length > 1,
    // On PostgreSQL others can look on while it works.
    async () => loadConfig(env).databaseUrl === undefined || (await countForeign(env, clientId)) < COUNT,
  ]
  for (const isThere of moments) {
    const child = startCli(change, env)
    const ended = endOf(child)
    await until('it is there', async () => child.exitCode !== null || (await isThere()))
    child.kill('SIGKILL')
    await ended
    await openAll(env, clientId, bodies)
  }
  const begun = await keysIn(env)
  const done = await cliResult(change, env)
  assert.equal(done.key, begun.length > 1 ? 'begun before' : 'new')
  assert.equal(await openAll(env, clientId, bodies), 1)
  const [key, former, ...more] = await keysIn(env)
  assert.notEqual(key, old)
  assert.equal(former, old)
  assert.deepEqual(more, [])
  // And with the new key alone, as it is a day later.
  await openAll({ ...env, WALKAROUND_SECRET_KEY: key as string }, clientId, bodies)
}

describe('the key of an embedded installation', { skip: onlyEmbedded }, () => {
  test('changed by processes that are killed in the middle opens everything all the time', async () => {
    const { env, access } = await makeData()
    const bodies = await fill(env, access.clientId)
    await killInTheMiddle(env, access.clientId, bodies)
  })

  test('changed while the service runs is taken up by it at once, and the former one goes after a day', async () => {
    const { env, access } = await makeData()
    const server = await startServer(env)
    await writeFile(join(env.WALKAROUND_DATA as string, 'receiver.key'), 'the-key')
    const set = ['callback', 'set', access.clientId, '--url', URL_OF_RECEIVER, '--key-file']
    await cliResult([...set, join(env.WALKAROUND_DATA as string, 'receiver.key')], env)
    const [old] = await keysIn(env)
    const told = await runCli(change, env)
    assert.equal(told.code, 0, told.stderr)
    assert.match(told.stdout, /^The installation has a new key\. Resealed for 2 clients: callbacks 1,/)
    assert.match(told.stderr, /Links that owners have keep working.*--links end/)
    assert.match(told.stderr, /The former key stays in secret\.key for a day/)
    const { checks } = await cliResult(['doctor'], env)
    assert.equal(checks.find(({ name }: { name: string }) => name === 'callbacks').state, 'ok')
    // Through the running service, which sealed with the former key a moment ago.
    await cliResult([...set, join(env.WALKAROUND_DATA as string, 'receiver.key')], env)
    server.kill('SIGTERM')
    await server.ended
    const [key] = await keysIn(env)
    assert.notEqual(key, old)
    await onDatabase(env, async (database) => {
      const { sealedKey } = (await database.row<{ sealedKey: Uint8Array }>(
        sql`select sealed_key from callback_receivers`,
      )) as { sealedKey: Uint8Array }
      const alone = openSecretBox({ dataDir: '', secretKey: key })
      assert.equal(await alone.open(sealedKey, keyPurpose(access.clientId)), 'the-key')
      await forgetFormerKey(database, loadConfig(env), new Date())
      assert.deepEqual(await keysIn(env), [key, old])
      const file = join(env.WALKAROUND_DATA as string, 'secret.key')
      const yesterday = new Date(Date.now() - 25 * 3_600_000)
      await utimes(file, yesterday, yesterday)
      await forgetFormerKey(database, loadConfig(env), new Date())
      assert.deepEqual(await keysIn(env), [key])
    })
  })

  test('given by a setting is changed in the setting first, and the command says how', async () => {
    const { env, access } = await makeData()
    const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
    const before = { ...env, WALKAROUND_SECRET_KEY: old }
    const bodies = await fill(before, access.clientId)
    const refused = await runCli(change, before)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /comes from WALKAROUND_SECRET_KEY.*before the former one/s)
    const during = { ...env, WALKAROUND_SECRET_KEY: `${next} ${old}` }
    await openAll(during, access.clientId, bodies)
    const { former } = await cliResult(change, during)
    assert.equal(former, 'setting')
    await openAll({ ...env, WALKAROUND_SECRET_KEY: next }, access.clientId, bodies)
  })
})

describe('the key of an installation on PostgreSQL', { skip: onlyPostgres }, () => {
  test('is changed under two running services, and killed in the middle', async () => {
    const database = await makeDatabase()
    const env = await makeFolderOn(database)
    const { clientId } = await makeAccess(env)
    const bodies = await fill(env, clientId)
    const servers = await Promise.all([startServer(env), startServer(env)])
    await killInTheMiddle(env, clientId, bodies)
    for (const server of servers) {
      assert.ok(server.isRunning())
      server.kill('SIGTERM')
      await server.ended
      assert.doesNotMatch(server.output(), /another key/)
    }
  })
})
