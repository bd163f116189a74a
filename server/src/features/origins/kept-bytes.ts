// Things of the interface as they were last composed, as bytes. A DMS reads the same things again and again; as long as the revision
// of one is the same, its bytes are.
import { perDatabase } from '../../db/per-database.ts'
import { createFreshCache } from '../../identity/fresh-cache.ts'
import type { ReadyBytes } from '../../lib/ready-json.ts'
import { Recent } from '../../lib/recent.ts'
import type { Scope } from '../../scope.ts'

interface Composed<T> {
  /** Another one after every change of what the thing shows; together with the language that it is shown in. */
  revision: string
  bytes: ReadyBytes<T>
}

interface Things<T> {
  /** What all kept bytes may weigh together. */
  mostBytes: number
  /** By id, without reading what the things show. Those that do not exist are left out. */
  listRevisions(
    scope: Pick<Scope, 'db' | 'clientId' | 'client'>,
    ids: readonly string[],
  ): Promise<Map<string, string>>
  /** Throws if there is no such thing. The revision is read in the statement that reads the thing. */
  compose(scope: Scope, id: string): Promise<Composed<T>>
}

type Revisions = ReturnType<typeof createFreshCache<string>>

interface Memory<T> {
  composed: Recent<Composed<T>>
  /** By client. */
  revisions: Recent<Revisions>
}

const CLIENTS = 100

/** Call the result outside transactions: what one sees may be rolled back. */
export function keepBytes<T>({ mostBytes, listRevisions, compose }: Things<T>) {
  const memoryOf = perDatabase<Memory<T>>(() => ({
    composed: new Recent(mostBytes, ({ bytes }) => bytes.length),
    revisions: new Recent(CLIENTS),
  }))

  /**
   * Nothing is remembered: requests that come while one statement is on its way share the next one, which begins after all of them
   * have come.
   */
  function revisionsOf({ revisions }: Memory<T>, { db, clientId, client }: Scope): Revisions {
    const key = JSON.stringify([clientId, client.masters])
    const known = revisions.get(key)
    if (known) return known
    const made = createFreshCache<string>({
      read: (ids) => listRevisions({ db, clientId, client }, ids),
      freshMs: 0,
      size: 0,
      clock: () => 0,
    })
    revisions.set(key, made)
    return made
  }

  return async (scope: Scope, id: string): Promise<ReadyBytes<T>> => {
    const memory = memoryOf(scope.db)
    const key = JSON.stringify([scope.clientId, id, scope.client.language])
    const kept = memory.composed.get(key)
    if (kept && kept.revision === (await revisionsOf(memory, scope).find(id))) return kept.bytes
    memory.composed.delete(key)
    const composed = await compose(scope, id)
    memory.composed.set(key, composed)
    return composed.bytes
  }
}
