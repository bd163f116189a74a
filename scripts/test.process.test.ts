// The test run itself, on small made-up projects: what it counts and when it refuses to be green.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'

describe('npm test', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'walkaround test '))
    for (const folder of ['scripts', 'server']) mkdirSync(join(root, folder))
    for (const file of ['test.ts', 'test-events.ts', 'reaches-database.ts'])
      cpSync(join(import.meta.dirname, file), join(root, 'scripts', file))
    const source = 'server/test/support/source-files.ts'
    cpSync(join(import.meta.dirname, '..', source), join(root, source))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  function given(file: string, body: string): void {
    writeFileSync(
      join(root, 'server', file),
      `import { describe, it, test, before } from 'node:test'\n${body}\n`,
    )
  }

  function run(...args: string[]) {
    const { NODE_TEST_CONTEXT: _, WALKAROUND_TEST_DATABASE_URL: __, ...env } = process.env
    const options = { cwd: tmpdir(), env, encoding: 'utf8' } as const
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

  it('tries a failing file once more where asked to, and tells who needed it', () => {
    const flag = join(root, 'tried')
    const once = `if (!existsSync('${flag}')) { writeFileSync('${flag}', ''); throw new Error('stumbled') }`
    const stumbling = `import { existsSync, writeFileSync } from 'node:fs'\nit('one', () => { ${once} }); it('two', () => {})`
    for (const file of ['a.test.ts', 'a.process.test.ts']) {
      given(file, stumbling)
      const { status, stdout, closing } = run('--once-more')
      assert.deepEqual({ status, closing }, { status: 0, closing: '2 passed, 0 failed' })
      assert.ok(stdout.includes(`\nUnsteady: server/${file}: one: stumbled\n`), stdout)
      rmSync(flag)
      assert.equal(run().closing, '1 passed, 1 failed')
      rmSync(flag)
      rmSync(join(root, 'server', file))
    }
  })

  it('does not take a second failure for chance, nor many, nor a run that ended early', () => {
    given('a.test.ts', "it('one', () => { throw new Error('no') })")
    assert.deepEqual([run('--once-more').status, run('--once-more').closing], [1, '0 passed, 1 failed'])
    given('a.test.ts', "it('one', () => process.exit(0))")
    assert.equal(run('--once-more').status, 1)
    const flag = join(root, 'tried')
    for (const name of ['a', 'b', 'c', 'd'])
      given(
        `${name}.test.ts`,
        `import { existsSync, writeFileSync } from 'node:fs'
        it('one', () => { if (!existsSync('${flag}${name}')) { writeFileSync('${flag}${name}', ''); throw new Error('no') } })`,
      )
    assert.equal(run('--once-more').closing, '0 passed, 4 failed')
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

  it('leaves out what comes to no database where only that is asked for', () => {
    mkdirSync(join(root, 'server/src/db'), { recursive: true })
    writeFileSync(join(root, 'server/src/db/postgres.ts'), 'export const url = 1\n')
    given('near.ts', "import './src/db/postgres.ts'")
    given('far.test.ts', "import './near.ts'\ntest('one', () => {})")
    given('none.test.ts', "test('two', () => {}); test('three', () => {})")
    assert.equal(run('--database-only').closing, '1 passed, 0 failed')
    assert.equal(run().closing, '3 passed, 0 failed')
  })
})
