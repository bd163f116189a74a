// Small files that must survive a crash whole and stay private: written aside, flushed, then put in place.
// Knows nothing of their content.
import { randomBytes } from 'node:crypto'
import { chmod, link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Old or new after a crash, never a mixture. With 'first', false and no change when the file is there already. */
export async function writeDurably(
  file: string,
  text: string,
  mode: number,
  when: 'first' | 'always' = 'always',
): Promise<boolean> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  const handle = await open(temporary, 'wx', mode)
  try {
    await handle.writeFile(text)
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
    // Unlike a rename it fails when the target exists.
    await link(from, to)
  } catch (error) {
    // Some file systems know no links; there, two first starts in one moment are left to luck.
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

/** A process killed while writing leaves its temporary file, with a key that nobody uses. */
export async function removeLeftovers(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!name.endsWith('.tmp')) continue
    const file = join(dir, name)
    // A young one may be another process at work.
    const ageMs = Date.now() - (await stat(file).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
    if (ageMs > 60_000) await rm(file, { force: true })
  }
}

/** Also for what a restored backup or a generous umask left open to others. */
export async function restrict(path: string, mode: number): Promise<void> {
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o777) !== mode) await chmod(path, mode)
}
