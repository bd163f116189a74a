// The one database all tests of a process share: opening the embedded engine takes seconds and half a gigabyte.
// Every test makes a system client of its own instead of a database of its own.
import { after } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { followed } from '../../src/db/followed.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { Pooler } from '../../src/db/pooler-error.ts'
import { openPostgres, type PostgresOptions } from '../../src/db/postgres.ts'
import { followFindings } from '../../src/features/ledger/follow-findings.ts'
import { listWrongEvents } from './described-events.ts'
import { openMemory } from './in-memory.ts'
import { listMissedOfAll } from './rebuilt-ledger.ts'

/** scripts/with-pgbouncer.ts gives the address of a pooler that knows every database of the server. */
function throughPooler(url: string): Pick<PostgresOptions, 'url' | 'directUrl' | 'pooler'> {
  const { WALKAROUND_TEST_POOLER_URL: at, WALKAROUND_TEST_POOLER: pooler } = process.env
  if (!at) return { url }
  return { url: new URL(new URL(url).pathname, at).href, directUrl: url, pooler: pooler as Pooler }
}

let opening: Promise<Database> | undefined

async function open(): Promise<Database> {
  const url = process.env.WALKAROUND_TEST_DATABASE_URL
  if (!url) return followed(await openMemory('migrated'), followFindings)
  const database = openPostgres({ ...throughPooler(url), poolSize: 12 })
  await migrate(database)
  return followed(database, followFindings)
}

/** Embedded and in memory, or the PostgreSQL database that WALKAROUND_TEST_DATABASE_URL names. */
export function testDatabase(): Promise<Database> {
  opening ??= open()
  return opening
}

/**
 * The run also fails if anything that was done to the database wrote an event of another form than the contract says, or changed
 * something that the ledger did not follow.
 */
export async function closeTestDatabase(): Promise<void> {
  const opened = await opening
  opening = undefined
  if (!opened) return
  const objections = await listObjections(opened).finally(() => opened.close())
  // A hook that throws would keep the hooks of others from closing what they opened.
  if (objections.length > 0)
    process.once('exit', () => {
      console.error(objections.join('\n'))
      process.exitCode = 1
    })
}

async function listObjections(database: Database): Promise<string[]> {
  const wrong = await listWrongEvents(database)
  const missed = await listMissedOfAll(database)
  return [
    ...(wrong.length > 0 ? ['Events of another form than contract/src/events.ts says:', ...wrong] : []),
    ...(missed.length > 0 ? ['The ledger is not what its sources say:', ...missed] : []),
  ]
}

// Imported once per process, outside of any test: the hook belongs to the root and runs after the last file.
after(closeTestDatabase)
