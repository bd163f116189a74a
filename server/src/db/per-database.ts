// Memory for one database at a time: versions of rows mean something in one database only.
import type { Db } from './sql.ts'

/** A transaction has a memory of its own, which is gone with it: what it sees may be rolled back. */
export function perDatabase<Memory>(make: () => Memory): (db: Db) => Memory {
  const memories = new WeakMap<Db, Memory>()
  return (db) => {
    const memory = memories.get(db) ?? make()
    memories.set(db, memory)
    return memory
  }
}
