// What a first start installs, on an invented checkout with an npm that only records its arguments.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'

const project = join(import.meta.dirname, '../..')

/** Replaces npm: installs what is not left out, as far as its list goes. */
const fakeNpm = `
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
const asked = process.argv.slice(2)
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const kept = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !(dev && asked.includes('--omit=dev')))
rmSync('node_modules', { recursive: true, force: true })
for (const [path] of kept) mkdirSync(path, { recursive: true })
mkdirSync('node_modules/.bin')
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(kept) }))
writeFileSync('asked.json', JSON.stringify(asked))
`

describe('a start on a fresh machine', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'walkaround start '))
    cpSync(join(project, 'scripts/setup'), join(root, 'scripts/setup'), { recursive: true })
    cpSync(join(project, 'scripts/setup.mjs'), join(root, 'scripts/setup.mjs'))
    mkdirSync(join(root, 'bin'))
    writeFileSync(join(root, 'bin/walkaround.mjs'), '')
    writeFileSync(join(root, 'npm-cli.js'), fakeNpm)
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
    lock('1.0.0')
  })
  afterEach(() => rmSync(root, { recursive: true }))

  function lock(version: string): void {
    const packages = {
      '': {},
      'node_modules/served': { version, integrity: 'sha512-a' },
      'node_modules/tested': { version, integrity: 'sha512-b', dev: true },
    }
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  }

  /** The arguments npm was called with; undefined if there was nothing to install. */
  function setup(script: string): string[] | undefined {
    rmSync(join(root, 'asked.json'), { force: true })
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    const [command, ...args] = scripts[script].split(' ')
    assert.equal(command, 'node')
    const env = { ...process.env, npm_execpath: join(root, 'npm-cli.js') }
    const { stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
    assert.doesNotMatch(stderr, /packages are missing|Installing dependencies failed/)
    try {
      return JSON.parse(readFileSync(join(root, 'asked.json'), 'utf8'))
    } catch {
      return undefined
    }
  }

  it('leaves out what only development needs, and a test brings it', () => {
    const started = setup('prestart')
    assert.ok(started?.includes('--omit=dev') && !started.includes('--include=dev'), String(started))
    assert.equal(setup('prestart'), undefined)
    assert.ok(setup('pretest')?.includes('--include=dev'))
    assert.equal(setup('prestart'), undefined)
  })

  it('keeps it where it has been installed, when the lockfile changes', () => {
    setup('pretest')
    lock('1.1.0')
    assert.ok(setup('prestart')?.includes('--include=dev'))
  })
})
