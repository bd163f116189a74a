// Files in a folder of this machine. A file appears under its key complete and flushed to disk, or not at all.
import { constants, mkdirSync } from 'node:fs'
import { copyFile, link, mkdir, open, opendir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { type Files, probe, type StoredFile } from './adapter.ts'
import { assertKey, isKey } from './file-key.ts'
import { assertRange, FilesError } from './files-error.ts'
import { openTemps } from './temps.ts'

/** No key begins with a dot. */
const TEMP_FOLDER = '.temp'

export function openFolder(folder: string): Files {
  const root = resolve(folder)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const temps = openTemps(join(root, TEMP_FOLDER))
  /** Folders whose directory entry is known to be on disk. */
  const settled = new Set<string>([root])

  function pathOf(key: string): string {
    assertKey(key)
    return join(root, ...key.split('/'))
  }

  async function makeFolder(dir: string): Promise<void> {
    const first = await mkdir(dir, { recursive: true, mode: 0o700 })
    if (first === undefined && settled.has(dir)) return
    // Also if another call made it a moment ago and may not have flushed it yet.
    for (let made = dir; made !== root; made = dirname(made)) {
      await syncFolder(dirname(made))
      settled.add(made)
    }
  }

  async function stage(from: Buffer | { path: string }): Promise<string> {
    const path = temps.newPath()
    if (!Buffer.isBuffer(from)) await shareOrCopy(from.path, path, temps.has(from.path))
    const handle = await open(path, Buffer.isBuffer(from) ? 'wx' : 'r+', 0o600)
    try {
      if (Buffer.isBuffer(from)) await handle.writeFile(from)
      await handle.sync()
    } finally {
      await handle.close()
    }
    return path
  }

  const files: Files = {
    async put(key, from) {
      const path = pathOf(key)
      const size = Buffer.isBuffer(from) ? from.length : (await stat(from.path)).size
      await makeFolder(dirname(path))
      const isThere = (await files.find(key))?.size === size && (await touch(path))
      if (!isThere) {
        const staged = await stage(from)
        try {
          await rename(staged, path)
        } finally {
          // If both are hard links to one file, the rename does nothing and the staged name remains.
          await rm(staged, { force: true })
        }
      }
      await syncFolder(dirname(path))
    },

    async open(key, range) {
      const path = pathOf(key)
      if (range) assertRange(range)
      const handle = await unlessAbsent(open(path, 'r'))
      if (handle === undefined) return undefined
      try {
        const found = await handle.stat()
        if (found.isFile()) {
          if (range && range.start >= found.size) throw new RangeError(`the file has ${found.size} bytes`)
          return { stream: handle.createReadStream(range ?? {}), size: found.size }
        }
      } catch (error) {
        await handle.close()
        throw error
      }
      await handle.close()
      return undefined
    },

    async read(key) {
      return unlessAbsent(readFile(pathOf(key)))
    },

    async find(key) {
      const found = await unlessAbsent(stat(pathOf(key)))
      return found?.isFile() ? { size: found.size } : undefined
    },

    async remove(key) {
      const path = pathOf(key)
      if (await files.find(key)) await rm(path, { force: true })
    },

    async removeOld(key, before) {
      const path = pathOf(key)
      const found = await unlessAbsent(stat(path))
      if (!found?.isFile() || found.mtime >= before) return false
      // Moved aside first: a put() from now on finds it gone and writes it again; a put() a moment ago has renewed its time, which
      // is checked below.
      const aside = temps.newPath()
      if (!(await unlessAbsent(rename(path, aside).then(() => true)))) return false
      if ((await stat(aside)).mtime >= before) {
        await rename(aside, path)
        await syncFolder(dirname(path))
        return false
      }
      await rm(aside)
      return true
    },

    list(prefix) {
      // A prefix need not end at a folder.
      const base = prefix.slice(0, prefix.lastIndexOf('/') + 1)
      if (base !== '') assertKey(base.slice(0, -1))
      return walk(root, base, prefix)
    },

    async check() {
      let isSound: boolean
      try {
        isSound = await probe(files)
      } catch (error) {
        const { code, name } = error as NodeJS.ErrnoException
        throw new FilesError(`The folder for files cannot be used: ${root} (${code ?? name}).`)
      }
      if (!isSound) throw new FilesError(`The folder for files does not give back what was written: ${root}.`)
    },

    tempPath: temps.newPath,
    sweepTemps: temps.sweep,
    async close() {},
  }
  return files
}

async function* walk(root: string, base: string, prefix: string): AsyncGenerator<StoredFile> {
  const dir = await unlessAbsent(opendir(join(root, base)))
  if (dir === undefined) return
  for await (const entry of dir) {
    const key = base + entry.name
    if (!isKey(key)) continue
    if (entry.isDirectory()) {
      if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) yield* walk(root, `${key}/`, prefix)
    } else if (entry.isFile() && key.startsWith(prefix)) {
      const found = await unlessAbsent(stat(join(root, key)))
      if (found) yield { key, size: found.size, changedAt: found.mtime }
    }
  }
}

async function shareOrCopy(from: string, to: string, mayShare: boolean): Promise<void> {
  // A hard link instead of a copy: videos are large.
  if (
    mayShare &&
    (await link(from, to).then(
      () => true,
      () => false,
    ))
  )
    return
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
}

async function unlessAbsent<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}

/** False if it is gone. */
async function touch(path: string): Promise<boolean> {
  const now = new Date()
  return (await unlessAbsent(utimes(path, now, now).then(() => true))) ?? false
}

async function syncFolder(dir: string): Promise<void> {
  if (sep === '\\') return // Windows cannot do this
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
