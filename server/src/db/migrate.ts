// Brings a database to the schema of this version: plain numbered SQL files, forward only. Most are one transaction each; those that
// cannot be are repeated from the start until they succeed.
import { setTimeout } from 'node:timers/promises'
import type { Database } from './database.ts'
import { isLockTimeout } from './errors.ts'
import { fillAtOnce, finishFilling } from './fillings.ts'
import { listMigrations, type Migration, recordOf, statementsOf, textInTransaction } from './migrations.ts'
import { PoolerError } from './pooler-error.ts'
import { examineSchema, MigrationWaits } from './schema-state.ts'
import { type Db, sql } from './sql.ts'

type Script = (text: string) => Promise<void>

interface MigrateOptions {
  /** As code does that knows no later migration. */
  upTo?: number
  /** Another set of migrations; ends with a slash. */
  folder?: URL
  /** Does unfinished fillings itself instead of refusing what relies on them. */
  finish?: boolean | undefined
  onProgress?: (text: string) => void
}

/** Safe to call from several processes at once; returns the names of the migrations it applied. */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<string[]> {
  const all = await listMigrations(options.folder)
  const migrations = all.filter(({ version }) => version <= (options.upTo ?? version))
  const applied: string[] = []
  try {
    for (;;) {
      const done = await applyMissing(database, migrations, options.onProgress)
      applied.push(...done.applied)
      if (!done.waitsFor) break
      await finish(database, done.waitsFor, applied, options)
    }
    if (options.finish) await finishAll(database, migrations, options)
    return applied
  } catch (error) {
    // Behind a pooler, without an address of the server itself: nothing is needed if another process has done it.
    if (error instanceof PoolerError && (await isApplied(database, migrations))) return []
    throw error
  }
}

/**
 * A new database, or one that skips a version, has nobody who would do it in the background; nor has the embedded one. Otherwise the
 * processes of the former version are at work, and a start that fills for hours would look like one that hangs.
 */
async function finish(
  database: Database,
  filling: Migration,
  applied: readonly string[],
  options: MigrateOptions,
): Promise<void> {
  const isOurs = options.finish || database.engine === 'embedded' || applied.includes(filling.name)
  if (isOurs) return finishFilling(database, filling, options.onProgress)
  throw new MigrationWaits(
    `the former version is still filling in data (${filling.name}), and this version relies on it: let the former version run ` +
      'until walkaround doctor no longer names it, or run walkaround migrate --finish, which does the rest itself',
  )
}

async function finishAll(
  database: Database,
  migrations: readonly Migration[],
  { onProgress }: MigrateOptions,
): Promise<void> {
  const { fillings } = await examineSchema(database, migrations)
  for (const { version } of fillings) {
    const filling = migrations.find((one) => one.version === version && one.filling !== undefined)
    if (filling) await finishFilling(database, filling, onProgress)
  }
}

async function isApplied(db: Db, migrations: readonly Migration[]): Promise<boolean> {
  const { version, missing, tooNew } = await examineSchema(db, migrations)
  if (tooNew) throw tooNew
  return version > 0 && missing.length === 0
}

function applyMissing(
  database: Database,
  migrations: readonly Migration[],
  onProgress?: (text: string) => void,
): Promise<{ applied: string[]; waitsFor?: Migration | undefined }> {
  return database.exclusively(async (script, db) => {
    await makeTable(script, db)
    const { tooNew, missing } = await examineSchema(db, migrations)
    if (tooNew) throw tooNew
    const applied: string[] = []
    for (const migration of missing) {
      const { fillings } = await examineSchema(db, migrations)
      const open = migration.after?.find((number) => fillings.some(({ version }) => version === number))
      if (open !== undefined) return { applied, waitsFor: migrations.find(({ version }) => version === open) }
      onProgress?.(migration.name)
      if (migration.isWithoutTransaction) await applyOneByOne(script, db, migration)
      else await applyAtOnce(script, migration)
      applied.push(migration.name)
    }
    return { applied }
  })
}

