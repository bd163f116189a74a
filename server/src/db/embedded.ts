// The embedded engine (PGlite): PostgreSQL in this process, on a folder that must already be locked.
import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import type { Database } from './database.ts'
import { makeQueue, openSession } from './embedded-session.ts'
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

export async function openEmbedded(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await fillNewFolder(folder, async (empty) => (await PGlite.create({ dataDir: empty })).close())
  const engine = await PGlite.create({ dataDir: folder, parsers })
  await keepPrivate(folder)
  return toDatabase(engine)
}

/** In memory, for tests: from the dump of another database, or new. */
export async function openInMemory(dump?: Blob): Promise<Database & { dump(): Promise<Blob> }> {
  const engine = await PGlite.create({ ...(dump && { loadDataDir: dump }), parsers })
  return { ...toDatabase(engine), dump: () => engine.dumpDataDir('none') }
}

function toDatabase(engine: PGlite): Database {
  const session = openSession(engine)
  /** There is one session: a statement waits while another transaction is open. */
  const inTurn = makeQueue()
  const db: Db = {
    rows: (statement) => inTurn(() => session.rows(statement)),
    row: (statement) => inTurn(() => session.row(statement)),
    run: (statement) => inTurn(() => session.run(statement)),
    send: onlyInTransaction,
  }
  const script = (text: string) => inTurn(() => session.script(text))
  return {
    engine: 'embedded',
    ...db,
    script,
    transaction: (work, options) => inTurn(() => session.transaction(work, options?.isolation)),
    session: (work) => work(db),
    // One process and one connection: no other process can be migrating.
    exclusively: (work) => work(script, db),
    close: () => inTurn(() => engine.close()),
  }
}
