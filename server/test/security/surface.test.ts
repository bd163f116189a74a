// What the service reveals to somebody who tries addresses: none of its files, no listing, no echo of a request, and no preset
// login.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { migrate } from '../../src/db/migrate.ts'
import { sql } from '../../src/db/sql.ts'
import { loadDefaultPackages } from '../../src/features/assignment/default-packages.ts'
import { loadDefaultTemplates } from '../../src/features/templates/default-templates.ts'
import { send, sendHttp2 } from '../hostile/wire.ts'
import { openMemory } from '../support/in-memory.ts'

const files = [
  '/.git/config',
  '/.git/HEAD',
  '/.svn/entries',
  '/.env',
  '/.env.example',
  '/package.json',
  '/package-lock.json',
  '/server/src/main.ts',
  '/data/secret.key',
  '/assets/../package.json',
  '/assets/..%2fpackage.json',
  '/assets/%2e%2e/package.json',
  '/workshop/assets/../../package.json',
  '/workshop/assets/..%2f..%2f..%2fpackage.json',
  '/desk/assets/../../package.json',
  '/desk/assets/..%2f..%2f..%2fpackage.json',
  '/desk/assets/../build.json',
  '/admin/assets/../../package.json',
  '/admin/assets/../build.json',
  '/media/..%2f..%2fdata%2fsecret.key',
]
const folders = [
  '/assets',
  '/assets/',
  '/workshop/assets/',
  '/workshop/icons/',
  '/desk/assets/',
  '/admin/assets/',
  '/media',
  '/media/',
  '/o/',
]

async function assertHidden(ask: typeof send): Promise<void> {
  for (const path of [...files, ...folders]) {
    const { status, text } = await ask({ path })
    assert.ok([403, 404].includes(status), `${path}: ${status}`)
    assert.doesNotMatch(text, /\[core\]|"workspaces"|Index of|import .* from/, path)
  }
}

describe('the files of the installation', () => {
  test('are not served, and no folder is listed, over HTTP/1.1', () => assertHidden(send))
  test('are not served, and no folder is listed, over HTTP/2', () => assertHidden(sendHttp2))
})

test('TRACE gives no request back', async () => {
  for (const path of ['/', '/healthz', '/v1/system-clients/x/leads', '/app/session']) {
    const { status, text } = await send({ method: 'TRACE', path, headers: { 'x-secret': 'heard-again' } })
    assert.ok(status >= 400 && status < 500, `${path}: ${status}`)
    assert.doesNotMatch(text, /heard-again/, path)
  }
})

test('a new installation without the demo has no login, no key and no password', async () => {
  const database = await openMemory('new')
  try {
    await migrate(database)
    await loadDefaultTemplates(database)
    await loadDefaultPackages(database)
    const row = await database.row<{ logins: number; keys: number }>(
      sql`select (select count(*)::int from logins) as logins, (select count(*)::int from api_keys) as keys`,
    )
    assert.deepEqual(row, { logins: 0, keys: 0 })
  } finally {
    await database.close()
  }
})
