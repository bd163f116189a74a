// How a command reaches its database: PostgreSQL by its own connection; the embedded one by opening it, or through a service that
// has it open. It knows no command by name.
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { isUnavailable } from '../db/errors.ts'
import { findSchemaVersion, listMigrations, migrate } from '../db/migrate.ts'
import { loadDefaultTemplates } from '../features/templates/default-templates.ts'
import { LockedError } from '../outside/lock.ts'
import { embeddedFolder, type OpenedDatabase, openDatabase } from '../process/open-database.ts'
import { mediaOnDemand } from '../process/open-media.ts'
import { cliActor, findCommand, runCommand } from './commands.ts'
import { callService, findControl } from './control-client.ts'
import { Unreachable } from './failures.ts'

export interface Caller {
  config: Config
  progress(text: string): void
  signal?: AbortSignal | undefined
  /** How long to wait for a process that has the embedded database open and does not answer. */
  patienceMs?: number
}

interface Reached {
  result: unknown
  /** Done by the running service, in its own files and under its own name. */
  byService: boolean
}

/**
 * A service that is starting or stopping holds the lock without listening; another command holds it while it works, a backup for
 * minutes. A waiting user sees which process it is.
 */
const PATIENCE_MS = 300_000
const LOOK_AGAIN_MS = 100
// One for the command, one for what it does outside its transaction.
const CONNECTIONS = 2

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user may have a number but no name.
    return String(process.getuid?.() ?? 'unknown')
  }
}

/** Runs a command wherever the database can be reached. */
export async function reach(caller: Caller, name: string, args: unknown): Promise<Reached> {
  const command = findCommand(name)
  const isNew = caller.config.databaseUrl === undefined && !hasEmbedded(caller.config)
  if (isNew && !command?.mayCreate) throw noDatabase(caller.config)
  const here = async (database: Database) => {
    if (!command?.asItIs) await prepare(database, caller)
    const { config, progress, signal } = caller
    const actor = cliActor(userName())
    const media = mediaOnDemand(config, database)
    try {
      const context = { database, config, media: media.open, now: new Date(), actor, progress, signal }
      return { result: await runCommand(context, name, args), byService: false }
    } finally {
      await media.close()
    }
  }
  if (caller.config.databaseUrl !== undefined) return onDatabase(caller, name, here)
  return orThroughService(caller, name, args, () => onDatabase(caller, name, here))
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

function hasEmbedded(config: Config): boolean {
  try {
    return statSync(join(embeddedFolder(config), 'PG_VERSION')).isFile()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    const user = userName()
    throw new Unreachable(
      `${config.dataDir} may not be read by ${user}: run the command as the user of the service`,
    )
  }
}

async function orThroughService(
  { config, progress, signal, patienceMs = PATIENCE_MS }: Caller,
  name: string,
  args: unknown,
  here: () => Promise<Reached>,
): Promise<Reached> {
  const deadline = Date.now() + patienceMs
  while (true) {
    // Tries the service first: while it runs, the lock cannot be taken.
    const address = await findControl(config.dataDir)
    const answer =
      address && (await callService(address, { command: name, args, user: userName() }, progress, signal))
    if (answer) return { ...answer, byService: true }
    try {
      return await here()
    } catch (error) {
      if (!(error instanceof LockedError)) throw error
      if (Date.now() > deadline) throw new Unreachable(error.message, { cause: error })
      const { holder } = error
      progress(
        holder ? `waiting for process ${holder.pid} (${holder.purpose})` : 'waiting for another process',
      )
      await delay(LOOK_AGAIN_MS, undefined, signal ? { signal } : {})
    }
  }
}

/** As at the start of the service, so that the first command on a new database finds what it needs. */
async function prepare(database: Database, { progress }: Caller): Promise<void> {
  const known = (await listMigrations()).at(-1)?.version ?? 0
  if ((await findSchemaVersion(database)) === known) return
  const applied = await migrate(database, { onProgress: (file) => progress(`migrating: ${file}`) })
  if (applied.length > 0) await loadDefaultTemplates(database)
}

function noDatabase(config: Config): Unreachable {
  return new Unreachable(
    `there is no database in ${config.dataDir} yet: run the command where the service was started, set ` +
      'WALKAROUND_DATA to its folder or DATABASE_URL to its database, or start the service once (walkaround serve)',
  )
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
