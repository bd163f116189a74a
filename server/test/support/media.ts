// Files in a folder of the test's own, and real workers on pixels.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/db/database.ts'
import type { Media } from '../../src/features/media/media.ts'
import { createFormPool, type FormPool } from '../../src/features/printed-forms/read-form.ts'
import { openMedia } from '../../src/process/open-media.ts'

const MiB = 1024 * 1024

export function testMedia(database: Database): Media {
  const dataDir = mkdtempSync(join(tmpdir(), 'walkaround-media-'))
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
  // Idle workers keep no process alive; a hook of a test would close them for all files that share the application.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  return media
}

export const testFormPool = (): FormPool => createFormPool()
