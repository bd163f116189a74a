// Embedded databases in memory. The engine needs seconds to make a new one and the migrations nearly one more, so both are kept
// as dumps beside the compiled code; they are made again when the engine or a migration changes.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../src/db/database.ts'
import { openInMemory } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { listMigrations } from '../../src/db/migrations.ts'
import { readEngineVersion } from '../../src/db/new-cluster.ts'
import { cacheFolder } from '../../src/lib/cache-folder.ts'

type Kind = 'new' | 'migrated'

async function nameDumps(): Promise<string> {
  const hash = createHash('sha256').update(readEngineVersion())
  // It makes the table of migrations itself.
  hash.update(await readFile(new URL('../../src/db/migrate.ts', import.meta.url)))
  for (const { name, text } of await listMigrations()) hash.update(`\n${name}\n${text}`)
  return `in-memory-${hash.digest('hex').slice(0, 16)}`
}

/** Complete or not at all, even if others write it too. */
async function keep(path: string, dump: Blob): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`
  await writeFile(unfinished, dump.stream())
  await rename(unfinished, path)
}

async function makeDumps(name: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  for (const old of await readdir(cacheFolder))
    if (old.startsWith('in-memory-') && !old.startsWith(name))
      await rm(join(cacheFolder, old), { force: true })
  const database = await openInMemory()
  await keep(join(cacheFolder, `${name}.new`), await database.dump())
  await migrate(database)
  await keep(join(cacheFolder, `${name}.migrated`), await database.dump())
  await database.close()
}

async function readDump(kind: Kind): Promise<Blob> {
  const name = await nameDumps()
  const path = join(cacheFolder, `${name}.${kind}`)
  const bytes = await readFile(path).catch(async () => {
    await makeDumps(name)
    return readFile(path)
  })
  return new Blob([bytes])
}

/** With all migrations applied, or without any. */
export async function openMemory(kind: Kind): Promise<Database> {
  return openInMemory(await readDump(kind))
}
