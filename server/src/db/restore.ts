// Loads a backup into either engine, all or nothing: schema, rows and counters in one transaction, and stored files before it ends.
// No other process may use the database; nothing is changed before the complete file has been checked.
import { resolve } from 'node:path'
import type { SetUpProgress } from '@walkaround/contract/set-up-page.ts'
import { KEY_FILE } from '../lib/data-folder.ts'
import { type BackupLock, type BackupSecret, openLock } from './backup-cipher.ts'
import {
  type BackupEnd,
  BackupError,
  type BackupHeader,
  type BackupVisitor,
  type FileLine,
  readBackup,
  shown,
} from './backup-format.ts'
import { type BackupStore, examineStored, type PutStored, putStored } from './backup-stored.ts'
import {
  listAllTables,
  listTables,
  MIGRATIONS_TABLE,
  objectsCreatedBy,
  quoted,
  statement,
  type Table,
} from './backup-tables.ts'
import type { Database } from './database.ts'
import { isUnavailable } from './errors.ts'
import { forgetUploadsUnderWay } from './file-references.ts'
import { makePartitionsFor } from './log/partitions.ts'
import { beginEpoch } from './log/read-log.ts'
import { applyInTransaction, migrate } from './migrate.ts'
import { listMigrations, type Migration } from './migrations.ts'
import { assertInTls, type CertificatesResult, keyOf, putCertificates, putKey } from './restore-files.ts'
import { findSchemaVersion, SchemaTooNew } from './schema-state.ts'
import { type Db, sql } from './sql.ts'

interface RestoreOptions {
  database: Database
  dataDir: string
  file: string
  /** Where stored files are put; without it those of the backup are not restored. */
  store?: BackupStore | undefined
  /** Deletes the content of the database, and puts the backup's certificates in place of others. */
  replace?: boolean
  /** An own certificate that the data folder has is newer than the backup's. */
  keepsOwnCertificate?: boolean
  /** Asks for what opens an encrypted backup. */
  secret?: (kind: 'passphrase' | 'key') => Promise<BackupSecret | undefined>
  /**
   * Asked for the installation's key before anything is changed: returns the text of a key file to use instead of the backup's own,
   * or undefined if the right key is already there. If it throws, the restore ends.
   */
  keyFor?: (header: BackupHeader) => Promise<string | undefined>
  onProgress?: (progress: SetUpProgress) => void
}

interface RestoreResult {
  file: string
  createdAt: string
  schemaVersion: number
  rows: number
  tables: Record<string, number>
  certificates: CertificatesResult
  /** Photos, videos, logos. `missing`: rows refer to them, but they are neither in the backup nor in the store. */
  stored: { referenced: number; restored: number; missing: number }
}

type Script = (text: string) => Promise<void>

export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { database, store, onProgress } = options
  const file = resolve(options.file)
  const examined = examineStored(file, store)
  const files: FileLine[] = []
  const lock = await openLock(file, options.secret ?? (async () => undefined))
  onProgress?.({ step: 'check' })
  const { header, end } = await readBackup(
    file,
    {
      ...examined.visitor,
      header: assertKnownSchema,
      file: (line) => void files.push(assertInTls(file, line)),
    },
    lock,
  )
  const given = await options.keyFor?.(header)
  const absent = await examined.absent()
  const migrations = await listMigrations()
  // Creates only the table of migrations, if it does not exist yet.
  if ((await findSchemaVersion(database)) === 0) await migrate(database, { upTo: 0 })
  const put = store && putStored(store, onProgress)
  await database.exclusively(async (script, db) => {
    await assertMayReplace(db, migrations, options.replace)
    await script('begin')
    try {
      await replaceAll(script, db, { ...options, file, lock, header, end, migrations, put })
      await script('commit')
    } catch (error) {
      await script('rollback').catch(() => {})
      throw error
    } finally {
      await put?.close()
    }
  })
  await putKey(options.dataDir, given ?? keyOf(files))
  return {
    file,
    createdAt: header.createdAt,
    schemaVersion: migrations.at(-1)?.version ?? 0,
    rows: Object.values(end.rows).reduce((sum, rows) => sum + rows, 0),
    tables: end.rows,
    certificates: await putCertificates(
      options.dataDir,
      files.filter(({ file }) => file !== KEY_FILE),
      options,
    ),
    stored: {
      referenced: end.stored?.referenced ?? 0,
      restored: put?.counts.restored ?? 0,
      missing: absent - (put?.counts.brought ?? 0),
    },
  }
}

