// Whoever takes data along as a file leaves an entry of the audit, and changes nothing else.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { auditKinds } from '@walkaround/contract/rules/audit-kinds.ts'
import { findCommand } from '../../src/cli/commands.ts'
import { loadConfig } from '../../src/config/config.ts'
import { readNewest } from '../../src/db/audit/read-entries.ts'
import { makeClient, order, testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { openMemory } from '../support/in-memory.ts'
import { item, simplePackage, variant } from '../support/packages.ts'
import { textOf } from '../support/source-files.ts'

async function exportsOf(clientId: string) {
  const { database } = await testApp()
  const { entries } = await readNewest(database, clientId, { area: 'exports' }, { limit: 100 })
  return entries.map(({ kind, subject, actor, changes }) => ({
    kind,
    subject,
    by: actor.login ?? actor.id,
    ...(changes ? { changes } : {}),
  }))
}

describe('an export', () => {
  test('of templates and packages leaves an entry each time bytes leave', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    assert.equal(
      (await client.put('/packages/p1', simplePackage({ variants: [variant('v', [item('1', 10)])] })))
        .statusCode,
      201,
    )
    const template = await admin.call('GET', '/templates/open!health/file')
    assert.equal(template.statusCode, 200)
    const packages = await admin.call('GET', '/package-file')
    assert.equal(packages.statusCode, 200)
    const by = admin.login
    const both = [
      { kind: 'export.packages', subject: `client/${client.id}`, by },
      { kind: 'export.template', subject: 'template/open!health', by },
    ]
    assert.deepEqual(await exportsOf(client.id), both)
    const again = await admin.call('GET', '/package-file', undefined, {
      'if-none-match': String(packages.headers.etag),
    })
    assert.equal(again.statusCode, 304)
    assert.deepEqual(await exportsOf(client.id), both, 'whoever has it takes nothing along')
    const one = await admin.call('GET', '/package-file?package=p1')
    assert.equal(one.statusCode, 200)
    assert.deepEqual((await exportsOf(client.id))[0], { kind: 'export.packages', subject: 'package/p1', by })
  })

  test('of the history of a car leaves an entry each time the PDF leaves, and none for what somebody has', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    const vin = 'WVWZZZ1JZXW000001'
    const sent = order({ vehicle: { vin, make: 'Norvik', model: 'Sund' } })
    assert.equal((await client.put('/service-orders/1', sent)).statusCode, 201)
    const path = `/vehicles/${vin}/history.pdf`
    const first = await admin.call('GET', path)
    assert.equal(first.statusCode, 200, first.body)
    const entry = { kind: 'export.vehicleHistory', subject: `vehicle/${vin}`, by: admin.login }
    assert.deepEqual(await exportsOf(client.id), [entry])
    const tag = { 'if-none-match': String(first.headers.etag) }
    assert.equal((await admin.call('GET', path, undefined, tag)).statusCode, 304)
    assert.deepEqual(await exportsOf(client.id), [entry])
    assert.equal((await admin.call('GET', path)).statusCode, 200)
    assert.deepEqual(await exportsOf(client.id), [entry, entry])
    const other = await admin.call('GET', path.replace(vin, 'WVWZZZ1JZXW000009'))
    assert.equal(other.statusCode, 404)
    assert.equal((await exportsOf(client.id)).length, 2)
  })

  test('that is refused leaves none', async () => {
    const [client, other] = [await makeClient(), await makeClient()]
    const advisor = await person(client.id, 'advisor')
    const stranger = await person(other.id, 'admin')
    assert.equal((await advisor.call('GET', '/package-file')).statusCode, 403)
    assert.equal(
      (await stranger.call('GET', `/app/system-clients/${client.id}/package-file`)).statusCode,
      403,
    )
    const admin = await person(client.id, 'admin')
    assert.equal((await admin.call('GET', '/templates/none/file')).statusCode, 404)
    assert.deepEqual(await exportsOf(client.id), [])
  })

  test('by the command line leaves one too, and a backup one of the installation', async () => {
    const database = await openMemory('migrated')
    const file = join(tmpdir(), `walkaround-${randomUUID()}.backup`)
    try {
      const actor = { kind: 'system' as const, id: 'cli' }
      const config = loadConfig({ WALKAROUND_DATA: join(tmpdir(), randomUUID()) })
      const run = async (name: string, args: Record<string, unknown>) => {
        const command = await findCommand(name)
        assert.ok(command, name)
        const media = () => assert.fail()
        return command.run({ database, config, now: new Date(), actor, media, progress() {} }, args)
      }
      await run('client add', { id: 'acme' })
      await run('package export', { client: 'acme' })
      await run('backup', { file, withoutKey: true })
      await run('inner-audit page', { client: 'acme', kind: 'export' })
      const kindsOf = async (clientId: string) =>
        (await readNewest(database, clientId, { area: 'exports' }, { limit: 10 })).entries.map((entry) => [
          entry.kind,
          entry.actor.id,
          entry.changes?.map(({ field }) => field),
        ])
      assert.deepEqual(await kindsOf('acme'), [
        ['export.audit', 'cli', ['kind']],
        ['export.packages', 'cli', undefined],
      ])
      assert.deepEqual(await kindsOf(''), [['export.backup', 'cli', ['file', 'withFiles', 'isEncrypted']]])
    } finally {
      await database.close()
      await rm(file, { force: true })
    }
  })
})

test('every kind of entry has words on the page of the audit, and no other', () => {
  const words = JSON.parse(textOf('languages/en/console/audit.json')) as Record<string, string>
  const named = Object.keys(words).flatMap((key) => (key.startsWith('audit.kind.') ? [key.slice(11)] : []))
  assert.deepEqual(named.toSorted(), [...auditKinds].toSorted())
})
