// The migrations of a version, read from their files: numbers, texts, and what their first lines say about them. It runs nothing.
import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('../../migrations/', import.meta.url)

export interface Migration {
  version: number
  name: string
  text: string
  /** Code that knows this schema or a later one still works on the result; undefined: only code that knows the migration. */
  worksWith?: number | undefined
  /** Its statements run one by one, each of them as often as needed. */
  isWithoutTransaction?: boolean | undefined
  /** Numbers of earlier migrations whose filling must be finished first. */
  after?: readonly number[] | undefined
  /** One batch of the data change that begins with this migration and goes on in the background. */
  filling?: string | undefined
}

/** `from`: a folder that ends with a slash; by default that of this version. */
export async function listMigrations(from: URL = folder): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
  const read = (name: string) => readFile(new URL(name, from), 'utf8')
  const migrations = await Promise.all(
    names
      .filter((name) => !name.endsWith('.fill.sql'))
      .map(async (name) => {
        const fill = name.replace(/\.sql$/, '.fill.sql')
        const filling = names.includes(fill) ? await read(fill) : undefined
        return { ...readMigration(name, await read(name)), filling }
      }),
  )
  for (const { name, version, after = [] } of migrations)
    for (const number of after)
      if (!migrations.some((one) => one.version === number && number < version && one.filling !== undefined))
        throw new Error(`${name} waits for the filling of ${number}, and no earlier migration has it`)
  return migrations
}

const HEADERS = {
  worksWith: /^-- works with: (\d{4})$/,
  isWithoutTransaction: /^-- without a transaction$/,
  after: /^-- after the filling of: (\d{4}(?:, \d{4})*)$/,
}
const ALMOST = /^--\s*(works with|without a? ?transaction|after the filling)\b.{0,30}$/i

function readMigration(name: string, text: string): Migration {
  const head = /^(?:--.*\n|\s*\n)*/.exec(text)?.[0].split('\n') ?? []
  const find = (header: RegExp) => head.flatMap((line) => header.exec(line) ?? [])
  const wrong = head.find(
    (line) => ALMOST.test(line) && !Object.values(HEADERS).some((header) => header.test(line)),
  )
  if (wrong !== undefined) throw new Error(`${name} has a first line that is not understood: ${wrong}`)
  const [, worksWith] = find(HEADERS.worksWith)
  const [, after] = find(HEADERS.after)
  return {
    version: Number(name.slice(0, 4)),
    name,
    text,
    ...(worksWith === undefined ? {} : { worksWith: Number(worksWith) }),
    ...(find(HEADERS.isWithoutTransaction).length > 0 ? { isWithoutTransaction: true } : {}),
    ...(after === undefined ? {} : { after: after.split(', ').map(Number) }),
  }
}

/** Statements of a migration without a transaction. Each ends with a semicolon at the end of a line. */
export function statementsOf({ text }: Migration): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '')
}

/** The same change inside a transaction, where nobody else uses the tables. */
export const textInTransaction = (migration: Migration): string =>
  migration.isWithoutTransaction
    ? statementsOf(migration)
        .map((statement) => `${statement.replaceAll(/\bconcurrently\b/gi, '')};`)
        .join('\n')
    : migration.text

/** The statement that notes a migration as applied. */
export function recordOf({ version, name, worksWith, filling }: Migration): string {
  const filled = filling === undefined ? 'null' : 'false'
  return (
    'insert into schema_migrations (version, name, works_with, filled) ' +
    `values (${version}, '${name}', ${worksWith ?? 'null'}, ${filled})`
  )
}
