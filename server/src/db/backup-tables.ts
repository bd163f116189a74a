// Which parts of a database belong to us, read from the migrations and the engine's catalogue: the base of backup and restore.
import { listMigrations, type Migration } from './migrations.ts'
import { findSchemaVersion } from './schema-state.ts'
import { type Db, type Statement, sql } from './sql.ts'

export interface Table {
  name: string
  /** Without generated columns: their values are computed from the others. */
  columns: { name: string; type: string }[]
  primaryKey: string[]
}

interface CreatedObject {
  kind: string
  name: string
}

/** Written by migrate() itself, so neither saved nor loaded. */
export const MIGRATIONS_TABLE = 'schema_migrations'

/**
 * Not in a backup, and empty after a restore: it is deleted after days, is no record that anybody relies on, and would be the largest
 * part of the file.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['request_log'])

const CREATE =
  /\bcreate\s+(?:or\s+replace\s+)?(?:unlogged\s+)?(table|materialized\s+view|view|function|procedure|type|domain|sequence)\s+(?:if\s+not\s+exists\s+)?"?([a-z_][a-z0-9_]*)"?/gi

const RENAME = /\balter\s+table\s+([a-z_][a-z0-9_]*)\s+rename\s+to\s+([a-z_][a-z0-9_]*)/gi

/** Everything the migrations create, in their order. Other objects in the same schema belong to somebody else. */
export function objectsCreatedBy(migrations: readonly Migration[]): CreatedObject[] {
  const objects: CreatedObject[] = []
  for (const { text } of migrations) {
    const code = text.replaceAll(/--.*$/gm, '')
    for (const [, from, to] of code.matchAll(RENAME)) {
      const renamed = objects.find(({ kind, name }) => kind === 'table' && name === from)
      if (renamed) renamed.name = to as string
    }
    for (const [, kind, name] of code.matchAll(CREATE)) {
      objects.push({
        kind: (kind as string).toLowerCase().replaceAll(/\s+/g, ' '),
        name: name as string,
      })
    }
  }
  return objects
}

/** A statement whose text is built at run time; it has no name, so the engine does not keep its plan. */
export function statement(text: string, values: readonly unknown[] = []): Statement {
  return { name: '', text, values }
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}

/** All tables of the schema, ours or not, by name. */
export async function listAllTables(db: Db): Promise<Table[]> {
  const columns = await db.rows<{ table: string; column: string; type: string }>(sql`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname, a.attnum`)
  const keys = await db.rows<{ table: string; column: string }>(sql`
    select c.relname as "table", a.attname as "column"
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    cross join lateral unnest(i.indkey::int2[]) with ordinality as k(attnum, position)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where i.indisprimary and c.relnamespace = current_schema()::regnamespace
    order by c.relname, k.position`)
  const tables = new Map<string, Table>()
  for (const { table, column, type } of columns) {
    const known = tables.get(table) ?? { name: table, columns: [], primaryKey: [] }
    known.columns.push({ name: column, type })
    tables.set(table, known)
  }
  for (const { table, column } of keys) tables.get(table)?.primaryKey.push(column)
  return [...tables.values()]
}

export interface Tables {
  ours: Table[]
  /** Tables in the same schema that are not ours. */
  foreign: string[]
  schemaVersion: number
}

export async function listTables(db: Db): Promise<Tables> {
  const created = new Set(objectsCreatedBy(await listMigrations()).map(({ name }) => name))
  const all = (await listAllTables(db)).filter(({ name }) => name !== MIGRATIONS_TABLE && !LEFT_OUT.has(name))
  return {
    ours: all.filter(({ name }) => created.has(name)),
    foreign: all.filter(({ name }) => !created.has(name)).map(({ name }) => name),
    schemaVersion: await findSchemaVersion(db),
  }
}

/** Sequences that have given out a number, with the last one. */
export async function listSequences(db: Db): Promise<Record<string, number>> {
  const rows = await db.rows<{ name: string; last: number }>(sql`
    select sequencename::text as name, last_value as last from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