/** A running service would continue with cached rows that are gone. The embedded engine has its lock instead. */
export async function assertAlone(database: Database): Promise<void> {
  if (database.engine !== 'postgres') return
  // First of all, and on the server itself: through a pooler we would count a connection that carried our own statement.
  const row = await database.session((db) =>
    db.row<{ others: number }>(sql`
      select count(*) as others from pg_stat_activity
      where datname = current_database() and application_name = 'walkaround' and pid <> pg_backend_pid()`),
  )
  if (!row || row.others === 0) return
  throw new BackupError(
    `other Walkaround processes are using the database (${row.others} connections): stop them before a restore. ` +
      'A pooler may keep the connections of stopped processes for a while; RECONNECT on its console ends them',
  )
}

async function assertKnownSchema(header: BackupHeader): Promise<void> {
  const known = (await listMigrations()).at(-1)?.version ?? 0
  if (header.schemaVersion > known) {
    throw new BackupError(
      `the backup has schema ${header.schemaVersion}, this version of Walkaround knows ${known}: ` +
        'restore it with the version that made it, or a newer one',
    )
  }
}

async function assertMayReplace(db: Db, migrations: Migration[], replace = false): Promise<void> {
  const { ours, foreign, schemaVersion } = await listTables(db)
  const known = migrations.at(-1)?.version ?? 0
  if (schemaVersion > known) throw new SchemaTooNew(schemaVersion, known)
  if (replace) {
    if (foreign.length === 0) return
    throw new BackupError(
      `the database also holds tables that are not Walkaround's (${foreign.slice(0, 5).join(', ')}): ` +
        'restore into a database of its own',
    )
  }
  const filled: string[] = []
  for (const { name } of ours) {
    const found = await db.row<{ filled: boolean }>(
      statement(`select exists (select 1 from ${quoted(name)}) as filled`),
    )
    if (found?.filled) filled.push(name)
  }
  if (filled.length === 0) return
  throw new BackupError(
    `the database is not empty (there are rows in ${filled.join(', ')}): ` +
      'restore into a new one, or add --replace to delete everything it holds',
  )
}

interface Load extends RestoreOptions {
  lock: BackupLock | undefined
  header: BackupHeader
  end: BackupEnd
  migrations: Migration[]
  put: PutStored | undefined
}

