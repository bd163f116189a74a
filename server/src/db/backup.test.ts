import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openMemory } from '../../test/support/in-memory.ts'
import { type BackupResult, writeBackup } from './backup.ts'
import { listAllTables, objectsCreatedBy, quoted, statement } from './backup-tables.ts'
import type { Database } from './database.ts'
import { makePartition } from './log/partitions.ts'
import { migrate } from './migrate.ts'
import { listMigrations } from './migrations.ts'
import { openPostgres } from './postgres.ts'
import { restoreBackup } from './restore.ts'
import { findSchemaVersion } from './schema-state.ts'
import { type Db, sql } from './sql.ts'

const now = new Date('2026-03-04T05:06:07.089Z')
const url = process.env.WALKAROUND_TEST_DATABASE_URL

async function empty(database: Database): Promise<Database> {
  await database.script('drop schema public cascade; create schema public')
  return database
}

/** A separate schema: other tests fill the default one at the same time. */
async function newPostgres(t: TestContext): Promise<Database> {
  const schema = `backup_${randomBytes(6).toString('hex')}`
  const owner = openPostgres({ url: url as string, poolSize: 1 })
  await owner.script(`create schema ${schema}`)
  const inside = new URL(url as string)
  inside.searchParams.set('options', `-c search_path=${schema}`)
  const database = openPostgres({ url: inside.href, poolSize: 2 })
  t.after(async () => {
    await database.close()
    await owner.script(`drop schema ${schema} cascade`)
    await owner.close()
  })
  return database
}

// What a careless copy would change: order and repetition of keys, digits, line breaks, bytes, microseconds.
const ODD_JSON = '{ "b": 1.0,\n "a": 12345678901234567890, "a": "\u2028 \\u0000 Ж" }'

/** Rows in every table, so that a table left out or loaded wrongly is noticed. Covers new migrations automatically. */
async function fill(database: Database): Promise<void> {
  await migrate(database)
  await database.transaction(async (tx) => {
    const rules = await listRules(tx)
    await makePartition(tx, new Date('2026-02-01'))
    for (const { name, columns } of await listAllTables(tx)) {
      // The log of requests is in no backup.
      if (name === 'schema_migrations' || name === 'request_log') continue
      await tx.run(statement(`alter table ${quoted(name)} disable trigger all`))
      for (const variant of [1, 2, 3]) {
        const given = columns.filter((column) => !numbered.has(`${name}.${column.name}`))
        const values = given.map((column) => sample(column, variant, rules.get(`${name}.${column.name}`)))
        await tx.run(
          statement(
            `insert into ${quoted(name)} (${given.map((column) => quoted(column.name)).join(', ')}) ` +
              `values (${given.map((column, index) => `$${index + 1}::text::${column.type}`).join(', ')})`,
            values,
          ),
        )
      }
      await tx.run(statement(`alter table ${quoted(name)} enable trigger all`))
    }
    await tx.run(sql`delete from event_inbox where sequence = 3`)
  })
}

/** Get their numbers from the database. */
const numbered: ReadonlySet<string> = new Set(['event_inbox.sequence', 'audit_entries.id'])

/** Columns that must be set together or not at all: filling both obeys the rule. */
const TOGETHER = /^CHECK \(\(\("?\w+"? IS NULL\) = \("?\w+"? IS NULL\)\)\)$/

/** What check constraints require of a column: one of a list, or null beside the others of its rule. */
async function listRules(db: Db): Promise<Map<string, string[] | null>> {
  const checks = await db.rows<{
    table: string
    columns: string[]
    filled: string[]
    definition: string
  }>(sql`
    select c.relname as "table", pg_get_constraintdef(k.oid) as definition, array(
      select a.attname::text from unnest(k.conkey) as n(number)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = n.number order by a.attnotnull desc, a.attnum) as columns, array(
      select a.attname::text from unnest(k.conkey) as n(number)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = n.number where a.attnotnull) as filled
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'c' and c.relnamespace = current_schema()::regnamespace`)
  const rules = new Map<string, string[] | null>()
  for (const { table, columns, filled, definition } of checks) {
    if (TOGETHER.test(definition)) continue
    const listed = [...definition.matchAll(/'([^']*)'::text/g)].map(([, value]) => value as string)
    // A number that is always there is at its beginning beside the others.
    for (const column of columns.slice(1))
      rules.set(`${table}.${column}`, filled.includes(column) ? ['0'] : null)
    if (columns.length === 1 && listed.length > 0) rules.set(`${table}.${columns[0]}`, listed)
  }
  return rules
}

