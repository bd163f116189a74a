// One worker of a pool: a thread, or a process for work that must be killable. Ending a thread does not stop its native code;
// ending a process stops everything.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Transferable, Worker } from 'node:worker_threads'
import type { FromWorker } from './answer-jobs.ts'

export interface Runner {
  post(message: unknown, transfer: readonly Transferable[]): void
  /** Resolves when it has stopped completely. */
  end(): Promise<unknown>
  /** Keeps this process alive for the worker. */
  ref(): void
  unref(): void
}

interface RunnerEvents {
  onMessage(message: FromWorker): void
  /** The worker ended or cannot continue. Called with the error that ended it, if there is one. */
  onEnd(error?: unknown): void
}

/** The worker gets neither the preloads of the process nor its environment, which may contain secrets. */
export function startThread(
  url: URL,
  resourceLimits: { maxOldGenerationSizeMb?: number },
  { onMessage, onEnd }: RunnerEvents,
): Runner {
  const worker = new Worker(url, { execArgv: [], env: {}, resourceLimits })
  worker.on('message', onMessage)
  worker.on('messageerror', () => onEnd(new Error('the answer of a worker could not be read')))
  worker.on('error', onEnd)
  worker.on('exit', () => onEnd())
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    end: () => worker.terminate().catch(() => {}),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  }
}

export function startProcess(
  url: URL,
  { maxOldGenerationSizeMb }: { maxOldGenerationSizeMb?: number },
  { onMessage, onEnd }: RunnerEvents,
): Runner {
  const child = fork(fileURLToPath(url), [], {
    execArgv: maxOldGenerationSizeMb === undefined ? [] : [`--max-old-space-size=${maxOldGenerationSizeMb}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  child.on('message', (message) => onMessage(message as FromWorker))
  child.on('error', onEnd)
  child.on('exit', () => onEnd())
  return {
    post: (message) => void child.send(message as object, (error) => error && onEnd(error)),
    end: () => {
      // An idle worker does not keep this process alive: without this, the process would end before the worker has closed.
      child.ref()
      child.kill('SIGKILL')
      return gone
    },
    ref: () => {
      child.ref()
      child.channel?.ref()
    },
    unref: () => {
      child.unref()
      child.channel?.unref()
    },
  }
}
