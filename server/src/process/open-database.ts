// Opens the database that the settings name. The embedded one is opened only under the lock of its folder: a second process
// on it would destroy it.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { followed } from '../db/followed.ts'
import { openPostgres } from '../db/postgres.ts'
import { followFindings } from '../features/ledger/follow-findings.ts'
import { DATABASE_FOLDER } from '../lib/data-folder.ts'
import { acquireLock } from '../outside/lock.ts'

export interface OpenedDatabase {
  database: Database
  /** Closes the database and lets others in. */
  close(): Promise<void>
}

interface OpenOptions {
  /** Shown to a process that finds the lock taken. */
  purpose: string
  onIdleError?: (error: Error) => void
}

export async function openDatabase(
  config: Config,
  { purpose, onIdleError }: OpenOptions,
): Promise<OpenedDatabase> {
  if (config.databaseUrl !== undefined) {
    const opened = openPostgres({
      url: config.databaseUrl,
      poolSize: config.databasePool,
      pooler: config.databasePooler,
      directUrl: config.databaseDirectUrl,
      timeoutMs: config.databaseSeconds * 1000,
      ...(onIdleError ? { onIdleError } : {}),
    })
    const database = followed(opened, followFindings)
    return { database, close: () => database.close() }
  }
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const lock = await acquireLock(config.dataDir, purpose)
  try {
    // Imported only here, so that a process on PostgreSQL does not load a second engine.
    const { openEmbedded } = await import('../db/embedded.ts')
    const database = followed(await openEmbedded(join(config.dataDir, DATABASE_FOLDER)), followFindings)
    return {
      database,
      async close() {
        await database.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
