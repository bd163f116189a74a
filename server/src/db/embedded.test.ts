import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEmbedded } from './embedded.ts'

test('nobody but its user can read the files of the embedded database, not those left open before either', {
  skip: process.platform === 'win32' ? 'Windows has no modes' : false,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-modes-'))
  const modes = async () => {
    const found = new Set<string>()
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name))
      found.add(`${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`)
    }
    return [...found].sort()
  }
  try {
    await (await openEmbedded(folder)).close()
    assert.deepEqual(await modes(), ['file 600', 'folder 700'])
    await chmod(join(folder, 'PG_VERSION'), 0o644)
    await chmod(join(folder, 'base'), 0o755)
    const again = await openEmbedded(folder)
    assert.deepEqual(await modes(), ['file 600', 'folder 700'])
    await again.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
