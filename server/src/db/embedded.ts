// The embedded engine (PGlite): PostgreSQL in this process, on a folder that must already be locked.
import { chmod, mkdir, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import type { Database } from './database.ts'
import { makeQueue, openSession, type Session } from './embedded-session.ts'
import { stoppedEngine } from './errors.ts'
import { fillNewFolder } from './new-cluster.ts'
import { type Db, onlyInTransaction } from './sql.ts'

/** As ISO 8601; the engine's own parser reads the year 0001 as 2001. Its session is always in UTC. */
const toDate = (text: string) => new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z'))

/** The engine unpacks most of its files readable for everybody; files that it makes later follow the umask. */
async function keepPrivate(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const mode = entry.isDirectory() ? 0o700 : 0o600
    // A file that is gone meanwhile was temporary.
    const found = await stat(path).catch(() => undefined)
    if (found && (found.mode & 0o777) !== mode) await chmod(path, mode).catch(() => {})
  }
}

const parsers = { [types.INT8]: Number, [types.TIMESTAMPTZ]: toDate }

/** Bytes. With less the engine would stop again: it adds to its write-ahead log by 16 MiB. */
const ROOM = 64 * 2 ** 20
/** Reading its files again takes a second or so, in which nothing else is done. */
const REOPEN_MS = 2_000

export async function openEmbedded(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await fillNewFolder(folder, async (empty) => (await PGlite.create({ dataDir: empty })).close())
  const open = () => PGlite.create({ dataDir: folder, parsers })
  const engine = await open()
  await keepPrivate(folder)
  let openedAt = Number.NEGATIVE_INFINITY
  return toDatabase(engine, async (failure) => {
    const { bavail, bsize } = await statfs(folder)
    const hasRoom = bavail * bsize >= ROOM
    if (!hasRoom || performance.now() - openedAt < REOPEN_MS) throw failure
    openedAt = performance.now()
    return open()
  })
}

/** In memory, for tests: from the dump of another database, or new. */
export async function openInMemory(dump?: Blob): Promise<Database & { dump(): Promise<Blob> }> {
  const engine = await PGlite.create({ ...(dump && { loadDataDir: dump }), parsers })
  return { ...toDatabase(engine), dump: () => engine.dumpDataDir('none') }
}

/** With `reopen`, an engine that has stopped is replaced by a new one on the same files, as a server recovers from a crash. */
function toDatabase(first: PGlite, reopen?: (failure: unknown) => Promise<PGlite>): Database {
  let engine = first
  let session = openSession(engine)
  /** There is one session: a statement waits while another transaction is open. */
  const inTurn = makeQueue()
  const use = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
    inTurn(() => (session.failure() === undefined ? work(session) : renew().then(work)))

  async function renew(): Promise<Session> {
    try {
      if (!reopen) throw session.failure()
      engine = await reopen(session.failure())
    } catch (error) {
      throw stoppedEngine(error)
    }
    // The former one is not closed: that would write what its failure left half done.
    session = openSession(engine)
    return session
  }

  const db: Db = {
    rows: (statement) => use((session) => session.rows(statement)),
    row: (statement) => use((session) => session.row(statement)),
    run: (statement) => use((session) => session.run(statement)),
    send: onlyInTransaction,
  }
  const script = (text: string) => use((session) => session.script(text))
  return {
    engine: 'embedded',
    ...db,
    script,
    transaction: (work, options) => use((session) => session.transaction(work, options?.isolation)),
    session: (work) => work(db),
    // One process and one connection: no other process can be migrating.
    exclusively: (work) => work(script, db),
    close: () =>
      inTurn(async () => {
        if (session.failure() === undefined) await engine.close()
      }),
  }
}
