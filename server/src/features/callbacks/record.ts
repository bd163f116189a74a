// Writes down what became of attempts: those that end while the database is busy with others are written together, so that
// many deliveries cost few commits. Nobody is told that an attempt is recorded before it is.
import type { Database } from '../../db/database.ts'
import { isUnavailable } from '../../db/errors.ts'
import { type Record, recordAttempts } from './delivery-store.ts'

/** False when another holds the delivery by now. */
export type Recorder = (record: Record) => Promise<boolean>

const MOST_AT_ONCE = 100
const PATIENCE = 5

export function createRecorder(database: Database): Recorder {
  let waiting: { record: Record; settle: PromiseWithResolvers<boolean> }[] = []
  let isWriting = false

  async function write(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      try {
        const held = await patiently(() =>
          recordAttempts(
            database,
            batch.map(({ record }) => record),
          ),
        )
        for (const [at, { settle }] of batch.entries()) settle.resolve(held[at] === true)
      } catch (error) {
        for (const { settle } of batch) settle.reject(error)
      }
    }
    isWriting = false
  }

  return (record) => {
    const settle = Promise.withResolvers<boolean>()
    waiting.push({ record, settle })
    if (!isWriting) void write()
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
