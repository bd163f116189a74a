// The test run itself, on small invented projects: what it counts and when it refuses to pass.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'

describe('npm test', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'walkaround test '))
    for (const folder of ['scripts', 'server']) mkdirSync(join(root, folder))
    for (const file of ['setup/launch.mjs', 'setup/parent.mjs'])
      cpSync(join(import.meta.dirname, file), join(root, 'scripts', file))
    for (const file of ['test.ts', 'test-events.ts', 'test-times.ts', 'left-over.ts', 'reaches-database.ts'])
      cpSync(join(import.meta.dirname, file), join(root, 'scripts', file))
    for (const file of ['server/test/support/source-files.ts', 'server/src/lib/cache-folder.ts'])
      cpSync(join(import.meta.dirname, '..', file), join(root, file))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  function given(file: string, body: string): void {
    writeFileSync(
      join(root, 'server', file),
      `import { describe, it, test, before } from 'node:test'\n${body}\n`,
    )
  }

  const run = (...args: string[]) => runWith({}, ...args)

  function runWith(more: Record<string, string>, ...args: string[]) {
    const { NODE_TEST_CONTEXT: _, WALKAROUND_TEST_DATABASE_URL: __, ...env } = process.env
    const options = { cwd: tmpdir(), env: { ...env, ...more }, encoding: 'utf8' } as const
    const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/test.ts'), ...args], options)
    const lines = stdout.trimEnd().split('\n')
    return { status, stdout, closing: lines.at(-1) }
  }

  it('adds up both kinds of files', () => {
    given('a.test.ts', "describe('a', () => { it('one', () => {}); it('two', () => {}) })")
    given('b.process.test.ts', "test('three', async (t) => { await t.test('four', () => {}) })")
    const { status, closing } = run()
    assert.deepEqual({ status, closing }, { status: 0, closing: '4 passed, 0 failed' })
  })

  it('counts a failure once, in whatever it happens', () => {
    given(
      'a.test.ts',
      "describe('a', () => { it('one', () => { throw new Error('no') }); it('two', () => {}) })",
    )
    given('b.test.ts', "describe('b', () => { throw new Error('no') })")
    given(
      'c.process.test.ts',
      "describe('c', () => { before(() => { throw new Error('no') }); it('x', () => {}) })",
    )
    const { status, closing } = run()
    assert.equal(status, 1)
    assert.match(String(closing), /^1 passed, [34] failed$/)
  })

  it('names what failed, where and why, just before it ends', () => {
    given('a.test.ts', "describe('a', () => { it('one', () => { throw new Error('no tyre\\nleft') }) })")
    assert.match(run().stdout, /\nFailed: server\/a\.test\.ts: one: no tyre left\n0 passed, 1 failed\n$/)
  })

  it('tries nothing twice: what passes only the second time has failed', () => {
    const flag = join(root, 'tried')
    given(
      'a.test.ts',
      `import { existsSync, writeFileSync } from 'node:fs'
      it('one', () => { if (!existsSync('${flag}')) { writeFileSync('${flag}', ''); throw new Error('stumbled') } })`,
    )
    assert.deepEqual([run().closing, run().closing], ['0 passed, 1 failed', '1 passed, 0 failed'])
  })

  it('says what was skipped and why', () => {
    given(
      'a.test.ts',
      "it('one', () => {}); it('two', { skip: 'no browser' }, () => {}); it('three', { todo: 'later' })",
    )
    const { status, stdout, closing } = run()
    assert.match(stdout, /^Skipped 1: no browser$/m)
    assert.match(stdout, /^Skipped 1: later$/m)
    assert.deepEqual({ status, closing }, { status: 0, closing: '1 passed, 0 failed, 2 skipped' })
  })

  it('runs what was skipped in every run so far, and tells what nobody could run', () => {
    const record = join(root, 'record')
    const need = (name: string) => `{ skip: !process.env.${name} && 'needs ${name}' }`
    given(
      'a.test.ts',
      `it('plain', () => {}); it('one (b)?', ${need('TOOL')}, () => {})
      describe('suite', ${need('TOOL')}, () => { it('in it', () => {}); it('late', (t) => t.skip('needs more')) })
      describe('other', ${need('BASE')}, () => { it('plain', () => {}) })`,
    )
    assert.equal(run(`--record=${record}`).closing, '1 passed, 0 failed, 3 skipped')
    const others = { BASE: 'yes' }
    assert.equal(runWith(others, `--record=${record}`).closing, '2 passed, 0 failed, 2 skipped')
    const tools = runWith({ TOOL: 'yes' }, `--left-over=${record}`, `--record=${record}`)
    assert.deepEqual([tools.status, tools.closing], [0, '2 passed, 0 failed, 1 skipped'])

    const told = spawnSync(process.execPath, [join(root, 'scripts/left-over.ts'), record], {
      encoding: 'utf8',
    })
    assert.equal(told.status, 1)
    assert.equal(
      told.stdout,
      'Failed: server/a.test.ts: late: skipped in every step: needs more\n0 passed, 1 failed\n',
    )
    // Of what another build runs it only says how much there is.
    const elsewhere = '--without=server/a'
    const counted = spawnSync(process.execPath, [join(root, 'scripts/left-over.ts'), elsewhere, record], {
      encoding: 'utf8',
    })
    assert.equal(counted.status, 0)
    assert.equal(counted.stdout, 'Left to another build: 1 tests of server/a\n1 passed, 0 failed\n')
    assert.equal(run(`--left-over=${record}`, elsewhere).closing, '0 passed, 0 failed')
    const several = ['--without=server/b', elsewhere]
    assert.equal(run(`--left-over=${record}`, ...several).closing, '0 passed, 0 failed')
    writeFileSync(record, '')
    const none = run(`--left-over=${record}`)
    assert.deepEqual([none.status, none.closing], [0, '0 passed, 0 failed'])
  })

  it('is not green when the process ends early', () => {
    given('a.test.ts', "it('one', () => {}); it('two', () => process.exit(0)); it('three', () => {})")
    const { status, closing } = run()
    assert.equal(status, 1)
    assert.match(String(closing), /, [1-9]\d* failed$/)
  })

  it('is not green without a test, nor with an empty or broken file', () => {
    assert.deepEqual([run().status, run().closing], [1, '0 passed, 0 failed'])
    given('a.test.ts', '')
    assert.deepEqual([run().status, run().closing], [1, '0 passed, 1 failed'])
    given('a.test.ts', "import './missing.ts'")
    assert.deepEqual([run().status, run().closing], [1, '0 passed, 1 failed'])
  })

  it('takes words of names and paths of files', () => {
    given('a.test.ts', "it('red', () => {}); it('green', () => {})")
    given('b.process.test.ts', "it('red too', () => {})")
    assert.equal(run('red').closing, '2 passed, 0 failed')
    assert.equal(run('server/a.test.ts').closing, '2 passed, 0 failed')
    assert.equal(run('server/a.test.ts', 'red').closing, '1 passed, 0 failed')
    const none = run('blue')
    assert.match(none.stdout, /No test matches blue\./)
    assert.equal(none.status, 1)
  })

  it('keeps how long files take, per database, and forgets those that are gone', async () => {
    given('a.process.test.ts', "it('one', () => {})")
    const path = join(root, 'scripts/test-times.ts')
    const { readTimes, writeTimes } = (await import(path)) as typeof import('./test-times.ts')
    const passed = { kind: 'passed', name: 'one', file: 'server/a.process.test.ts' } as const
    writeTimes('embedded', [
      { ...passed, inside: 'a suite', ms: 60_000 },
      { ...passed, kind: 'suite', ms: 61_200 },
      { ...passed, ms: 1_000 },
      { ...passed, file: 'server/gone.test.ts', ms: 9_000 },
      { kind: 'end' },
    ])
    writeTimes('postgres', [{ ...passed, ms: 5_000 }])
    assert.deepEqual(JSON.parse(readFileSync(join(root, 'scripts/test-times.json'), 'utf8')), {
      embedded: { 'server/a.process.test.ts': 62 },
      postgres: { 'server/a.process.test.ts': 5 },
    })
    assert.equal(readTimes('embedded')('server/a.process.test.ts'), 62)
    // A file that takes next to no time needs no line.
    assert.equal(run('--write-times').closing, '1 passed, 0 failed')
    assert.ok(readTimes('embedded')('server/a.process.test.ts') < 1)
  })

  it('leaves out what comes to no database where only that is asked for', () => {
    given('url.ts', 'export const url = process.env.WALKAROUND_TEST_DATABASE_URL')
    given('near.ts', "import './url.ts'")
    given('far.test.ts', "import './near.ts'\ntest('one', () => {})")
    given('none.test.ts', "test('two', () => {}); test('three', () => {})")
    assert.equal(run('--database-only').closing, '1 passed, 0 failed')
    assert.equal(run().closing, '3 passed, 0 failed')
  })
})
