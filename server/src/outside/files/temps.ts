// New paths in one local folder for unfinished files, and removal of those that a crash left behind.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

interface Temps {
  newPath(): string
  /** Whether this folder made the path. */
  has(path: string): boolean
  sweep(olderThan: Date): Promise<number>
}

export function openTemps(folder: string): Temps {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    newPath: () => join(folder, randomBytes(12).toString('hex')),
    has: (path) => dirname(resolve(path)) === resolve(folder),
    async sweep(olderThan) {
      let swept = 0
      for (const name of await readdir(folder)) {
        const path = join(folder, name)
        const found = await lstat(path).catch(() => undefined)
        if (found === undefined || found.mtimeMs >= olderThan.getTime()) continue
        await rm(path, { recursive: true, force: true })
        swept++
      }
      return swept
    },
  }
}
