// A disk that is soon full: a file system in memory of a few MiB. Mounting it needs root on Linux.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

const mount = (folder: string, mebibytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'walkaround-test', folder])
    .status === 0

// Lazily: what still has files there is on its way out.
const unmount = (folder: string) => execFileSync('umount', ['--lazy', folder])

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-mount-'))
  const isMounted = mount(folder, 1)
  if (isMounted) unmount(folder)
  rmdirSync(folder)
  return isMounted
}

export const withoutDisk = !canMount() && 'needs root on Linux, and the right to mount a small disk'

export interface SmallDisk {
  folder: string
  /** Leaves so many bytes. */
  fill(left?: number): void
  makeRoom(): void
}

/** Gone after the test that asks for it. */
export function makeDisk(mebibytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-disk-'))
  chmodSync(folder, 0o755)
  if (!mount(folder, mebibytes)) throw new Error('the disk was not mounted')
  after(() => {
    unmount(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  const filler = join(folder, 'filler')
  const free = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    fill(left = 0) {
      const file = openSync(filler, 'a')
      try {
        for (const size of [2 ** 20, 4096]) while (free() >= left + size) writeSync(file, Buffer.alloc(size))
      } catch (error) {
        // The database took the last of the room between the look and the write: the disk is full, as was asked.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(filler),
  }
}
