// Writes many small things with few statements: what comes while one is on its way goes with the next, and what comes when
// none is goes at once. Nobody is told that something is written before it is.
import { isUnavailable } from '../../db/errors.ts'

const MOST_AT_ONCE = 200
const PATIENCE = 5

/** `write` answers for each item, in their order. */
export function createBatch<Item, Result>(
  write: (items: readonly Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; settle: PromiseWithResolvers<Result> }[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      try {
        const results = await patiently(() => write(batch.map(({ item }) => item)))
        for (const [at, { settle }] of batch.entries()) settle.resolve(results[at] as Result)
      } catch (error) {
        for (const { settle } of batch) settle.reject(error)
      }
    }
    isWriting = false
  }

  return (item) => {
    const settle = Promise.withResolvers<Result>()
    waiting.push({ item, settle })
    if (!isWriting) void writeAll()
    return settle.promise
  }
}

/** What was delivered must not be sent again because the database was away for a moment. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || time === PATIENCE) throw error
      await new Promise((resolve) => setTimeout(resolve, 500 * time))
    }
  }
}