function sample(
  column: { name: string; type: string },
  variant: number,
  rule: string[] | null | undefined,
): string | null {
  if (rule !== undefined) return rule && (rule[(variant - 1) % rule.length] as string)
  switch (column.type) {
    case 'text':
      return `${variant}-"Zoë"\\\n\t'${'…'.repeat(variant)}`
    case 'text[]':
      return variant === 1 ? '{}' : `{"a,b","quote\\"d",NULL,Ж${variant}}`
    case 'json':
      return ODD_JSON
    case 'jsonb':
      return `{"a": ${variant}}`
    case 'bytea':
      return `\\x00ff0${variant}`
    case 'boolean':
      return variant === 2 ? 'true' : 'false'
    case 'smallint':
    case 'integer':
    case 'bigint':
    case 'xid8':
      return String(variant)
    case 'numeric':
    case 'real':
    case 'double precision':
      return `${variant}.1`
    case 'date':
      return `2026-02-0${variant}`
    case 'timestamp with time zone':
      return `2026-02-28 23:59:59.12345${variant}+00`
    default:
      throw new Error(`${column.name}: this test has no sample of ${column.type}`)
  }
}

/** All rows as text, whatever the session's time zone; without the epoch, which a restore changes. */
function dump(database: Database): Promise<Record<string, string[]>> {
  return database.transaction(async (tx) => {
    await tx.row(sql`select set_config('timezone', 'UTC', true)`)
    const all: Record<string, string[]> = {}
    for (const { name, columns } of await listAllTables(tx)) {
      if (name === 'schema_migrations') continue
      const texts = columns
        .filter((column) => column.name !== 'epoch')
        .map((column) => `${quoted(column.name)}::text as ${quoted(column.name)}`)
      const rows = await tx.rows<{ line: string }>(
        statement(
          `select row_to_json(r)::text as line from (select ${texts.join(', ')} from ${quoted(name)}) as r`,
        ),
      )
      all[name] = rows.map(({ line }) => line).sort()
    }
    return all
  })
}

const migrations = await listMigrations()
const latest = migrations.at(-1)?.version ?? 0

