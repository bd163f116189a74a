// One installation at a time in one checkout: a lock folder next to node_modules (`npm ci` empties that one). Plain JavaScript for
// Node 20; does not know what is installed.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { SetupError } from './npm.mjs'
import { showProgress } from './progress.mjs'

// A holder writes its id right after making the folder; a folder older than this without an id belongs to a dead process.
const namelessMs = 10_000
const pollMs = 200

/** Runs `work(holdFor)` alone; `holdFor(pid)` also counts that process as holder, in case this one is killed. */
export async function withInstallLock(root, work) {
  const lock = join(root, '.setup.lock')
  let progress
  while (!acquire(lock)) {
    const holder = staleOrHolder(lock)
    if (holder === 'stale') continue
    progress ??= showProgress(
      `Waiting for another start that is installing${holder ? ` (process ${holder})` : ''}`,
    )
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  progress?.done('The other start has finished installing.')
  const release = () => rmSync(lock, { recursive: true, force: true })
  process.once('exit', release)
  try {
    return await work((pid) => writeHolders(lock, [process.pid, pid]))
  } finally {
    process.off('exit', release)
    release()
  }
}

function acquire(lock) {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new SetupError(
      `Cannot write into ${join(lock, '..')} (${error.code}).`,
      error.code === 'ENOSPC'
        ? 'The disk is full: free some space and run the command again.'
        : 'Run the command as the user who owns this folder, or copy the project to a folder of your own.',
    )
  }
  writeHolders(lock, [process.pid])
  return true
}

function writeHolders(lock, pids) {
  writeFileSync(join(lock, 'holders'), JSON.stringify({ host: hostname(), pids }))
}

// Moves a lock aside if all its holders are gone; otherwise returns the process that holds it, if known.
function staleOrHolder(lock) {
  const before = read(lock)
  if (before === undefined) return 'stale'
  const { host, pids = [] } = before.holders ?? {}
  const alive = pids.find(isAlive)
  if (alive !== undefined || (host !== undefined && host !== hostname())) return alive
  if (!before.holders && Date.now() - before.changedMs < namelessMs) return undefined
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return 'stale'
  }
  // Between reading and renaming, another start may have replaced the dead lock with its own: that one is put back.
  if (read(aside)?.text !== before.text) renameSync(aside, lock)
  else rmSync(aside, { recursive: true, force: true })
  return 'stale'
}

function read(lock) {
  let changedMs
  try {
    changedMs = statSync(lock).mtimeMs
    const text = readFileSync(join(lock, 'holders'), 'utf8')
    return { changedMs, text, holders: JSON.parse(text) }
  } catch {
    return changedMs === undefined ? undefined : { changedMs, text: undefined, holders: undefined }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
