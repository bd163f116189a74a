// Fills the folder of a new embedded database. The engine needs seconds of processor time to make its first files, so they are made
// once per installation, kept next to the compiled code, and copied from there.
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { cacheFolder } from '../lib/cache-folder.ts'

type MakeFiles = (folder: string) => Promise<void>

/** The cached files belong to one version of the engine. */
export function readEngineVersion(): string {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@electric-sql/pglite')
  return (require(join(dirname(entry), '..', 'package.json')) as { version: string }).version
}

const isFilled = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length > 0,
    () => false,
  )

/** Does nothing if the cache cannot be used: the engine then makes its files in the folder itself. */
export async function fillNewFolder(
  folder: string,
  makeFiles: MakeFiles,
  cache: string = cacheFolder,
): Promise<void> {
  if (await isFilled(folder)) return
  const unfinished = `${folder}.unfinished`
  try {
    const ready = join(cache, `database-${readEngineVersion()}`)
    if (!(await isFilled(ready))) await makeReady(cache, ready, makeFiles)
    await rm(unfinished, { recursive: true, force: true })
    await cp(ready, unfinished, { recursive: true })
    // Moved in one step: a start that is killed leaves an empty folder or a complete database.
    await rm(folder, { recursive: true, force: true })
    await rename(unfinished, folder)
  } catch {
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
  }
}

async function makeReady(cache: string, ready: string, makeFiles: MakeFiles): Promise<void> {
  await mkdir(cache, { recursive: true })
  const making = await mkdtemp(`${ready}-`)
  try {
    await makeFiles(making)
    await rename(making, ready)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    // Another process was faster.
    if (!(await isFilled(ready))) throw error
  }
}