/** For a restore, in its transaction. Nobody else is here, so nothing needs to be done beside running work or later. */
export async function applyInTransaction(
  script: Script,
  db: Db,
  all: readonly Migration[],
  isMeant: (migration: Migration) => boolean,
): Promise<void> {
  for (const migration of all.filter(isMeant)) {
    for (const one of all) if (migration.after?.includes(one.version)) await fillAtOnce(db, one)
    await script(`${textInTransaction(migration)}\n;${recordOf(migration)}`)
  }
}

/** The first versions of it had three columns. Changed only if needed, because that would wait for whoever reads it. */
async function makeTable(script: Script, db: Db): Promise<void> {
  await script(
    'create table if not exists schema_migrations ' +
      '(version integer primary key, name text not null, applied_at timestamptz not null default now())',
  )
  const last = await db.row(sql`
    select 1 from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'filled_rows'`)
  if (last) return
  await script(
    'alter table schema_migrations add column works_with integer, add column filled boolean, ' +
      'add column fill_position text[], add column filled_rows bigint',
  )
}

/** Whoever changes a table waits for those who use it, and everybody else waits behind: so not long, and again later. */
const LOCK_SECONDS = 1
const LOCK_TRIES = 60
const PAUSE_MS = 500

async function applyAtOnce(script: Script, migration: Migration): Promise<void> {
  const isBesideOthers = migration.worksWith !== undefined
  const patience = isBesideOthers ? `set local lock_timeout = '${LOCK_SECONDS}s';\n` : ''
  for (let attempt = 1; ; attempt++) {
    try {
      return await script(`begin;\n${patience}${migration.text}\n;${recordOf(migration)};\ncommit;`)
    } catch (error) {
      await script('rollback').catch(() => {})
      if (!isBesideOthers || !isLockTimeout(error)) throw error
      if (attempt === LOCK_TRIES)
        throw new MigrationWaits(
          `the migration ${migration.name} changes a table that a long transaction holds, such as a backup: ` +
            'start again when it has ended. Nothing was changed',
        )
      await setTimeout(PAUSE_MS)
    }
  }
}

const CREATE_INDEX = /^create (?:unique )?index concurrently if not exists (\w+) on \w+/i
const DETACH = /^alter table (\w+) detach partition (\w+) concurrently$/i
const REPEATABLE = [
  /^drop index concurrently if exists \w+$/i,
  /^alter table \w+ validate constraint \w+$/i,
  /^(vacuum|analyze)\b/i,
]

/** A process that ended in the middle leaves something half done: it is seen in the catalogue, and mended. */
async function applyOneByOne(script: Script, db: Db, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration)) {
    const [, index] = CREATE_INDEX.exec(statement) ?? []
    const [, table, partition] = DETACH.exec(statement) ?? []
    if (index !== undefined) {
      if (await isInvalid(db, index)) await script(`drop index concurrently if exists ${index}`)
    } else if (partition !== undefined) {
      const state = await findDetaching(db, partition)
      if (state === 'pending') await script(`alter table ${table} detach partition ${partition} finalize`)
      if (state !== 'attached') continue
    } else if (!REPEATABLE.some((form) => form.test(statement))) {
      throw new Error(`${migration.name} is without a transaction, and this cannot be repeated: ${statement}`)
    }
    await script(statement)
  }
  await script(recordOf(migration))
}

async function isInvalid(db: Db, index: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from pg_index where indexrelid = to_regclass(${index}) and not (indisvalid and indisready)`)
  return row !== undefined
}

async function findDetaching(db: Db, partition: string): Promise<'attached' | 'pending' | 'detached'> {
  const row = await db.row<{ isPending: boolean }>(sql`
    select inhdetachpending as is_pending from pg_inherits where inhrelid = to_regclass(${partition})`)
  if (!row) return 'detached'
  return row.isPending ? 'pending' : 'attached'
}
