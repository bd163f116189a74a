// What a database says about its schema, and whether code that knows certain migrations may work on it.
import { listMigrations, type Migration } from './migrations.ts'
import { type Db, sql } from './sql.ts'

export class SchemaTooNew extends Error {
  /** `needed`: the oldest schema that code must know to work on the one found. */
  constructor(found: number, known: number, needed = found) {
    super(
      `the database has schema ${found}, which works with versions of Walkaround that know schema ${needed} or later; ` +
        `this version knows ${known}: start the version that made it, or a newer one`,
    )
    this.name = 'SchemaTooNew'
  }
}

/** A migration cannot run now, and nothing is wrong: somebody has to wait, or to do something first. */
export class MigrationWaits extends Error {
  constructor(text: string) {
    super(text)
    this.name = 'MigrationWaits'
  }
}

/** One migration that was applied. */
interface Applied {
  version: number
  worksWith: number | null
  /** Null if it fills nothing. */
  filled: boolean | null
  filledRows: number | null
}

interface SchemaState {
  /** Of the database, and of the code. */
  version: number
  known: number
  /** By their numbers: of two changes developed in parallel the lower number may arrive later. */
  applied: ReadonlyMap<number, Applied>
  missing: Migration[]
  /** The database has migrations that the code does not know. */
  isOlder: boolean
  /** Undefined if the code may work on the database as far as the database goes. */
  tooNew?: SchemaTooNew
  fillings: { version: number; rows: number }[]
}

export async function findSchemaVersion(db: Db): Promise<number> {
  return Math.max(0, ...(await listApplied(db)).map(({ version }) => version))
}

async function listApplied(db: Db): Promise<Applied[]> {
  const table = await db.row<{ known: boolean }>(
    sql`select to_regclass('schema_migrations') is not null as known`,
  )
  if (!table?.known) return []
  // As JSON, because the table of an older version does not have all columns.
  return db.rows<Applied>(sql`
    select version, (row ->> 'works_with')::int as works_with, (row ->> 'filled')::boolean as filled,
      (row ->> 'filled_rows')::int8 as filled_rows
    from schema_migrations m cross join lateral to_jsonb(m) as row order by version`)
}

/** `migrations`: those the code knows; by default all of this version. */
export async function examineSchema(db: Db, migrations?: readonly Migration[]): Promise<SchemaState> {
  const ours = migrations ?? (await listMigrations())
  const applied = new Map((await listApplied(db)).map((one) => [one.version, one]))
  const version = Math.max(0, ...applied.keys())
  const known = ours.at(-1)?.version ?? 0
  const numbers = new Set(ours.map((one) => one.version))
  const unknown = [...applied.values()].filter((one) => !numbers.has(one.version))
  const refusing = unknown.filter(({ worksWith }) => worksWith === null || worksWith > known)
  const needed = Math.max(...refusing.map((one) => one.worksWith ?? one.version))
  return {
    version,
    known,
    applied,
    missing: ours.filter((one) => !applied.has(one.version)),
    isOlder: unknown.length > 0,
    ...(refusing.length > 0 ? { tooNew: new SchemaTooNew(version, known, needed) } : {}),
    fillings: [...applied.values()].flatMap((one) =>
      one.filled === false ? [{ version: one.version, rows: one.filledRows ?? 0 }] : [],
    ),
  }
}

/** For whoever directs traffic. */
export function describeSchema({ version, known, tooNew, isOlder }: SchemaState): string {
  if (tooNew) return `schema ${version} does not work with this version, which knows ${known}`
  return isOlder ? `schema ${version}, works with ${known}` : `schema ${version} of ${known}`
}
