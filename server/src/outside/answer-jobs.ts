// The worker's side of a pool: takes one job after the other and sends back what became of it. Imported by workers only,
// threads and processes alike.
import { setPriority } from 'node:os'
import { parentPort, type Transferable } from 'node:worker_threads'

const NICENESS = 10

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; message: string; details: unknown }

/** `work` may name buffers to hand over instead of copying. What it throws reaches the caller as JobFailed. */
export function answerJobs<In>(
  work: (message: In) => Promise<{ value: unknown; transfer?: readonly Transferable[] }>,
): void {
  yieldToRequests()
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
  // Without the service there is nobody to work for.
  process.on('disconnect', () => process.exit())
  send({ kind: 'ready' })
}

/** Whoever waits for a form or a photo can wait a little; whoever taps cannot. */
function yieldToRequests(): void {
  // Linux counts each thread for itself; elsewhere it would slow the whole process down.
  if (process.platform !== 'linux') return
  try {
    setPriority(0, NICENESS)
  } catch {
    // The system does not allow it.
  }
}
