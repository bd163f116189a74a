// A few workers for heavy work, with a short queue and a time limit on each job, so that the event loop stays free and a hostile
// input costs one worker for a moment. Owners take turns. Knows nothing about the work.
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import type { Transferable } from 'node:worker_threads'
import { FairQueue } from '../lib/fair-queue.ts'
import type { FromWorker } from './answer-jobs.ts'
import { type Runner, startProcess, startThread } from './worker-runner.ts'

export interface WorkerPoolOptions {
  /** The worker's module; it calls answerJobs. */
  url: URL
  /** Most threads; started on demand, ended when idle. */
  size?: number
  /** Jobs of one owner that may wait for a thread; one more is refused with Busy. */
  queue: number
  /** A process can be killed inside native code; a thread starts faster and can receive buffers without a copy. */
  isolation?: 'thread' | 'process'
  /** Starts when the thread takes the job; waiting and starting the thread do not count. */
  timeLimitMs: number
  idleMs?: number
  resourceLimits?: { maxOldGenerationSizeMb?: number }
}

export interface WorkerPool<In, Out> {
  /** Rejects with Busy, JobTimedOut, JobFailed (the job threw) or WorkerDied. */
  run(message: In, options?: RunOptions): Promise<Out>
  /** Refuses waiting jobs, lets running ones finish (or reach their time limit), then ends the threads. */
  close(): Promise<void>
}

export interface RunOptions {
  /** The owner of the job; owners take turns. */
  owner?: string
  /** Buffers to transfer; a process gets copies. */
  transfer?: readonly Transferable[]
}

/** The queue is full, or the pool is closing. Another attempt may work a little later. */
export class Busy extends Error {
  override name = 'Busy'
}

export class JobTimedOut extends Error {
  override name = 'JobTimedOut'
}

/** The thread ended during the job: out of memory, or an uncaught error. */
export class WorkerDied extends Error {
  override name = 'WorkerDied'
}

/** A job threw. `details` is the plain data that its error had under that name. */
export class JobFailed extends Error {
  override name = 'JobFailed'
  readonly details: unknown
  constructor(message: string, details: unknown) {
    super(message)
    this.details = details
  }
}

type Job<In, Out> = {
  message: In
  transfer: readonly Transferable[]
  resolve: (value: Out) => void
  reject: (error: Error) => void
}

type Thread<In, Out> = {
  runner: Runner
  isReady: boolean
  job: Job<In, Out> | undefined
  timer: NodeJS.Timeout | undefined
  /** Monotonic, in milliseconds. */
  idleSince: number
}

/** This many owners may fill their queues completely. */
const BUSY_OWNERS = 10
const IDLE_MS = 60_000
/** Ends a worker that hangs while it starts. On a busy machine a healthy one takes tens of seconds. */
const START_LIMIT_MS = 120_000

/** Leaves one core to the event loop if there are several. */
export function defaultPoolSize(): number {
  return Math.max(1, availableParallelism() - 1)
}

