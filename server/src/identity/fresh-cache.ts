// Caches what was read for a moment, so that changes made elsewhere take effect within a known time. It knows
// nothing of keys or clients; one read runs at a time, so that no flood of misses can become a flood of queries.
import { problem } from '../problems.ts'

interface FreshCacheOptions<Value> {
  /** Ids missing from the result do not exist. */
  read(ids: string[]): Promise<Map<string, Value>>
  /** How old a value may be, counted from the start of the read that brought it. */
  freshMs: number
  clock: () => number
  /** How many values are kept, and separately how many ids that do not exist. */
  size?: number
  /** When a read counts as lost, and the next one may start. */
  patienceMs?: number
}

interface FreshCache<Value> {
  /** At once when it is fresh, else a promise. */
  find(id: string): Value | undefined | Promise<Value | undefined>
  forget(): void
}

interface Batch<Value> {
  ids: Set<string>
  answer: Promise<Map<string, Value>>
  settle: (answer: Map<string, Value> | Promise<never>) => void
  startedAt: number
  /** Its result may be older than a call of forget(). */
  isForgotten: boolean
}

export function createFreshCache<Value>(options: FreshCacheOptions<Value>): FreshCache<Value> {
  const { read, freshMs, clock, size = 10_000, patienceMs = 30_000 } = options
  // Kept separately, so that somebody who invents ids cannot evict the values others use.
  const known = new Map<string, { value: Value; readAt: number }>()
  const unknown = new Map<string, number>()
  let running: Batch<Value> | undefined
  let next: Batch<Value> | undefined

  function isFresh(readAt: number, now: number): boolean {
    const age = now - readAt
    // A clock set back makes entries look younger than they are, never by more than their age: still below a second.
    return age >= 0 && age < freshMs
  }

  function newBatch(): Batch<Value> {
    const { promise, resolve } = Promise.withResolvers<Map<string, Value>>()
    return { ids: new Set(), answer: promise, settle: resolve, startedAt: 0, isForgotten: false }
  }

  /** Insertion order is the order of reading, so the entries dropped first are those that expire first anyway. */
  function keepSize(map: Map<string, unknown>): void {
    for (const id of map.keys()) {
      if (map.size <= size) return
      map.delete(id)
    }
  }

  function remember(batch: Batch<Value>, found: Map<string, Value>): void {
    for (const id of batch.ids) {
      known.delete(id)
      unknown.delete(id)
      const value = found.get(id)
      if (value === undefined) unknown.set(id, batch.startedAt)
      else known.set(id, { value, readAt: batch.startedAt })
    }
    keepSize(known)
    keepSize(unknown)
  }

  function start(): void {
    if (running || !next) return
    const batch = next
    next = undefined
    running = batch
    batch.startedAt = clock()
    const timer = setTimeout(
      () => fail(problem('unavailable', 'the database does not answer', { 'retry-after': '5' })),
      patienceMs,
    )
    timer.unref()
    const finish = (answer: Map<string, Value> | Promise<never>) => {
      clearTimeout(timer)
      batch.settle(answer)
      if (running !== batch) return
      running = undefined
      start()
    }
    const fail = (error: unknown) => finish(Promise.reject(error))
    read([...batch.ids]).then((found) => {
      if (!batch.isForgotten && running === batch) remember(batch, found)
      finish(found)
    }, fail)
  }

  async function load(id: string, now: number): Promise<Value | undefined> {
    // A read that began too long ago may have missed a change this caller must see.
    let batch = running
    if (!batch?.ids.has(id) || batch.isForgotten || !isFresh(batch.startedAt, now)) {
      next ??= newBatch()
      next.ids.add(id)
      batch = next
      start()
    }
    return (await batch.answer).get(id)
  }

  return {
    find(id) {
      const now = clock()
      const hit = known.get(id)
      if (hit && isFresh(hit.readAt, now)) return hit.value
      const missedAt = unknown.get(id)
      if (missedAt !== undefined && isFresh(missedAt, now)) return undefined
      return load(id, now)
    },
    forget() {
      known.clear()
      unknown.clear()
      if (running) running.isForgotten = true
    },
  }
}
