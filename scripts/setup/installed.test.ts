// What counts as installed, with invented lockfiles.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { isUpToDate, linkCommand, readStamp, writeStamp } from './installed.mjs'

type Entry = {
  version: string
  integrity?: string
  dev?: true
  optional?: true
  os?: string | string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

describe('what is installed', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'walkaround setup '))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const a: Entry = { version: '1.0.0', integrity: 'sha512-a' }

  function given(wanted: Record<string, Entry>, found: Record<string, Entry> | undefined): void {
    const packages = (entries: Record<string, Entry>) =>
      Object.fromEntries(Object.entries(entries).map(([name, entry]) => [`node_modules/${name}`, entry]))
    writeFileSync(
      join(root, 'package-lock.json'),
      JSON.stringify({ packages: { '': {}, ...packages(wanted) } }),
    )
    if (!found) return
    for (const name of Object.keys(found)) mkdirSync(join(root, 'node_modules', name), { recursive: true })
    const hidden = join(root, 'node_modules/.package-lock.json')
    writeFileSync(hidden, JSON.stringify({ packages: packages(found) }))
  }
  const upToDate = (options = {}) => isUpToDate(root, { dev: true, optional: true, ...options })

  it('is up to date when every package is there in its version', () => {
    given({ a }, { a })
    assert.equal(upToDate(), true)
  })

  it('does not miss what only a package of another platform asks for', () => {
    const elsewhere: Entry = {
      version: '1.0.0',
      optional: true,
      os: 'no-such-system',
      dependencies: { shared: '1' },
    }
    const shared: Entry = { version: '1.0.0', optional: true, dependencies: { below: '1' } }
    const below: Entry = { version: '1.0.0', optional: true }
    const asking: Entry = { ...a, optionalDependencies: { elsewhere: '1' } }
    given({ a: asking, elsewhere, shared, below }, { a: asking })
    assert.equal(upToDate(), true)
    const both: Entry = { ...a, optionalDependencies: { elsewhere: '1', below: '1' } }
    given({ a: both, elsewhere, shared, below }, { a: both })
    assert.equal(upToDate(), false)
  })

  it('is not before the first installation, nor after an interrupted one', () => {
    given({ a }, undefined)
    mkdirSync(join(root, 'node_modules/a'), { recursive: true })
    assert.equal(upToDate(), false)
  })

  it('is not with another version, another checksum or a missing folder', () => {
    given({ a }, { a: { ...a, version: '1.0.1' } })
    assert.equal(upToDate(), false)
    given({ a }, { a: { ...a, integrity: 'sha512-b' } })
    assert.equal(upToDate(), false)
    given({ a }, { a })
    rmSync(join(root, 'node_modules/a'), { recursive: true })
    assert.equal(upToDate(), false)
  })

  it('does not miss the packages of other platforms', () => {
    const elsewhere = process.platform === 'win32' ? 'linux' : 'win32'
    given(
      {
        a,
        b: { ...a, os: elsewhere },
        c: { ...a, os: [`!${process.platform}`] },
        d: { ...a, cpu: ['none'] },
      },
      { a },
    )
    assert.equal(upToDate(), true)
    given({ a, b: { ...a, os: [process.platform], cpu: [process.arch] } }, { a })
    assert.equal(upToDate(), false)
  })

  it('misses development packages only where they are needed', () => {
    given({ a, b: { ...a, dev: true } }, { a })
    assert.equal(upToDate({ dev: true }), false)
    assert.equal(upToDate({ dev: false }), true)
  })

  it('misses optional packages until an installation has ended without them', () => {
    given({ a, b: { ...a, optional: true } }, { a })
    assert.equal(upToDate({ optional: true }), false)
    assert.equal(upToDate({ optional: false }), true)
  })

  it('believes its stamp until the lockfile changes or the Node is gone', () => {
    given({ a }, { a })
    assert.equal(readStamp(root), undefined)
    writeStamp(root, null)
    assert.equal(readStamp(root)?.node, null)
    writeStamp(root, 'node_modules/a')
    assert.equal(readStamp(root)?.node, 'node_modules/a')
    rmSync(join(root, 'node_modules/a'), { recursive: true })
    assert.equal(readStamp(root), undefined)
    writeStamp(root, null)
    given({ a: { ...a, version: '2.0.0' } }, undefined)
    assert.equal(readStamp(root), undefined)
  })

  it('links the command where npx looks first', {
    skip: process.platform === 'win32' && 'no links on Windows',
  }, () => {
    mkdirSync(join(root, 'bin'))
    writeFileSync(join(root, 'bin/walkaround.mjs'), '')
    mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
    linkCommand(root)
    linkCommand(root)
    assert.equal(readlinkSync(join(root, 'node_modules/.bin/walkaround')), '../../bin/walkaround.mjs')
  })
})
