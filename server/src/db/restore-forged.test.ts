// Forged backups with a matching checksum: each is refused with a message, and nothing changes.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openMemory } from '../../test/support/in-memory.ts'
import { writeBackup } from './backup.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { restoreBackup } from './restore.ts'
import { sql } from './sql.ts'

// biome-ignore lint/suspicious/noExplicitAny: lines are changed into what they must not be
type Lines = any[]

describe('a backup that somebody made up', () => {
  let folder: string
  let dataDir: string
  let database: Database
  let backup: string
  let files = 0
  const newFile = () => join(folder, `${++files}.gz`)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-forged-'))
    dataDir = join(folder, 'data')
    await mkdir(join(dataDir, 'tls'), { recursive: true })
    await writeFile(join(dataDir, 'tls', 'ca.pem'), 'a certificate', { mode: 0o644 })
    await writeFile(join(dataDir, 'tls', 'ca.key'), 'its key', { mode: 0o600 })
    database = await openMemory('new')
    await migrate(database)
    await database.script(
      "create table invoices (id text); insert into system_clients (system_client_id, name, default_site_id) values ('acme', 'Acme', 's')",
    )
    backup = newFile()
    await writeBackup({ database, dataDir, file: backup, now: new Date('2026-03-04T05:06:07Z') })
    await database.script('drop table invoices')
  })
  after(async () => {
    await database?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Counts and checksum match the changed lines. */
  async function forged(change: (lines: Lines) => void, from = backup): Promise<string> {
    const lines: Lines = gunzipSync(await readFile(from))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    change(lines)
    const { end } = lines.at(-1)
    end.files = lines.filter((line) => 'file' in line).length
    end.stored.referenced = lines.filter((line) => 'refers' in line).length
    end.rows = {}
    for (const { table } of lines.filter((line) => 'row' in line))
      end.rows[table] = (end.rows[table] ?? 0) + 1
    const text = lines
      .slice(0, -1)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('')
    end.sha256 = createHash('sha256').update(text).digest('hex')
    const file = newFile()
    await writeFile(file, gzipSync(`${text}${JSON.stringify({ end })}\n`))
    return file
  }

  const row = (lines: Lines, table: string) => lines.find((line) => line.table === table)
  const named = (lines: Lines, table: string) =>
    lines[0].tables.find((one: { name: string }) => one.name === table)
  const add = (lines: Lines, line: unknown) => void lines.splice(1, 0, line)

  const refusals: [string, (lines: Lines) => void, RegExp][] = [
    [
      'rows of a table it does not name',
      (lines) => add(lines, { table: 'invoices', row: { id: '1' } }),
      /has rows of a table "invoices" that its first line does not name/,
    ],
    [
      'a table nobody knows',
      (lines) => {
        lines[0].tables.push({ name: 'loyalty_cards', columns: ['id'] })
        add(lines, { table: 'loyalty_cards', row: { id: '1' } })
      },
      /has a table "loyalty_cards", and schema \d+ .* has none.*restore it with the version that made it/s,
    ],
    [
      'the list of migrations',
      (lines) => {
        lines[0].tables.push({ name: 'schema_migrations', columns: ['version', 'name', 'applied_at'] })
        add(lines, {
          table: 'schema_migrations',
          row: { version: '9999', name: 'x', applied_at: '2026-01-01' },
        })
      },
      /has a table "schema_migrations"/,
    ],
    [
      'a column nobody knows',
      (lines) => {
        named(lines, 'system_clients').columns.push('shoe_size')
        for (const line of lines) if (line.table === 'system_clients') line.row.shoe_size = '43'
      },
      /has a column "shoe_size" of table system_clients/,
    ],
    [
      'a column left out',
      (lines) => {
        named(lines, 'system_clients').columns = named(lines, 'system_clients').columns.filter(
          (column: string) => column !== 'name',
        )
        for (const line of lines) if (line.table === 'system_clients') delete line.row.name
      },
      /has no column name of table system_clients/,
    ],
    [
      'a row with a column of its own',
      (lines) => {
        row(lines, 'system_clients').row.shoe_size = '43'
      },
      /a row of table "system_clients" has other columns/,
    ],
    [
      'a row that is none',
      (lines) => {
        row(lines, 'system_clients').row = null
      },
      /a line that walkaround backup never writes/,
    ],
    [
      'a value of another type',
      (lines) => {
        row(lines, 'system_clients').row.strict_branches = 'perhaps'
      },
      /does not take the rows of table system_clients in the backup: error 22P02/,
    ],
    [
      'a first line without tables',
      (lines) => {
        lines[0].tables = undefined
      },
      /its first line does not say what it holds/,
    ],
    [
      'a schema that is no number',
      (lines) => void Object.assign(lines[0], { schemaVersion: 'x' }),
      /first line/,
    ],
    ['a newer schema', (lines) => void Object.assign(lines[0], { schemaVersion: 9999 }), /has schema 9999/],
    [
      'a file outside the folder tls',
      (lines) => add(lines, { file: 'tls/../../evil', mode: 0o600, data: '' }),
      /outside the folder tls/,
    ],
    [
      'an absolute path',
      (lines) => add(lines, { file: '/etc/evil', mode: 0o600, data: '' }),
      /outside the folder/,
    ],
    ['a link', (lines) => add(lines, { file: 'tls/x', mode: 0o600, link: '/etc/passwd' }), /never writes/],
    [
      'a stored file with a path of its own',
      (lines) => add(lines, { stored: { client: '..', kind: '../..', name: 'x' } }),
      /holds files in an order that walkaround backup never writes/,
    ],
    ['a reference that is none', (lines) => add(lines, { refers: { client: 1 } }), /never writes/],
    ['a line of no kind', (lines) => add(lines, { hello: 1 }), /never writes/],
  ]
  for (const [what, change, message] of refusals) {
    test(`${what} is refused in words`, async () => {
      const file = await forged(change)
      const target = join(folder, `target-${files}`)
      await mkdir(target)
      await assert.rejects(
        restoreBackup({ database, dataDir: target, file, replace: true }),
        (error: Error) => {
          assert.equal(error.name, 'BackupError', error.stack)
          assert.match(error.message, message)
          return true
        },
      )
      assert.deepEqual(
        await database.rows(sql`select name from system_clients where system_client_id = 'acme'`),
        [{ name: 'Acme' }],
      )
      assert.deepEqual(await readdir(target), [])
    })
  }

  test('modes that make a file run, run as its owner or be written by others are not taken', {
    skip: process.platform === 'win32' ? 'no modes here' : false,
  }, async () => {
    const file = await forged((lines) => {
      for (const line of lines) if ('file' in line) line.mode = line.file.endsWith('.key') ? 0o7777 : 0o4755
    })
    const target = join(folder, 'modes')
    const umask = process.umask(0)
    try {
      await restoreBackup({ database, dataDir: target, file, replace: true })
    } finally {
      process.umask(umask)
    }
    for (const name of ['ca.pem', 'ca.key'])
      assert.equal(((await stat(join(target, 'tls', name))).mode & 0o7777).toString(8), '600', name)
  })
})
