// An exclusive lock on a data folder, held by the kernel and released when the process ends for any reason. The embedded database
// has no lock of its own, and a second process would destroy it. This file never opens what it guards.
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

type Holder = { pid: number; host: string; since: string; purpose: string }

/** The holder, plus what distinguishes a process from a later one with the same number. Linux only. */
export type LockRecord = Holder & { bootId?: string; pidNamespace?: string; startTicks?: string }

export type Lock = { release(): Promise<void> }

export class LockedError extends Error {
  override name = 'LockedError'
  /** Undefined between taking the lock and writing the record, or if the record cannot be read. */
  readonly holder: Holder | undefined

  constructor(dir: string, holder: Holder | undefined, advice: string) {
    const who = holder
      ? `process ${holder.pid} on ${holder.host} (${holder.purpose}, since ${holder.since})`
      : 'another process'
    super(`The folder ${dir} is in use by ${who}. Nothing was changed. ${advice}`)
    this.holder = holder && {
      pid: holder.pid,
      host: holder.host,
      since: holder.since,
      purpose: holder.purpose,
    }
  }
}

/** How long a starting process waits for a holder that has no record yet or is just stopping. */
const handOverMs = 5000

// SQLite's file lock is the only kernel lock that Node reaches without native code. If the connection were garbage-collected, its
// file would be closed and the lock freed, hence this reference. POSIX trap: closing *any* other descriptor of the lock file frees
// it too, so nothing in this process may read that file; the holder's record is a separate file.
const held = new Set<DatabaseSync>()

/**
 * Takes the folder for this process, or throws LockedError at once and changes nothing. The folder must not be the database's own:
 * a dump of that would read the lock file, see above.
 */
export async function acquireLock(dir: string, purpose: string): Promise<Lock> {
  await mkdir(dir, { recursive: true })
  if (existsSync(join(dir, 'PG_VERSION')))
    throw new Error(`${dir} is a database folder: lock the one around it`)
  const recordFile = join(dir, 'walkaround.lock.json')
  const self = describeSelf(purpose)

  const deadline = Date.now() + handOverMs
  let kernelLock = tryKernelLock(dir)
  while (!kernelLock) {
    const holder = await findRecord(recordFile)
    const isCredible = holder !== undefined && holder !== 'unreadable' && !isKnownDead(holder, self)
    if (isCredible || Date.now() > deadline) {
      throw new LockedError(
        dir,
        isCredible ? holder : undefined,
        'Stop it first, or give this one another folder.',
      )
    }
    await delay(20)
    kernelLock = tryKernelLock(dir)
  }

  try {
    const left = await findRecord(recordFile)
    const doubt = left && findDoubt(left, self, await isSharedBetweenMachines(dir))
    if (doubt) {
      const advice = `${doubt} If nothing uses the folder any more, delete ${recordFile} and start again.`
      throw new LockedError(dir, left === 'unreadable' ? undefined : left, advice)
    }
    await writeRecord(recordFile, self)
  } catch (error) {
    kernelLock.close()
    throw error
  }

  const lock = kernelLock
  held.add(lock)
  return {
    async release() {
      if (!held.delete(lock)) return
      // The record is removed first: the next holder must never find ours under its own lock.
      await rm(recordFile, { force: true })
      lock.close()
    },
  }
}

/**
 * Called when we hold the kernel lock but a record was left behind. Returns why its holder may still be alive, or undefined if it
 * cannot be. Within one kernel a free lock means a dead holder. Doubt remains only for folders that several kernels mount, where
 * locks may not be shared, and for a live holder that lost its lock.
 */
export function findDoubt(
  left: LockRecord | 'unreadable',
  self: LockRecord,
  isShared: boolean,
): string | undefined {
  if (left === 'unreadable') {
    return isShared
      ? 'The folder lies on a network file system and its lock record cannot be read.'
      : undefined
  }
  if (left.bootId !== undefined && left.bootId === self.bootId) {
    const isAlive =
      left.pidNamespace === self.pidNamespace &&
      left.startTicks !== undefined &&
      findStartTicks(left.pid) === left.startTicks
    return isAlive
      ? `Process ${left.pid} is alive although the kernel holds no lock for it: stop it.`
      : undefined
  }
  if (!isShared || left.host === self.host) return undefined
  return `The folder lies on a network file system, and this machine (${self.host}) cannot see whether that process is still running.`
}

function tryKernelLock(dir: string): DatabaseSync | undefined {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(join(dir, 'walkaround.lock'))
    // In memory, so that no journal file appears. IMMEDIATE, not EXCLUSIVE: its lock is one byte that exactly one process gets.
    // EXCLUSIVE also waits for readers to leave, so that among many starting processes none might win.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE')
    return db
  } catch (error) {
    db?.close()
    const { errcode = 0, message } = error as Error & { errcode?: number }
    const primaryCode = errcode & 0xff
    if (primaryCode === 5) return undefined
    const hint =
      primaryCode === 10 ? 'its file system may not support locks' : 'this user must be able to write there'
    throw new Error(`The folder ${dir} cannot be locked (${message}): ${hint}.`, { cause: error })
  }
}

function describeSelf(purpose: string): LockRecord {
  const bootId = readIfThere(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const pidNamespace = readIfThere(() => readlinkSync('/proc/self/ns/pid'))
  const startTicks = findStartTicks(process.pid)
  return {
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    purpose,
    ...(bootId && { bootId }),
    ...(pidNamespace && { pidNamespace }),
    ...(startTicks && { startTicks }),
  }
}

function isKnownDead(holder: LockRecord, self: LockRecord): boolean {
  return (
    holder.bootId !== undefined &&
    holder.bootId === self.bootId &&
    holder.pidNamespace === self.pidNamespace &&
    findStartTicks(holder.pid) !== holder.startTicks
  )
}

/** Start of a live process in clock ticks since boot (field 22 of stat); the command, field 2, may contain anything. */
function findStartTicks(pid: number): string | undefined {
  const stat = readIfThere(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  // A zombie has closed its files and holds nothing.
  return state === undefined || 'ZXx'.includes(state) ? undefined : fields[18]
}

function readIfThere(read: () => string): string | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

async function findRecord(file: string): Promise<LockRecord | 'unreadable' | undefined> {
  try {
    const record = JSON.parse(await readFile(file, 'utf8'))
    const { pid, host, since, purpose } = record ?? {}
    const isWhole =
      Number.isSafeInteger(pid) && [host, since, purpose].every((part) => typeof part === 'string')
    return isWhole ? record : 'unreadable'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'unreadable'
  }
}

async function writeRecord(file: string, record: LockRecord): Promise<void> {
  // A fixed name: only the owner of the kernel lock gets here, and the file of a killed process is overwritten.
  const temporary = `${file}.tmp`
  const handle = await open(temporary, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(record)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
}

// Magic numbers of statfs(2) for file systems that more than one kernel can mount at once.
const sharedFileSystems = new Set([
  0x6969, // NFS
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x517b, // SMB
  0x65735546, // FUSE, which also carries virtiofs and sshfs
  0x01021997, // 9p
  0x00c36400, // Ceph
  0x01161970, // GFS2
  0x7461636f, // OCFS2
  0x0bd00bd0, // Lustre
  0x47504653, // GPFS
  0x786f4256, // VirtualBox shared folder
  0xbacbacbc, // VMware shared folder
])

async function isSharedBetweenMachines(dir: string): Promise<boolean> {
  // Unsigned: some of the numbers come back negative where the kernel's type is a signed int.
  return process.platform === 'linux' && sharedFileSystems.has((await statfs(dir)).type >>> 0)
}
