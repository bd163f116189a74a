// The callback commands on a real database: what they accept, refuse and show.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, describe, test } from 'node:test'
import { answering, startReceiver } from '../../../test/support/callbacks.ts'
import { newClient } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { loadConfig } from '../../config/config.ts'
import { sql } from '../../db/sql.ts'
import { examineCallbackHealth } from '../../doctor/doctor.ts'
import { exitCodeOf } from '../failures.ts'
import { cliActor, runCommand } from '../run-command.ts'
import { views } from '../views.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'walkaround-callbacks-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any

async function run(name: string, args: object, env: Record<string, string> = {}): Promise<Json> {
  const config = loadConfig({ WALKAROUND_DATA: dataDir, WALKAROUND_CALLBACK_ALLOW: '127.0.0.0/8', ...env })
  const database = await testDatabase()
  const media = async () => assert.fail('no files are needed')
  const context = { database, config, media, now: new Date(), actor: cliActor('anna'), progress: () => {} }
  return runCommand(context, name, args)
}

const seen = (name: string, result: Json) =>
  views[name]?.(result, { cells: 200, args: {}, now: new Date() }) ?? assert.fail(`${name} has no view`)

async function scene(status: number) {
  const { clientId } = await newClient()
  const receiver = await startReceiver(answering(status))
  const database = await testDatabase()
  closing.push(receiver.close, () =>
    database.run(sql`delete from callback_deliveries where system_client_id = ${clientId}`),
  )
  return { client: clientId, receiver }
}

const KEY = 'the-key-of-the-receiver'

describe('callback commands', () => {
  test('set and show tell all but the key', async () => {
    const { client, receiver } = await scene(204)
    await assert.rejects(run('callback show', { client }), { kind: 'noSuchResource' })
    const set = await run('callback set', { client, url: receiver.url, key: KEY, secret: 'new' })
    assert.match(seen('callback set', set), /secret +whsec_/)
    const shown = await run('callback show', { client })
    assert.equal(shown.secret, undefined)
    assert.match(seen('callback show', shown), /key +the-…/)
    assert.ok(!JSON.stringify([set, shown]).includes(KEY))
    await assert.rejects(run('callback set', { client, url: receiver.url, key: KEY, keyFile: KEY }), {
      kind: 'invalidArgument',
    })
    await assert.rejects(
      run('callback set', { client, url: receiver.url, key: KEY }, { WALKAROUND_CALLBACK_ALLOW: '' }),
      { kind: 'receiverRefused' },
    )
  })

  test('test sends at once and shows what came back; log and replay follow', async () => {
    const { client, receiver } = await scene(401)
    await run('callback set', { client, url: receiver.url, key: KEY })
    const result = await run('callback test', { client })
    assert.equal(receiver.arrivals.length, 1)
    assert.equal(receiver.arrivals[0]?.headers['x-api-key'], KEY)
    assert.equal(exitCodeOf('callback test', result), 1, 'a script sees that it failed')
    assert.match(seen('callback test', result), /given up(.|\n)*Attempt 1,.* is the key right\?/)
    assert.match(seen('callback log', await run('callback log', { client })), /given up/)
    assert.match(seen('callback log', await run('callback log', { client, id: result.id })), /Attempt 1/)
    assert.match(
      seen('callback log', await run('callback log', { client, state: 'waiting' })),
      /no callbacks/,
    )
    await assert.rejects(run('callback replay', { client }), { kind: 'invalidArgument' })
    await assert.rejects(run('callback replay', { client, id: 'none' }), { kind: 'noSuchResource' })
    const one = await run('callback replay', { client, id: result.id })
    assert.equal(seen('callback replay', one), '1 callback is in the queue again.')
    assert.deepEqual(await run('callback replay', { client, since: '2020-01-01' }), { replayed: 0 })
  })

  test('a site has a receiver of its own, with kinds of its own, until it is removed', async () => {
    const { client, receiver } = await scene(204)
    const own = { client, url: receiver.url, key: KEY, site: 'main' }
    await assert.rejects(run('callback set', { ...own, kinds: 'surveyCompleted,photo' }), {
      errorInfo: /kinds: "photo" is not one of surveyCompleted, /,
    })
    await assert.rejects(run('callback set', { ...own, site: 'none' }), { kind: 'noSuchResource' })
    await run('callback set', { ...own, kinds: 'surveyCompleted, photoReady' })
    await run('callback set', { client, url: `${receiver.url}/all`, key: KEY, kinds: 'all' })
    const both = seen('callback show', await run('callback show', { client }))
    assert.match(
      both,
      /further kinds +surveyCompleted, surveyReopened,(.|\n)*site +main(.|\n)*surveyCompleted, photoReady\n/,
    )
    await run('callback set', { client, url: `${receiver.url}/all`, kinds: 'none' })
    const { kinds } = await run('callback set', { client, url: `${receiver.url}/some` })
    assert.deepEqual(kinds, [])
    const tested = await run('callback test', { client, site: 'main', kind: 'photoReady' })
    assert.equal(exitCodeOf('callback test', tested), 0)
    assert.equal(receiver.arrivals[0]?.headers['webhook-kind'], 'photoReady')
    const listed = (args: object) => run('callback log', { client, ...args })
    assert.deepEqual(await listed({ kind: 'messageSent' }), [])
    assert.equal((await listed({ kind: 'photoReady', site: 'main' }))[0].id, tested.id)
    assert.deepEqual(await listed({ site: 'none' }), [])
    assert.match(seen('callback show', await run('callback show', { client, site: 'main' })), /site +main/)
    assert.match(
      seen('callback remove', await run('callback remove', { client, site: 'main' })),
      /main has no/,
    )
    await assert.rejects(run('callback show', { client, site: 'main' }), { kind: 'noSuchResource' })
    await run('callback test', { client, site: 'main' })
    assert.match(receiver.arrivals[1]?.path ?? '', /^\/in\/some\//)
  })

  test('doctor sees a key that cannot be opened, and what was given up', async () => {
    const { client, receiver } = await scene(500)
    await run('callback set', { client, url: receiver.url, key: KEY })
    await run('callback test', { client })
    const { callbacks: well } = await run('status', {})
    assert.ok(well.givenUp >= 1)
    assert.ok(!well.unopened.includes(client))
    const other = { WALKAROUND_SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }
    const { callbacks: ill } = await run('status', {}, other)
    assert.ok(ill.unopened.includes(client))
    const findings = examineCallbackHealth({ ...ill, unopened: [client] }, new Date())
    assert.deepEqual(findings.map(({ state }) => state).slice(0, 2), ['fail', 'warn'])
    assert.match(findings[0]?.text ?? '', /another key/)
    assert.deepEqual(
      examineCallbackHealth(
        { receivers: 0, waiting: 0, givenUp: 0, oldestDue: null, unopened: [], why: null },
        new Date(),
      ),
      [{ state: 'ok', text: 'no receiver is set' }],
    )
  })
})
