// The embedded engine (PGlite): PostgreSQL in this process, on a folder that a lock must already guard.
import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type Transaction, types } from '@electric-sql/pglite'
import type { Database } from './database.ts'
import type { Db, Statement } from './sql.ts'

function on(engine: PGlite | Transaction): Db {
  const query = (s: Statement) => engine.query(s.text, s.values as unknown[])
  return {
    rows: async <Row>(s: Statement) => (await query(s)).rows as Row[],
    row: async <Row>(s: Statement) => (await query(s)).rows[0] as Row | undefined,
    run: async (s) => (await query(s)).affectedRows ?? 0,
  }
}

/** As ISO 8601; the engine's own reading takes the year 0001 for 2001. Its session is always in UTC. */
const toDate = (text: string) => new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z'))

/** The engine unpacks most of its files readable for everybody; those it makes later follow the umask. */
async function keepPrivate(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const mode = entry.isDirectory() ? 0o700 : 0o600
    // One that is gone meanwhile was temporary.
    const found = await stat(path).catch(() => undefined)
    if (found && (found.mode & 0o777) !== mode) await chmod(path, mode).catch(() => {})
  }
}

/** Without a folder the database lives in memory: for tests. */
export async function openEmbedded(folder?: string): Promise<Database> {
  if (folder) await mkdir(folder, { recursive: true, mode: 0o700 })
  const engine = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    parsers: { [types.INT8]: Number, [types.TIMESTAMPTZ]: toDate },
  })
  if (folder) await keepPrivate(folder)
  return {
    engine: 'embedded',
    ...on(engine),
    async transaction(work, options) {
      return engine.transaction(async (tx) => {
        if (options?.isolation) await tx.exec(`set transaction isolation level ${options.isolation}`)
        return work(on(tx))
      }) as ReturnType<typeof work>
    },
    async script(text) {
      await engine.exec(text)
    },
    // One process and one connection: nobody else can be migrating.
    exclusively: (work) => work(async (text) => void (await engine.exec(text)), on(engine)),
    close: () => engine.close(),
  }
}
