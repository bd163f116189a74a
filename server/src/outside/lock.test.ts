// The folder lock with real processes: many starting at once, killed holders, live holders, and records left behind.
import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { acquireLock, findDoubt, LockedError, type LockRecord } from './lock.ts'

// One order per line: `acquire <dir>`, `release`, `read <file>`. One line of reply to each.
const program = `
import { createInterface } from 'node:readline'
import { readFileSync } from 'node:fs'
import { acquireLock } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}
let lock
const answers = {
  async acquire(dir) {
    try {
      lock = await acquireLock(dir, 'test')
      return { won: true }
    } catch (error) {
      return { won: false, name: error.name, message: error.message, holder: error.holder }
    }
  },
  async release() { await lock.release(); return {} },
  async read(file) { readFileSync(file); return {} },
}
console.log('{}')
for await (const line of createInterface({ input: process.stdin })) {
  const [order, argument] = JSON.parse(line)
  console.log(JSON.stringify(await answers[order](argument)))
}
`

type Answer = { won?: boolean; name?: string; message?: string; holder?: { pid: number } }

class Starter {
  readonly process: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: AsyncIterator<string>

  constructor() {
    this.process = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]()
  }

  get pid(): number {
    return this.process.pid as number
  }

  async answer(): Promise<Answer> {
    const { value, done } = await this.#lines.next()
    assert.ok(!done, 'the starter ended without an answer')
    return JSON.parse(value)
  }

  async order(...order: [name: string, argument?: string]): Promise<Answer> {
    this.process.stdin.write(`${JSON.stringify(order)}\n`)
    return await this.answer()
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const exit = once(this.process, 'exit')
    this.process.kill(signal)
    await exit
  }
}

async function startStarter(): Promise<Starter> {
  const starter = new Starter()
  await starter.answer()
  return starter
}

let root: string
let count = 0
const running = new Set<Starter>()
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'walkaround-lock-'))
})
after(async () => {
  await Promise.all([...running].map((starter) => starter.end('SIGKILL')))
  await rm(root, { recursive: true, force: true })
})

const freshDir = () => join(root, String(count++))

async function start(): Promise<Starter> {
  const starter = await startStarter()
  running.add(starter)
  starter.process.once('exit', () => running.delete(starter))
  return starter
}

async function holdAndDie(dir: string): Promise<number> {
  const holder = await start()
  assert.equal((await holder.order('acquire', dir)).won, true)
  await holder.end('SIGKILL')
  return holder.pid
}

/** Everything that a careless second process would change. */
async function snapshot(dir: string): Promise<unknown> {
  const names = (await readdir(dir)).sort()
  return await Promise.all(
    ['.', ...names].map(async (name) => {
      const { mtimeMs, ctimeMs, size, ino } = await stat(join(dir, name))
      return { name, mtimeMs, ctimeMs, size, ino }
    }),
  )
}

async function isRefused(dir: string): Promise<LockedError> {
  try {
    await acquireLock(dir, 'second')
  } catch (error) {
    assert.ok(error instanceof LockedError, String(error))
    return error
  }
  return assert.fail(`${dir} was locked twice`)
}

