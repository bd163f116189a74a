// Data changes that are too long for a migration: in batches, each of them a transaction, by one process at a time, from where the last
// one stopped. A migration begins one, the service does it in the background, and a later migration relies on it.
import { setTimeout } from 'node:timers/promises'
import type { Database } from './database.ts'
import { listMigrations, type Migration } from './migrations.ts'
import { examineSchema } from './schema-state.ts'
import { type Db, sql } from './sql.ts'
import { inBatches } from './turns.ts'

const BATCH_ROWS = 1_000
/** Between two looks at a filling that another process is doing. */
const LOOK_AGAIN_MS = 100
const REPORT_MS = 2_000

/**
 * One batch in the transaction given; returns how many rows it looked at, 0 at the end. The statement gets the position of the batch
 * before ({} at first) and the most rows, and gives its own position and how many rows it looked at.
 */
async function fillBatch(db: Db, { version, filling = '' }: Migration): Promise<number> {
  const state = await db.row<{ position: string[] | null }>(sql`
    select fill_position as position from schema_migrations where version = ${version} and not filled for update`)
  if (!state) return 0
  const batch = await db.row<{ position: string[] | null; rows: number }>({
    name: '',
    text: filling,
    values: [state.position ?? [], BATCH_ROWS],
  })
  const rows = Number(batch?.rows ?? 0)
  await db.run(sql`
    update schema_migrations set filled = ${rows === 0}, fill_position = ${batch?.position ?? state.position}::text[],
      filled_rows = coalesce(filled_rows, 0) + ${rows}::int8
    where version = ${version}`)
  return rows
}

const turnOf = ({ name }: Migration) => `filling/${name}`

/** What is unfinished, as far as the time goes. An older version leaves what it does not know to the newer one. */
export async function continueFillings(
  database: Database,
  options: { mostMs: number; signal?: AbortSignal },
  migrations?: readonly Migration[],
): Promise<void> {
  const known = migrations ?? (await listMigrations())
  const { fillings } = await examineSchema(database, known)
  for (const { version } of fillings) {
    const migration = known.find((one) => one.version === version && one.filling !== undefined)
    if (migration)
      await inBatches(database, turnOf(migration), (db) => fillBatch(db, migration), {
        ...options,
        mostMs: options.mostMs / fillings.length,
      })
  }
}

/** Until it is done, by this process or another. */
export async function finishFilling(
  database: Database,
  migration: Migration,
  onProgress?: (text: string) => void,
): Promise<void> {
  for (;;) {
    await inBatches(database, turnOf(migration), (db) => fillBatch(db, migration), { mostMs: REPORT_MS })
    const { fillings } = await examineSchema(database, [])
    const open = fillings.find(({ version }) => version === migration.version)
    if (!open) return
    onProgress?.(`filling ${migration.name}: ${open.rows} rows`)
    await setTimeout(LOOK_AGAIN_MS)
  }
}

/** In a transaction that has the tables for itself. */
export async function fillAtOnce(db: Db, migration: Migration): Promise<void> {
  while ((await fillBatch(db, migration)) > 0);
}
