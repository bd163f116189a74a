// Files in a folder of the test's own, and real workers on pixels.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/db/database.ts'
import type { Media } from '../../src/features/media/media.ts'
import { createFormPool, type FormPool } from '../../src/features/printed-forms/read-form.ts'
import { openMedia } from '../../src/process/open-media.ts'

const MiB = 1024 * 1024

let parent: string | undefined

/**
 * Removed when the process ends, all at once: many files share a process, and each would add a listener. Idle workers keep no process
 * alive; a hook of a test would close them for all files that share the application.
 */
function newFolder(): string {
  if (parent === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'walkaround-media-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    parent = made
  }
  return mkdtempSync(join(parent, 'of-'))
}

export function testMedia(database: Database): Media {
  const dataDir = newFolder()
  const { media } = openMedia(
    {
      dataDir,
      photoBytes: 25 * MiB,
      photoMegapixels: 60,
      videoBytes: 64 * MiB,
      videoSeconds: 60,
      mediaLinkSeconds: 300,
    },
    database,
  )
  return media
}

export const testFormPool = (): FormPool => createFormPool()