describe('the folder lock', () => {
  it('lets exactly one of twenty starters win, round after round, also over a killed holder', async () => {
    const starters = await Promise.all(Array.from({ length: 20 }, start))
    for (let round = 0; round < 30; round++) {
      const dir = freshDir()
      if (round % 5 === 4) await holdAndDie(dir)
      const answers = await Promise.all(starters.map((starter) => starter.order('acquire', dir)))
      const winners = starters.filter((_, index) => answers[index]?.won)
      assert.equal(winners.length, 1, `round ${round}: ${JSON.stringify(answers)}`)
      for (const answer of answers) {
        if (answer.won) continue
        assert.equal(answer.name, 'LockedError', answer.message)
        assert.equal(answer.holder?.pid, winners[0]?.pid)
      }
      await winners[0]?.order('release')
    }
    await Promise.all(starters.map((starter) => starter.end('SIGTERM')))
  })

  it('is free again after every kill -9 of its holder', async () => {
    const dir = freshDir()
    for (let round = 0; round < 30; round++) {
      await holdAndDie(dir)
      const lock = await acquireLock(dir, 'next')
      await lock.release()
    }
    assert.deepEqual(await readdir(dir), ['walkaround.lock'])
  })

  it('is refused beside a live holder, names it, and touches nothing', async () => {
    const dir = freshDir()
    await mkdir(dir)
    await writeFile(join(dir, 'precious'), 'data')
    const holder = await start()
    await holder.order('acquire', dir)
    const before = await snapshot(dir)
    for (let round = 0; round < 30; round++) {
      const error = await isRefused(dir)
      assert.equal(error.holder?.pid, holder.pid)
      assert.equal(error.holder?.host, hostname())
      assert.equal(error.holder?.purpose, 'test')
      assert.ok(Date.parse(error.holder?.since ?? '') <= Date.now())
      assert.ok(error.message.includes(dir) && error.message.includes(String(holder.pid)), error.message)
    }
    assert.deepEqual(await snapshot(dir), before)
    await holder.order('release')
    await (await acquireLock(dir, 'next')).release()
    await holder.end('SIGTERM')
  })

  it('is refused beside a holder that stands still', async () => {
    const dir = freshDir()
    const holder = await start()
    await holder.order('acquire', dir)
    holder.process.kill('SIGSTOP')
    assert.equal((await isRefused(dir)).holder?.pid, holder.pid)
    await holder.end('SIGKILL')
    await (await acquireLock(dir, 'next')).release()
  })

  it('is refused to the process that has it, and stays with it', async () => {
    const dir = freshDir()
    const lock = await acquireLock(dir, 'first')
    assert.equal((await isRefused(dir)).holder?.pid, process.pid)
    const other = await start()
    assert.equal((await other.order('acquire', dir)).won, false)
    await lock.release()
    await lock.release()
    assert.equal((await other.order('acquire', dir)).won, true)
    // Releasing an old lock twice must not free the new owner's lock.
    await lock.release()
    assert.equal((await isRefused(dir)).holder?.pid, other.pid)
    await other.end('SIGTERM')
  })

  it('is refused beside a live holder that lost the kernel lock by reading its own lock file', {
    skip: process.platform !== 'linux' && 'process start times are read on Linux only',
  }, async () => {
    const dir = freshDir()
    const holder = await start()
    await holder.order('acquire', dir)
    await holder.order('read', join(dir, 'walkaround.lock'))
    const before = await snapshot(dir)
    const error = await isRefused(dir)
    assert.equal(error.holder?.pid, holder.pid)
    assert.match(error.message, /is alive although .* delete .*walkaround\.lock\.json/)
    assert.deepEqual(await snapshot(dir), before)
    await holder.end('SIGKILL')
    await (await acquireLock(dir, 'next')).release()
  })

  it('is not kept by a process that merely got the number of the dead holder', async () => {
    const dir = freshDir()
    await holdAndDie(dir)
    const file = join(dir, 'walkaround.lock.json')
    const record = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...record, pid: process.pid }))
    await (await acquireLock(dir, 'next')).release()
  })

  it('survives a record that a power cut left empty', async () => {
    const dir = freshDir()
    await mkdir(dir)
    await writeFile(join(dir, 'walkaround.lock.json'), '')
    await (await acquireLock(dir, 'next')).release()
  })

  it('says what is wrong when the folder cannot be locked', async () => {
    const dir = freshDir()
    await mkdir(join(dir, 'walkaround.lock'), { recursive: true })
    await assert.rejects(acquireLock(dir, 'x'), /cannot be locked .*must be able to write there/)
  })

  it('does not lie inside the database, whose dump would free it', async () => {
    const dir = freshDir()
    await mkdir(dir)
    await writeFile(join(dir, 'PG_VERSION'), '17')
    await assert.rejects(acquireLock(dir, 'x'), /lock the one around it/)
    assert.deepEqual(await readdir(dir), ['PG_VERSION'])
  })
})

describe('a record that was left behind', () => {
  const self: LockRecord = {
    pid: process.pid,
    host: 'here',
    since: '2026-01-01T00:00:00.000Z',
    purpose: 'serve',
    bootId: 'boot-1',
    pidNamespace: 'pid:[1]',
    startTicks: '1',
  }
  const cases: [
    name: string,
    left: LockRecord | 'unreadable',
    isShared: boolean,
    doubt: RegExp | undefined,
  ][] = [
    [
      'of another container under the same kernel is stale',
      { ...self, pidNamespace: 'pid:[2]', host: 'c2' },
      true,
      undefined,
    ],
    [
      'from before a reboot is stale on a local disk',
      { ...self, bootId: 'boot-0', host: 'old' },
      false,
      undefined,
    ],
    [
      'from before a reboot of the same host is stale on a network disk',
      { ...self, bootId: 'boot-0' },
      true,
      undefined,
    ],
    [
      'of another machine on a network disk is in doubt',
      { ...self, bootId: 'boot-9', host: 'there' },
      true,
      /this machine \(here\) cannot see/,
    ],
    ['that cannot be read is stale on a local disk', 'unreadable', false, undefined],
    ['that cannot be read is in doubt on a network disk', 'unreadable', true, /cannot be read/],
  ]
  for (const [name, left, isShared, doubt] of cases) {
    it(name, () => {
      const found = findDoubt(left, self, isShared)
      if (doubt) assert.match(found ?? '', doubt)
      else assert.equal(found, undefined)
    })
  }
})