describe('backup and restore', () => {
  let folder: string
  let dataDir: string
  // Two engines shared by all tests: each takes seconds to open and half a gigabyte.
  let source: Database
  let target: Database
  let original: Record<string, string[]>
  let backup: string
  let written: BackupResult
  let ofOlderSchema: string
  let withBrokenReference: string
  let files = 0
  const newFile = () => join(folder, `backup-${++files}.gz`)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-backup-'))
    dataDir = join(folder, 'data')
    await mkdir(join(dataDir, 'tls'), { recursive: true })
    await writeFile(join(dataDir, 'tls', 'ca.key'), 'the key of the authority', { mode: 0o600 })
    await writeFile(join(dataDir, 'tls', 'ca.pem'), 'its certificate', { mode: 0o644 })
    await writeFile(join(dataDir, 'secret.key'), 'what opens sealed rows', { mode: 0o600 })
    source = await openMemory('new')
    target = await openMemory('new')

    await migrate(source, { upTo: 1 })
    await source.script(
      "insert into system_clients (system_client_id, name, default_site_id) values ('old', 'Old', 's')",
    )
    ofOlderSchema = newFile()
    assert.equal(
      (await writeBackup({ database: source, dataDir, file: ofOlderSchema, now })).schemaVersion,
      1,
    )

    await migrate(await empty(source))
    await source.script(
      "alter table branches drop constraint branches_site; insert into branches values ('c', 'b', 'gone', 'n')",
    )
    withBrokenReference = newFile()
    await writeBackup({ database: source, dataDir, file: withBrokenReference, now })

    await fill(await empty(source))
    original = await dump(source)
    backup = newFile()
    written = await writeBackup({ database: source, dataDir, file: backup, now })
  })

  after(async () => {
    await source?.close()
    await target?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** A copy of the good backup with changed lines; the checksum stays the same. */
  async function altered(change: (lines: string[]) => string[]): Promise<string> {
    const lines = gunzipSync(await readFile(backup))
      .toString()
      .split('\n')
    const file = newFile()
    await writeFile(file, gzipSync(change(lines).join('\n')))
    return file
  }

  test('every table the migrations make is known to the backup', async () => {
    const made = objectsCreatedBy(migrations).filter(({ kind }) => kind === 'table')
    const found = (await listAllTables(source)).map(({ name }) => name)
    assert.deepEqual([...made.map(({ name }) => name), 'schema_migrations'].sort(), found.sort())
  })

  test('objects are found in migrations, and those in comments are not', () => {
    const text =
      '-- create table old (a int)\nCREATE TABLE IF NOT EXISTS "one" ();\ncreate or replace function two() …'
    assert.deepEqual(objectsCreatedBy([{ version: 1, name: '0001_x.sql', text }]), [
      { kind: 'table', name: 'one' },
      { kind: 'function', name: 'two' },
    ])
  })

  describe('writing', () => {
    test('the file is private, says what it holds, and nothing is left beside it', async () => {
      assert.equal((await stat(backup)).mode & 0o777, 0o600)
      assert.equal((await stat(backup)).size, written.bytes)
      assert.equal(written.schemaVersion, latest)
      assert.equal(written.files, 3)
      assert.equal(written.tables.event_inbox, 2)
      assert.equal(written.tables.surveys, 3)
      assert.deepEqual(
        (await readdir(folder)).filter((name) => name.includes('partial')),
        [],
      )
      const header = JSON.parse(
        gunzipSync(await readFile(backup))
          .toString()
          .split('\n')[0] as string,
      )
      assert.equal(header.format, 'walkaround-backup')
      assert.equal(header.createdAt, '2026-03-04T05:06:07.089Z')
    })

    test('an existing file is kept unless overwriting is asked for', async () => {
      const file = newFile()
      await writeFile(file, 'precious')
      await assert.rejects(writeBackup({ database: source, dataDir, file, now }), /exists already.*--force/)
      assert.equal(await readFile(file, 'utf8'), 'precious')
      await writeBackup({ database: source, dataDir, file, now, force: true })
      assert.deepEqual(gunzipSync(await readFile(file)), gunzipSync(await readFile(backup)))
    })

    test('a folder that is not there, and a folder instead of a file, are named', async () => {
      const missing = join(folder, 'nowhere', 'x.gz')
      await assert.rejects(
        writeBackup({ database: source, dataDir, file: missing, now }),
        /no folder .*nowhere/,
      )
      await assert.rejects(writeBackup({ database: source, dataDir, file: folder, now }), /is a folder/)
    })

    test('a database without tables of ours has nothing to back up', async () => {
      const file = newFile()
      await assert.rejects(writeBackup({ database: target, dataDir, file, now }), /holds no Walkaround data/)
      await assert.rejects(stat(file), { code: 'ENOENT' })
    })
  })

  describe('restoring', () => {
    let targetDir: string
    before(() => {
      targetDir = join(folder, 'target')
    })

    test('an empty database becomes equal row for row, with counters and certificates', async () => {
      const result = await restoreBackup({ database: target, dataDir: targetDir, file: backup })
      assert.deepEqual(await dump(target), original)
      assert.equal(result.rows, written.rows)
      assert.equal(result.certificates, 'restored')
      assert.equal(await readFile(join(targetDir, 'tls', 'ca.key'), 'utf8'), 'the key of the authority')
      assert.equal((await stat(join(targetDir, 'tls', 'ca.key'))).mode & 0o777, 0o600)
      assert.equal((await stat(join(targetDir, 'tls', 'ca.pem'))).mode & 0o777, 0o644)
      assert.equal(await readFile(join(targetDir, 'secret.key'), 'utf8'), 'what opens sealed rows')
      assert.equal((await stat(join(targetDir, 'secret.key'))).mode & 0o777, 0o600)
      const next = await target.row<{ sequence: number }>(sql`
      insert into event_inbox (system_client_id, kind, subject, actor) values ('x', 'a.b', 'c', 'd') returning sequence`)
      assert.equal(next?.sequence, 4, 'the number of the deleted event is not given again')
    })

    test('readers of the log notice that it was restored', async () => {
      const epochs = (database: Database) =>
        database.rows<{ epoch: string }>(sql`select epoch from event_heads order by system_client_id`)
      const [before, after] = [await epochs(source), await epochs(target)]
      assert.equal(after.length, 3)
      assert.ok(
        after.every(({ epoch }, index) => epoch !== before[index]?.epoch && /^[0-9a-f]{32}$/.test(epoch)),
      )
    })

    test('references are checked again after the load', async () => {
      const keys = (database: Database) =>
        database.rows(sql`select conrelid::regclass::text as "table", conname, convalidated,
        pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' order by 1, 2`)
      assert.deepEqual(await keys(target), await keys(source))
      assert.ok((await keys(target)).length > 0)
      const triggers = await target.row<{ count: number }>(
        sql`select count(*) from pg_trigger where tgenabled = 'D'`,
      )
      assert.equal(triggers?.count, 0)
    })

    test('a filled database is refused without --replace and replaced with it', async () => {
      await assert.rejects(
        restoreBackup({ database: target, dataDir: targetDir, file: backup }),
        /not empty .*event_inbox.*--replace/,
      )
      await restoreBackup({ database: target, dataDir: targetDir, file: backup, replace: true })
      assert.deepEqual(await dump(target), original)
      assert.equal(await findSchemaVersion(target), latest)
    })

    test('other certificates are kept unless they are to be replaced', async () => {
      await writeFile(join(targetDir, 'tls', 'ca.pem'), 'another')
      await writeFile(join(targetDir, 'secret.key'), 'of rows that are gone')
      const kept = await restoreBackup({ database: await empty(target), dataDir: targetDir, file: backup })
      assert.equal(kept.certificates, 'kept')
      assert.equal(await readFile(join(targetDir, 'tls', 'ca.pem'), 'utf8'), 'another')
      assert.equal(await readFile(join(targetDir, 'secret.key'), 'utf8'), 'what opens sealed rows')
      await restoreBackup({ database: target, dataDir: targetDir, file: backup, replace: true })
      assert.equal(await readFile(join(targetDir, 'tls', 'ca.pem'), 'utf8'), 'its certificate')
    })

    const refusals: [string, () => Promise<string>, RegExp][] = [
      ['a missing file', async () => join(folder, 'none.gz'), /does not exist/],
      ['a folder', async () => folder, /is a folder/],
      [
        'a text file',
        async () => {
          const file = newFile()
          await writeFile(file, 'hello')
          return file
        },
        /not a whole gzip file/,
      ],
      [
        'another gzip file',
        async () => {
          const file = newFile()
          await writeFile(file, gzipSync('{"hello":1}\n'))
          return file
        },
        /is not a backup/,
      ],
      [
        'a file cut off in its bytes',
        async () => {
          const file = newFile()
          const bytes = await readFile(backup)
          await writeFile(file, bytes.subarray(0, bytes.length - 20))
          return file
        },
        /is damaged: it is cut off/,
      ],
      [
        'a file without its last line',
        () => altered((lines) => [...lines.slice(0, -2), '']),
        /cut off before/,
      ],
      ['a file cut off in a line', () => altered((lines) => lines.slice(0, -1)), /cut off in the middle/],
      [
        'a changed value',
        () => altered((lines) => lines.map((line) => line.replace('Zoë', 'Zoe'))),
        /its checksum does not match/,
      ],
      [
        'a row taken out',
        () => altered((lines) => lines.filter((line) => !line.includes('"table":"leads"'))),
        /its checksum does not match/,
      ],
      [
        'a newer schema',
        () =>
          altered((lines) =>
            lines.map((line) => line.replace(/"schemaVersion":\d+/, '"schemaVersion":9999')),
          ),
        /has schema 9999, this version of Walkaround knows/,
      ],
      [
        'a newer format',
        () => altered((lines) => lines.map((line) => line.replace('"version":2', '"version":3'))),
        /backup format 3/,
      ],
    ]
    for (const [what, make, message] of refusals) {
      test(`${what} is refused and nothing changes, even with --replace`, async () => {
        const file = await make()
        await assert.rejects(
          restoreBackup({ database: target, dataDir: targetDir, file, replace: true }),
          (error: Error) => error.name === 'BackupError' && message.test(error.message),
        )
        assert.deepEqual(await dump(target), original)
      })
    }

    test('rows that break a reference are refused and nothing changes', async () => {
      await assert.rejects(
        restoreBackup({ database: target, dataDir: targetDir, file: withBrokenReference, replace: true }),
        /branches_site/,
      )
      assert.deepEqual(await dump(target), original)
    })

    test('a backup of an older schema is brought to the present one', async () => {
      const result = await restoreBackup({
        database: target,
        dataDir: targetDir,
        file: ofOlderSchema,
        replace: true,
      })
      assert.equal(result.schemaVersion, latest)
      assert.equal(await findSchemaVersion(target), latest)
      const clients = await target.rows(sql`select system_client_id from system_clients`)
      assert.deepEqual(clients, [{ systemClientId: 'old' }])
      assert.deepEqual(await target.rows(sql`select id from service_orders`), [])
    })

    test('tables of somebody else in the same schema are never dropped', async () => {
      await target.script('create table invoices (id int)')
      await assert.rejects(
        restoreBackup({ database: target, dataDir: targetDir, file: backup, replace: true }),
        /not Walkaround's \(invoices\)/,
      )
      await target.script('truncate system_clients cascade')
      await restoreBackup({ database: target, dataDir: targetDir, file: backup })
      assert.deepEqual(await target.rows(sql`select id from invoices`), [])
    })
  })

  describe('moving', {
    skip: url ? false : 'runs with the suite on PostgreSQL: npm run test:postgres',
  }, () => {
    test('embedded to PostgreSQL and back loses nothing', async (t) => {
      const postgres = await newPostgres(t)
      const elsewhere = join(folder, 'elsewhere')
      await restoreBackup({ database: postgres, dataDir: elsewhere, file: backup })
      assert.deepEqual(await dump(postgres), original)
      const file = newFile()
      await writeBackup({ database: postgres, dataDir: elsewhere, file, now })
      const back = await empty(target)
      await restoreBackup({ database: back, dataDir: elsewhere, file })
      assert.deepEqual(await dump(back), original)
      await restoreBackup({ database: postgres, dataDir: elsewhere, file, replace: true })
      assert.deepEqual(await dump(postgres), original)
    })

    test('a damaged file changes nothing on PostgreSQL', async (t) => {
      const postgres = await newPostgres(t)
      await restoreBackup({ database: postgres, dataDir, file: backup })
      const file = await altered((lines) => lines.map((line) => line.replace('Zoë', 'Zoe')))
      await assert.rejects(restoreBackup({ database: postgres, dataDir, file, replace: true }), /checksum/)
      assert.deepEqual(await dump(postgres), original)
    })

    test('writers go on while PostgreSQL is backed up, and the backup is of one moment', async (t) => {
      const postgres = await newPostgres(t)
      await restoreBackup({ database: postgres, dataDir, file: backup })
      const file = newFile()
      let during: Promise<unknown> | undefined
      await writeBackup({
        database: postgres,
        dataDir,
        file,
        now,
        onProgress: () => {
          during ??= postgres.run(sql`
          insert into event_inbox (system_client_id, kind, subject, actor) values ('x', 'during.backup', 'c', 'd')`)
        },
      })
      assert.equal(await during, 1)
      const lines = gunzipSync(await readFile(file)).toString()
      assert.ok(!lines.includes('during.backup'))
    })
  })
})
