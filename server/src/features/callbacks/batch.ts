// Writes many small items with few statements: items that arrive during a write go with the next one, others go at once. Nobody is
// told that an item is written before it is.
import { isRetryable, isUnavailable } from '../../db/errors.ts'

const MOST_AT_ONCE = 200
const PATIENCE = 5

interface BatchOptions<Item, Result> {
  /** Returns a result for each item, in order. */
  write(items: readonly Item[]): Promise<Result[]>
  onWritten(item: Item, result: Result): void
  onFailed(item: Item, error: unknown): void
}

/** Returns the function that adds an item. */
export function createBatch<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => void {
  const { write, onWritten, onFailed } = options
  let waiting: Item[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      await writeBatch(batch)
    }
    isWriting = false
  }

  async function writeBatch(batch: readonly Item[]): Promise<void> {
    let results: Result[]
    try {
      results = await patiently(() => write(batch))
    } catch (error) {
      // An item that cannot be written must not block the others.
      if (batch.length > 1 && !isUnavailable(error)) for (const item of batch) await writeBatch([item])
      else for (const item of batch) onFailed(item, error)
      return
    }
    for (const [at, item] of batch.entries()) onWritten(item, results[at] as Result)
  }

  return (item) => {
    waiting.push(item)
    if (!isWriting) void writeAll()
  }
}

/** A delivered callback must not be sent again because the database was unreachable for a moment. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await work()
    } catch (error) {
      const isInTheWay = isRetryable(error)
      if (!(isUnavailable(error) || isInTheWay) || time === PATIENCE) throw error
      await new Promise((resolve) => setTimeout(resolve, isInTheWay ? 5 * time : 500 * time))
    }
  }
}
