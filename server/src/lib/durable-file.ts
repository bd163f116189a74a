// Small files that must survive a crash complete and stay private: written to a temporary file, flushed, then put in place. Knows
// nothing about their content.
import { randomBytes } from 'node:crypto'
import { chmod, link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** After a crash the file is old or new, never a mixture. With 'first', returns false and changes nothing if it exists. */
export async function writeDurably(
  file: string,
  content: string | Uint8Array,
  mode: number,
  when: 'first' | 'always' = 'always',
): Promise<boolean> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  const handle = await open(temporary, 'wx', mode)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    if (when === 'always') await rename(temporary, file)
    else await linkOrRename(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
  await syncFolder(dirname(file))
  return true
}

async function linkOrRename(from: string, to: string): Promise<void> {
  try {
    // Unlike a rename, this fails if the target exists.
    await link(from, to)
  } catch (error) {
    // Some file systems have no links; there, two first starts at the same moment may overwrite each other.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error
    await rename(from, to)
  }
}

async function syncFolder(dir: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A process killed while writing leaves its temporary file, with a key that nothing uses. */
export async function removeLeftovers(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!name.endsWith('.tmp')) continue
    const file = join(dir, name)
    // A recent one may belong to another process that is still writing.
    const ageMs = Date.now() - (await stat(file).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
    if (ageMs > 60_000) await rm(file, { force: true })
  }
}

/** Also for files that a restored backup or a loose umask left open to others. */
export async function restrict(path: string, mode: number): Promise<void> {
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o777) !== mode) await chmod(path, mode)
}
