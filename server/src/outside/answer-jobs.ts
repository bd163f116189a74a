// The worker's side of a pool: takes one job after the other and sends back its result or its error. Imported only by workers, both
// threads and processes.
import { setPriority } from 'node:os'
import { parentPort, type Transferable } from 'node:worker_threads'

const NICENESS = 10

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; message: string; details: unknown }

/**
 * `work` may name buffers to transfer instead of copying. An error that it throws reaches the caller as JobFailed. Urgent work has
 * the priority of requests: one of them waits for it with rows locked.
 */
export function answerJobs<In>(
  work: (message: In) => Promise<{ value: unknown; transfer?: readonly Transferable[] }>,
  { isUrgent = false }: { isUrgent?: boolean } = {},
): void {
  if (!isUrgent) yieldToRequests()
  const send = parentPort
    ? (message: FromWorker, transfer: readonly Transferable[] = []) =>
        parentPort?.postMessage(message, transfer)
    : (message: FromWorker) => process.send?.(message)
  const take = async (message: In) => {
    try {
      const { value, transfer } = await work(message)
      send({ kind: 'done', value }, transfer)
    } catch (error) {
      const { message: words, details } = error as Error & { details?: unknown }
      send({ kind: 'failed', message: String(words), details })
    }
  }
  if (parentPort) parentPort.on('message', take)
  else process.on('message', (message) => take(message as In))
  // Without the service there is no work to do.
  process.on('disconnect', () => process.exit())
  send({ kind: 'ready' })
}

/** Lowers the priority of this worker: forms and photos can wait a little, requests cannot. */
function yieldToRequests(): void {
  // Linux has a priority per thread; on other systems this would slow down the whole process.
  if (process.platform !== 'linux') return
  try {
    setPriority(0, NICENESS)
  } catch {
    // The system does not allow it.
  }
}
