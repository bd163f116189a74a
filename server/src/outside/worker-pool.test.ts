// The pool with real threads: results, errors, hanging and dying jobs, the queue, idle threads and closing.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import {
  Busy,
  createWorkerPool,
  JobFailed,
  JobTimedOut,
  WorkerDied,
  type WorkerPool,
  type WorkerPoolOptions,
} from './worker-pool.ts'

const program = `
import { threadId } from 'node:worker_threads'
import { answerJobs } from ${JSON.stringify(new URL('./answer-jobs.ts', import.meta.url).href)}
const gates = {}
answerJobs(async ({ order, value, gate }) => {
  if (order === 'echo') return { value }
  if (order === 'thread') return { value: threadId }
  if (order === 'environment') return { value: [Object.keys(process.env), process.execArgv] }
  if (order === 'double') { const bytes = new Uint8Array(value).map((x) => x * 2); return { value: bytes, transfer: [bytes.buffer] } }
  if (order === 'wait') { Atomics.wait(gate, 0, 0); return { value } }
  if (order === 'spin') for (;;);
  if (order === 'throw') throw Object.assign(new Error('no good'), { details: { reason: value } })
  if (order === 'die') { setImmediate(() => { throw new Error('secret words') }); return new Promise(() => {}) }
  if (order === 'exit') process.exit(3)
  if (order === 'uncloneable') return { value: () => {} }
})
`

type Order = { order: string; value?: unknown; gate?: Int32Array }

