// How a command reaches its database: PostgreSQL by its own connection; the embedded one by opening it, or through a service that
// has it open. It knows no command by name.
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { DATABASE_FOLDER } from '../lib/data-folder.ts'
import { LockedError } from '../outside/lock.ts'
import { findCommand } from './commands.ts'
import { type ControlRequest, callService, findControl } from './control-client.ts'
import { Unreachable } from './failures.ts'
import type { Caller } from './on-database.ts'

interface PatientCaller extends Caller {
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

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user may have a number but no name.
    return String(process.getuid?.() ?? 'unknown')
  }
}

/** Runs a command wherever the database can be reached. */
export async function reach(caller: PatientCaller, name: string, args: unknown): Promise<Reached> {
  const command = await findCommand(name)
  const isNew = caller.config.databaseUrl === undefined && !hasEmbedded(caller.config)
  if (isNew && !command?.mayCreate) throw noDatabase(caller.config)
  const user = userName()
  // Imported only here: a command that a running service does needs no database of its own.
  const here = async () => {
    const { runHere } = await import('./on-database.ts')
    return { result: await runHere({ ...caller, user }, name, args), byService: false }
  }
  if (caller.config.databaseUrl !== undefined) return here()
  return orThroughService(caller, { command: name, args, user }, here)
}

function hasEmbedded(config: Config): boolean {
  try {
    return statSync(join(config.dataDir, DATABASE_FOLDER, 'PG_VERSION')).isFile()
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
  { config, progress, signal, patienceMs = PATIENCE_MS }: PatientCaller,
  request: ControlRequest,
  here: () => Promise<Reached>,
): Promise<Reached> {
  const deadline = Date.now() + patienceMs
  while (true) {
    // Tries the service first: while it runs, the lock cannot be taken.
    const address = await findControl(config.dataDir)
    const answer = address && (await callService(address, request, progress, signal))
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

function noDatabase(config: Config): Unreachable {
  return new Unreachable(
    `there is no database in ${config.dataDir} yet: run the command where the service was started, set ` +
      'WALKAROUND_DATA to its folder or DATABASE_URL to its database, or start the service once (walkaround serve)',
  )
}
