// The worker's side of a pool: takes one job after the other and sends back what became of it. Imported by workers only.
import { parentPort, type Transferable } from 'node:worker_threads'

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; message: string; details: unknown }

/** `work` may name buffers to hand over instead of copying. What it throws reaches the caller as JobFailed. */
export function answerJobs<In>(
  work: (message: In) => Promise<{ value: unknown; transfer?: readonly Transferable[] }>,
): void {
  const port = parentPort
  if (port === null) throw new Error('answerJobs is for worker threads')
  const send = (message: FromWorker, transfer: readonly Transferable[] = []) =>
    port.postMessage(message, transfer)
  port.on('message', async (message: In) => {
    try {
      const { value, transfer } = await work(message)
      send({ kind: 'done', value }, transfer)
    } catch (error) {
      const { message: words, details } = error as Error & { details?: unknown }
      send({ kind: 'failed', message: String(words), details })
    }
  })
  send({ kind: 'ready' })
}
