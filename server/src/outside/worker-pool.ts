// A few worker threads for heavy work, a short queue before them and a time limit on each job, so that the event loop
// stays free and a hostile input costs one thread for a moment. Knows nothing of the work.
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { type Transferable, Worker } from 'node:worker_threads'
import type { FromWorker } from './answer-jobs.ts'

export interface WorkerPoolOptions {
  /** The worker's module; it calls answerJobs. */
  url: URL
  /** Threads at most; made when needed, ended when idle. */
  size?: number
  /** Jobs that may wait for a thread; one more is refused with Busy. */
  queue: number
  /** From the moment the thread takes the job; waiting and starting the thread do not count. */
  timeLimitMs: number
  idleMs?: number
  startLimitMs?: number
  resourceLimits?: { maxOldGenerationSizeMb?: number }
}

export interface WorkerPool<In, Out> {
  /** Rejects with Busy, JobTimedOut, JobFailed (what the job threw) or WorkerDied. */
  run(message: In, transfer?: readonly Transferable[]): Promise<Out>
  /** Refuses what waits, lets what runs come to its end (or its time limit), ends the threads. */
  close(): Promise<void>
}

/** The queue is full, or the pool is closing. Try again a little later. */
export class Busy extends Error {
  override name = 'Busy'
}

export class JobTimedOut extends Error {
  override name = 'JobTimedOut'
}

/** The thread ended under the job: out of memory, or an error nobody caught. */
export class WorkerDied extends Error {
  override name = 'WorkerDied'
}

/** What a job threw. `details` is whatever plain data its error carried under that name. */
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
  worker: Worker
  isReady: boolean
  job: Job<In, Out> | undefined
  timer: NodeJS.Timeout | undefined
  /** Monotonic, in milliseconds. */
  idleSince: number
}

const IDLE_MS = 60_000
const START_LIMIT_MS = 30_000

/** One core is left to the event loop where there are several. */
export function defaultPoolSize(): number {
  return Math.max(1, availableParallelism() - 1)
}

export function createWorkerPool<In, Out>({
  url,
  size = defaultPoolSize(),
  queue: longestQueue,
  timeLimitMs,
  idleMs = IDLE_MS,
  startLimitMs = START_LIMIT_MS,
  resourceLimits = {},
}: WorkerPoolOptions): WorkerPool<In, Out> {
  const threads = new Set<Thread<In, Out>>()
  const waiting: Job<In, Out>[] = []
  const ended = new Set<Promise<unknown>>()
  let isClosed = false
  let whenQuiet: (() => void) | undefined
  let idleTimer: NodeJS.Timeout | undefined

  function startThread(): Thread<In, Out> {
    // Neither the preloads of the process nor its environment, which may hold secrets, are the worker's business.
    const worker = new Worker(url, { execArgv: [], env: {}, resourceLimits })
    const thread: Thread<In, Out> = { worker, isReady: false, job: undefined, timer: undefined, idleSince: 0 }
    threads.add(thread)
    worker.on('message', (message: FromWorker) => {
      if (!threads.has(thread)) return
      if (message.kind === 'ready') {
        thread.isReady = true
        hand(thread)
      } else {
        const job = thread.job
        rest(thread)
        if (message.kind === 'done') job?.resolve(message.value as Out)
        else job?.reject(new JobFailed(message.message, message.details))
        advance()
      }
    })
    worker.on('messageerror', () =>
      retire(thread, new WorkerDied('the answer of a worker could not be read')),
    )
    worker.on('error', (error) => retire(thread, new WorkerDied(wordsOf(error))))
    worker.on('exit', () => retire(thread, new WorkerDied('a worker ended in the middle of a job')))
    return thread
  }

  function give(thread: Thread<In, Out>, job: Job<In, Out>): void {
    thread.job = job
    thread.worker.ref()
    if (thread.isReady) hand(thread)
    else limit(thread, startLimitMs, 'a worker did not start in time')
  }

  function hand(thread: Thread<In, Out>): void {
    const { job } = thread
    if (job === undefined) return
    limit(thread, timeLimitMs, `a job took more than ${timeLimitMs} ms`)
    try {
      thread.worker.postMessage(job.message, job.transfer)
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
    thread.worker.unref()
    idleTimer ??= setInterval(endIdle, Math.max(10, idleMs / 4)).unref()
  }

  /** Ends a thread for good. The next job gets a new one. */
  function retire(thread: Thread<In, Out>, error: Error): void {
    if (!threads.delete(thread)) return
    clearTimeout(thread.timer)
    const end = thread.worker.terminate().catch(() => {})
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
    while (waiting.length > 0) {
      const thread = findFree()
      if (thread === undefined) return
      give(thread, waiting.shift() as Job<In, Out>)
    }
    if (whenQuiet && ![...threads].some(({ job }) => job)) whenQuiet()
  }

  function findFree(): Thread<In, Out> | undefined {
    for (const thread of threads) if (thread.job === undefined) return thread
    return threads.size < size ? startThread() : undefined
  }

  return {
    run(message, transfer = []) {
      if (isClosed) return Promise.reject(new Busy('the workers are being closed'))
      const { promise, resolve, reject } = Promise.withResolvers<Out>()
      const job = { message, transfer, resolve, reject }
      const thread = findFree()
      if (thread !== undefined) give(thread, job)
      else if (waiting.length < longestQueue) waiting.push(job)
      else reject(new Busy(`${threads.size} jobs are running and ${waiting.length} waiting`))
      return promise
    },

    async close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(new Busy('the workers are being closed'))
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

/** Of the error its code and name alone: messages may quote what was being worked on. */
function wordsOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException
  return `a worker failed: ${code ?? name ?? 'unknown'}`
}