describe('worker pool', () => {
  let folder: string
  let url: URL
  const pools: WorkerPool<Order, unknown>[] = []
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-pool-'))
    url = pathToFileURL(join(folder, 'worker.mjs'))
    await writeFile(url, program)
  })
  after(async () => {
    await Promise.all(pools.map((pool) => pool.close()))
    await rm(folder, { recursive: true })
  })

  function pool(options: Partial<WorkerPoolOptions> = {}) {
    const made = createWorkerPool<Order, unknown>({
      url,
      size: 1,
      queue: 10,
      timeLimitMs: 20_000,
      ...options,
    })
    pools.push(made)
    return made
  }
  /** Makes a job hold its thread until the gate opens. */
  const newGate = () => new Int32Array(new SharedArrayBuffer(4))
  function openGate(gate: Int32Array): void {
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
  }

  it('runs jobs and keeps to its number of threads', async () => {
    const two = pool({ size: 2 })
    const threads = await Promise.all(Array.from({ length: 8 }, () => two.run({ order: 'thread' })))
    assert.equal(threads.length, 8)
    assert.ok(new Set(threads).size <= 2)
    assert.deepEqual(await two.run({ order: 'echo', value: { a: [1, 'ä'] } }), { a: [1, 'ä'] })
  })

  it('hands buffers over in both directions', async () => {
    const bytes = new Uint8Array([1, 2, 3])
    const answer = await pool().run({ order: 'double', value: bytes.buffer }, { transfer: [bytes.buffer] })
    assert.deepEqual(answer, new Uint8Array([2, 4, 6]))
    assert.equal(bytes.length, 0, 'the sender has it no more')
  })

  it('gives the worker neither environment nor flags', async () => {
    assert.deepEqual(await pool().run({ order: 'environment' }), [[], []])
  })

  it('carries what a job threw, and goes on with the same thread', async () => {
    const one = pool()
    const thread = await one.run({ order: 'thread' })
    await assert.rejects(one.run({ order: 'throw', value: 'broken' }), (error) => {
      assert.ok(error instanceof JobFailed)
      assert.equal(error.message, 'no good')
      assert.deepEqual(error.details, { reason: 'broken' })
      return true
    })
    await assert.rejects(one.run({ order: 'uncloneable' }), JobFailed)
    await assert.rejects(one.run({ order: 'echo', value: () => {} }), { name: 'DataCloneError' })
    assert.equal(await one.run({ order: 'thread' }), thread)
  })

  it('ends a thread that takes too long and works on with another', async () => {
    const one = pool({ timeLimitMs: 2_000 })
    const thread = await one.run({ order: 'thread' })
    const spinning = one.run({ order: 'spin' })
    const next = one.run({ order: 'thread' })
    await assert.rejects(spinning, JobTimedOut)
    assert.notEqual(await next, thread)
  })

  for (const order of ['die', 'exit'])
    it(`survives a worker that goes by ${order}, without repeating its words`, async () => {
      const one = pool()
      const dying = one.run({ order })
      const next = one.run({ order: 'echo', value: 1 })
      await assert.rejects(dying, (error) => error instanceof WorkerDied && !error.message.includes('secret'))
      assert.equal(await next, 1)
    })

  it('refuses with Busy what the queue cannot hold', async () => {
    const one = pool({ queue: 2 })
    const gate = newGate()
    const accepted = [1, 2, 3].map((value) => one.run({ order: 'wait', value, gate }))
    await assert.rejects(one.run({ order: 'echo' }), Busy)
    openGate(gate)
    assert.deepEqual(await Promise.all(accepted), [1, 2, 3])
    assert.equal(await one.run({ order: 'echo', value: 4 }), 4)
  })

  it('lets owners take turns, and refuses only the one who asks for too much', async () => {
    const one = pool({ queue: 2 })
    const gate = newGate()
    const done: unknown[] = []
    const run = (owner: string, value: string) =>
      one.run({ order: 'echo', value }, { owner }).then((told) => done.push(told))
    const first = one.run({ order: 'wait', value: 'first', gate })
    const waiting = [run('greedy', 'g1'), run('greedy', 'g2')]
    await assert.rejects(run('greedy', 'g3'), Busy)
    waiting.push(run('modest', 'm1'))
    openGate(gate)
    await Promise.all([first, ...waiting])
    assert.deepEqual(done, ['g1', 'm1', 'g2'])
  })

  it('kills a process in the middle of what it does, and works on with another', async () => {
    const one = pool({ timeLimitMs: 4_000, isolation: 'process' })
    assert.deepEqual(await one.run({ order: 'echo', value: { bytes: new Uint8Array([1, 2]) } }), {
      bytes: new Uint8Array([1, 2]),
    })
    assert.deepEqual(await one.run({ order: 'environment' }), [[], []])
    const spinning = one.run({ order: 'spin' })
    const next = one.run({ order: 'echo', value: 'next' })
    await assert.rejects(spinning, JobTimedOut)
    assert.equal(await next, 'next')
    await assert.rejects(one.run({ order: 'exit' }), WorkerDied)
    await assert.rejects(one.run({ order: 'throw', value: 'why' }), JobFailed)
  })

  it('ends idle threads', async () => {
    const one = pool({ idleMs: 20 })
    const first = await one.run({ order: 'thread' })
    const deadline = Date.now() + 20_000
    let now = first
    while (now === first && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 60))
      now = await one.run({ order: 'thread' })
    }
    assert.notEqual(now, first)
  })

  it('finishes what runs when it is closed, and refuses the rest', async () => {
    const one = pool()
    const gate = newGate()
    const running = one.run({ order: 'wait', value: 'end', gate })
    const waiting = one.run({ order: 'echo' })
    const closed = one.close()
    await assert.rejects(waiting, Busy)
    await assert.rejects(one.run({ order: 'echo' }), Busy)
    openGate(gate)
    assert.equal(await running, 'end')
    await closed
    await one.close()
  })

  for (const isolation of ['thread', 'process'] as const)
    it(`comes to the end of closing, though nothing else keeps the program, with a ${isolation} that rests`, async () => {
      const caller = join(folder, `${isolation}.ts`)
      await writeFile(
        caller,
        `import { createWorkerPool } from ${JSON.stringify(new URL('./worker-pool.ts', import.meta.url).href)}
         const url = new URL(${JSON.stringify(url.href)})
         const pool = createWorkerPool({ url, queue: 1, timeLimitMs: 20_000, isolation: '${isolation}' })
         await pool.run({ order: 'echo' })
         await pool.close()
         console.log('closed')`,
      )
      const { stdout } = await promisify(execFile)(process.execPath, [caller])
      assert.equal(stdout, 'closed\n')
    })
})