export function createWorkerPool<In, Out>({
  url,
  size = defaultPoolSize(),
  queue: longestQueue,
  timeLimitMs,
  idleMs = IDLE_MS,
  resourceLimits = {},
  isolation = 'thread',
}: WorkerPoolOptions): WorkerPool<In, Out> {
  const threads = new Set<Thread<In, Out>>()
  const waiting = new FairQueue<Job<In, Out>>({ perOwner: longestQueue, total: longestQueue * BUSY_OWNERS })
  const ended = new Set<Promise<unknown>>()
  let isClosed = false
  let whenQuiet: (() => void) | undefined
  let idleTimer: NodeJS.Timeout | undefined

  function addThread(): Thread<In, Out> {
    const start = isolation === 'process' ? startProcess : startThread
    const runner = start(url, resourceLimits, {
      onMessage: (message) => receive(thread, message),
      onEnd: (error) =>
        retire(thread, new WorkerDied(error ? wordsOf(error) : 'a worker ended in the middle of a job')),
    })
    const thread: Thread<In, Out> = { runner, isReady: false, job: undefined, timer: undefined, idleSince: 0 }
    threads.add(thread)
    return thread
  }

  function receive(thread: Thread<In, Out>, message: FromWorker): void {
    if (!threads.has(thread)) return
    if (message.kind === 'ready') {
      thread.isReady = true
      hand(thread)
      return
    }
    const job = thread.job
    rest(thread)
    if (message.kind === 'done') job?.resolve(message.value as Out)
    else job?.reject(new JobFailed(message.message, message.details))
    advance()
  }

  function give(thread: Thread<In, Out>, job: Job<In, Out>): void {
    thread.job = job
    thread.runner.ref()
    if (thread.isReady) hand(thread)
    else limit(thread, START_LIMIT_MS, 'a worker did not start in time')
  }

  function hand(thread: Thread<In, Out>): void {
    const { job } = thread
    if (job === undefined) return
    limit(thread, timeLimitMs, `a job took more than ${timeLimitMs} ms`)
    try {
      thread.runner.post(job.message, job.transfer)
    } catch (error) {
      rest(thread)
      job.reject(error as Error)
      advance()
    }
  }

  function limit(thread: Thread<In, Out>, ms: number, words: string): void {
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => retire(thread, new JobTimedOut(words)), ms)
  }

  function rest(thread: Thread<In, Out>): void {
    clearTimeout(thread.timer)
    thread.job = undefined
    thread.idleSince = performance.now()
    thread.runner.unref()
    idleTimer ??= setInterval(endIdle, Math.max(10, idleMs / 4)).unref()
  }

  /** Ends a thread for good. The next job gets a new one. */
  function retire(thread: Thread<In, Out>, error: Error): void {
    if (!threads.delete(thread)) return
    clearTimeout(thread.timer)
    const end = thread.runner.end()
    ended.add(end)
    void end.then(() => ended.delete(end))
    thread.job?.reject(error)
    thread.job = undefined
    advance()
  }

  function endIdle(): void {
    const since = performance.now() - idleMs
    for (const thread of threads)
      if (thread.job === undefined && thread.idleSince <= since) retire(thread, new WorkerDied('idle'))
    if (threads.size > 0) return
    clearInterval(idleTimer)
    idleTimer = undefined
  }

  function advance(): void {
    while (waiting.size > 0) {
      const thread = findFree()
      if (thread === undefined) return
      give(thread, waiting.shift() as Job<In, Out>)
    }
    if (whenQuiet && ![...threads].some(({ job }) => job)) whenQuiet()
  }

  function findFree(): Thread<In, Out> | undefined {
    for (const thread of threads) if (thread.job === undefined) return thread
    return threads.size < size ? addThread() : undefined
  }

  return {
    run(message, { owner = '', transfer = [] } = {}) {
      if (isClosed) return Promise.reject(new Busy('the workers are being closed'))
      const { promise, resolve, reject } = Promise.withResolvers<Out>()
      const job = { message, transfer, resolve, reject }
      const thread = findFree()
      if (thread !== undefined) give(thread, job)
      else if (!waiting.push(owner, job))
        reject(new Busy(`${threads.size} jobs are running and ${waiting.size} waiting`))
      return promise
    },

    async close() {
      isClosed = true
      for (const { reject } of waiting.drain()) reject(new Busy('the workers are being closed'))
      if ([...threads].some(({ job }) => job)) {
        const { promise, resolve } = Promise.withResolvers<void>()
        whenQuiet = resolve
        await promise
      }
      clearInterval(idleTimer)
      for (const thread of threads) retire(thread, new WorkerDied('closed'))
      await Promise.all(ended)
    },
  }
}

/** Only code and name of the error: messages may quote the data of the job. */
function wordsOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException
  return `a worker failed: ${code ?? name ?? 'unknown'}`
}