async function replaceAll(script: Script, db: Db, load: Load): Promise<void> {
  const { header, end, migrations, onProgress } = load
  onProgress?.({ step: 'tables' })
  await dropAll(script, db, migrations)
  await script(`delete from ${MIGRATIONS_TABLE}`)
  await applyInTransaction(script, db, migrations, ({ version }) => version <= header.schemaVersion)
  const made = new Set(objectsCreatedBy(migrations).map(({ name }) => name))
  const tables = new Map(
    (await listAllTables(db)).flatMap((table) => (made.has(table.name) ? [[table.name, table]] : [])),
  )
  assertSameTables(header, tables)
  // Rows come table by table, whatever refers to what; the constraints check all rows when they are added again below.
  const constraints = await listForeignKeys(db, header)
  for (const { table, name } of constraints) {
    await script(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  }
  for (const { name } of header.tables) await script(`alter table ${quoted(name)} disable trigger user`)
  await loadRows(db, tables, load)
  for (const { name } of header.tables) await script(`alter table ${quoted(name)} enable trigger user`)
  onProgress?.({ step: 'references' })
  for (const { table, name, definition } of constraints) {
    await fitting(table, () =>
      script(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`),
    )
  }
  await setSequences(db, end.sequences)
  await applyInTransaction(script, db, migrations, ({ version }) => version > header.schemaVersion)
  await forgetUploadsUnderWay(db)
  await beginEpoch(db)
}

/** What stands there may be of a former schema, in which a table had the name that now belongs to a view. */
async function dropAll(script: Script, db: Db, migrations: Migration[]): Promise<void> {
  const present = await findSchemaVersion(db)
  const made = objectsCreatedBy(migrations.filter(({ version }) => version <= present))
  for (const { kind, name } of made.reverse()) await script(`drop ${kind} if exists ${quoted(name)} cascade`)
}

/** Also keeps a forged file away from foreign tables, and from our tables that no backup contains. */
function assertSameTables({ tables, schemaVersion }: BackupHeader, known: Map<string, Table>): void {
  const refuse = (what: string) =>
    new BackupError(
      `the backup ${what}, and schema ${schemaVersion} of this version of Walkaround has none. Either it was made by a ` +
        'version that was never published, or somebody changed it. Nothing was changed; restore it with the version ' +
        'that made it, or use another copy',
    )
  for (const { name, columns } of tables) {
    const table = known.get(name)
    if (!table) throw refuse(`has a table ${shown(name)}`)
    const found = table.columns.map((column) => column.name)
    const unknown = columns.find((column) => !found.includes(column))
    if (unknown !== undefined) throw refuse(`has a column ${shown(unknown)} of table ${name}`)
    const missing = found.find((column) => !columns.includes(column))
    if (missing === undefined) continue
    throw new BackupError(
      `the backup has no column ${missing} of table ${name}, and schema ${schemaVersion} has one. Nothing was changed; ` +
        'restore it with the version that made it, or use another copy',
    )
  }
}

/** Reports what the database refuses, with the name of the table and without the values, which are personal data. */
async function fitting<T>(table: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown }
    if (isUnavailable(error) || typeof code !== 'string' || !/^2[23]/.test(code)) throw error
    const why = typeof constraint === 'string' ? `they break the rule ${constraint}` : `error ${code}`
    throw new BackupError(
      `the database does not take the rows of table ${table} in the backup: ${why}. Nothing was changed; use another copy`,
    )
  }
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

async function listForeignKeys(db: Db, header: BackupHeader): Promise<ForeignKey[]> {
  const all = await db.rows<ForeignKey>(sql`
    select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace and k.conparentid = 0
    order by c.relname, k.conname`)
  const ours = new Set(header.tables.map(({ name }) => name))
  return all.filter(({ table }) => ours.has(table))
}

const BATCH_CHARACTERS = 1_000_000
const BATCH_ROWS = 1_000

async function loadRows(
  db: Db,
  tables: Map<string, Table>,
  { file, lock, end, put, onProgress }: Load,
): Promise<void> {
  let batch: { table: string; rows: unknown[]; size: number } | undefined
  const done: Record<string, number> = {}
  const flush = async () => {
    if (!batch) return
    const { table, rows } = batch
    batch = undefined
    await fitting(table, async () => {
      if (table === 'event_log') await makePartitionsFor(db, rows as { logged_at: string }[])
      await insert(db, tables.get(table) as Table, rows)
    })
    done[table] = (done[table] ?? 0) + rows.length
    onProgress?.({ step: 'rows', table, done: done[table], all: end.rows[table] ?? 0 })
  }
  // Read and checked a second time: the file may have changed meanwhile.
  const visitor: BackupVisitor = {
    ...put?.visitor,
    async row({ table, row }) {
      if (batch?.table !== table) await flush()
      batch ??= { table, rows: [], size: 0 }
      batch.rows.push(row)
      for (const value of Object.values(row)) batch.size += value?.length ?? 0
      if (batch.size >= BATCH_CHARACTERS || batch.rows.length >= BATCH_ROWS) await flush()
    },
  }
  await readBackup(file, visitor, lock)
  await flush()
}

async function insert(db: Db, table: Table, rows: unknown[]): Promise<void> {
  const names = table.columns.map(({ name }) => quoted(name)).join(', ')
  const fields = table.columns.map(({ name }) => `${quoted(name)} text`).join(', ')
  const values = table.columns.map(({ name, type }) => toValue(quoted(name), type)).join(', ')
  await db.run(
    statement(
      `insert into ${quoted(table.name)} (${names}) overriding system value ` +
        `select ${values} from json_to_recordset($1::json) as line(${fields})`,
      [JSON.stringify(rows)],
    ),
  )
}

// Backups of former versions have transaction numbers, which mean nothing in another cluster. 3 is the first number a cluster gives
// out.
function toValue(column: string, type: string): string {
  return type === 'xid8' ? `'3'::xid8` : `line.${column}::${type}`
}

async function setSequences(db: Db, sequences: Record<string, number>): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await db.row(
      sql`select setval(c.oid::regclass, ${last}::bigint) from pg_class c
        where c.relname = ${name} and c.relkind = 'S' and c.relnamespace = current_schema()::regnamespace`,
    )
  }
}
