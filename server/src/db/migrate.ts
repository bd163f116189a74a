// Brings a database to the schema of this version: plain numbered SQL files, forward only, one transaction each.
import { readdir, readFile } from 'node:fs/promises'
import type { Database } from './database.ts'
import { PoolerError } from './pooler-error.ts'
import { type Db, sql } from './sql.ts'

const folder = new URL('../../migrations/', import.meta.url)

export interface Migration {
  version: number
  name: string
  text: string
}

export class SchemaTooNew extends Error {
  constructor(found: number, known: number) {
    super(
      `the database has schema ${found}, this version of Walkaround knows ${known}: ` +
        'start the version that made it, or a newer one',
    )
    this.name = 'SchemaTooNew'
  }
}

export async function listMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => ({
      version: Number(name.slice(0, 4)),
      name,
      text: await readFile(new URL(name, folder), 'utf8'),
    })),
  )
}

export async function findSchemaVersion(db: Db): Promise<number> {
  const table = await db.row<{ known: boolean }>(
    sql`select to_regclass('schema_migrations') is not null as known`,
  )
  if (!table?.known) return 0
  const row = await db.row<{ version: number }>(
    sql`select coalesce(max(version), 0)::int as version from schema_migrations`,
  )
  return row?.version ?? 0
}

/** Safe to call from several processes at once; returns the names of the migrations it applied. */
export async function migrate(
  database: Database,
  options: { upTo?: number; onProgress?: (name: string) => void } = {},
): Promise<string[]> {
  const migrations = await listMigrations()
  const target = options.upTo ?? migrations.at(-1)?.version ?? 0
  try {
    return await applyMissing(database, migrations, target, options.onProgress)
  } catch (error) {
    // Behind a pooler, without an address of the server itself: nothing is needed if another process has done it.
    if (error instanceof PoolerError && (await isApplied(database, migrations, target))) return []
    throw error
  }
}

async function isApplied(db: Db, migrations: readonly Migration[], target: number): Promise<boolean> {
  const current = await findSchemaVersion(db)
  if (current > target) throw new SchemaTooNew(current, target)
  if (current === 0) return false
  const known = await listKnown(db)
  return migrations.every(({ version }) => known.has(version) || version > target)
}

/** Each number, not the highest: of two changes developed in parallel the lower number may arrive later. */
async function listKnown(db: Db): Promise<Set<number>> {
  const rows = await db.rows<{ version: number }>(sql`select version from schema_migrations`)
  return new Set(rows.map(({ version }) => version))
}

function applyMissing(
  database: Database,
  migrations: readonly Migration[],
  target: number,
  onProgress?: (name: string) => void,
): Promise<string[]> {
  return database.exclusively(async (script, db) => {
    await script(
      'create table if not exists schema_migrations ' +
        '(version integer primary key, name text not null, applied_at timestamptz not null default now())',
    )
    const current = await findSchemaVersion(db)
    if (current > target) throw new SchemaTooNew(current, target)
    const known = await listKnown(db)
    const applied: string[] = []
    for (const { version, name, text } of migrations) {
      if (known.has(version) || version > target) continue
      onProgress?.(name)
      try {
        await script(
          `begin;\n${text}\n;insert into schema_migrations (version, name) values (${version}, '${name}');\ncommit;`,
        )
      } catch (error) {
        await script('rollback').catch(() => {})
        throw error
      }
      applied.push(name)
    }
    return applied
  })
}
