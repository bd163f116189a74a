// npm fetches exactly what was reviewed: every lockfile entry from a registry has its checksum.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

interface Entry {
  integrity?: string
  /** A workspace of this project. */
  link?: true
}

test('every package of the lockfile has a checksum', () => {
  const path = join(import.meta.dirname, '../../package-lock.json')
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Entry> }
  const fetched = Object.entries(packages).filter(
    ([name, { link }]) => name.includes('node_modules/') && !link,
  )
  assert.ok(fetched.length > 100, `only ${fetched.length} entries were found`)
  assert.deepEqual(
    fetched.filter(([, { integrity }]) => !/^sha(512|256)-/.test(integrity ?? '')).map(([name]) => name),
    [],
  )
})
