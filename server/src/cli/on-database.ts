// Runs a command in this process, on a database that it opens itself.
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { isUnavailable } from '../db/errors.ts'
import { migrate } from '../db/migrate.ts'
import { examineSchema } from '../db/schema-state.ts'
import { loadDefaultTemplates } from '../features/templates/default-templates.ts'
import { LockedError } from '../outside/lock.ts'
import { type OpenedDatabase, openDatabase } from '../process/open-database.ts'
import { mediaOnDemand } from '../process/open-media.ts'
import { findCommand } from './commands.ts'
import { Unreachable } from './failures.ts'
import { cliActor, runCommand } from './run-command.ts'

export interface Caller {
  config: Config
  progress(text: string): void
  signal?: AbortSignal | undefined
}

// One for the command, one for what it does outside its transaction.
const CONNECTIONS = 2

export function runHere(caller: Caller & { user: string }, name: string, args: unknown): Promise<unknown> {
  return onDatabase(caller, name, async (database) => {
    const { config, progress, signal, user } = caller
    const command = await findCommand(name)
    if (!command?.asItIs) await prepare(database, caller)
    const media = mediaOnDemand(config, database)
    try {
      const actor = cliActor(user)
      const context = { database, config, media: media.open, now: new Date(), actor, progress, signal }
      return await runCommand(context, name, args)
    } finally {
      await media.close()
    }
  })
}

/** Opens the database for this process alone; fails at once if a service has the embedded one open. */
export async function onDatabase<T>(
  { config, progress }: Caller,
  name: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  progress('opening the database')
  let opened: OpenedDatabase
  try {
    opened = await openDatabase({ ...config, databasePool: CONNECTIONS }, { purpose: `walkaround ${name}` })
  } catch (error) {
    if (error instanceof LockedError) throw error
    throw new Unreachable(`cannot open the database: ${(error as Error).message}`, { cause: error })
  }
  try {
    return await work(opened.database)
  } catch (error) {
    throw explained(error, config)
  } finally {
    await opened.close()
  }
}

/** As at the start of the service, so that the first command on a new database finds what it needs. */
async function prepare(database: Database, { progress }: Caller): Promise<void> {
  const { missing, tooNew } = await examineSchema(database)
  if (missing.length === 0 && !tooNew) return
  const applied = await migrate(database, { onProgress: (file) => progress(`migrating: ${file}`) })
  if (applied.length > 0) await loadDefaultTemplates(database)
}

// 28…: sign-in refused; 3D000: no such database; 42501: no right to the schema.
const refusedByServer = /^(28...|3D000|42501)$/

function explained(error: unknown, config: Config): unknown {
  const { code = '', message } = error as Error & { code?: string }
  if (config.databaseUrl === undefined || !(isUnavailable(error) || refusedByServer.test(code))) return error
  const { host, pathname } = new URL(config.databaseUrl)
  const reason = message || (error as AggregateError).errors?.[0]?.message || code
  return new Unreachable(`cannot use the database${pathname.replace('/', ' ')} at ${host}: ${reason}`, {
    cause: error,
  })
}
