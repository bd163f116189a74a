// What happens at one system client, read once for all who listen to it in this process.
import { listBranchesOf } from '../../access/branch-reach.ts'
import type { Db } from '../../db/sql.ts'
import * as store from './store.ts'

const BATCH = 500

/** Before every event there is. */
const BEGINNING: store.Position = { transaction: '0', sequence: '0' }

export interface Feed {
  /** Where a listener begins: after an event, or with what happens from now on. */
  findStart(after: string | undefined): Promise<store.Position>
  /** What comes after, perhaps nothing. From memory when everyone reads the same. */
  read(after: store.Position): Promise<store.EventRow[]>
  /** Where what these events are about belongs now; null for what belongs to no branch, or is gone. */
  branchesOf(events: readonly store.EventRow[]): Promise<(subject: string) => string | null>
  /** Looks once for all. */
  poll(): Promise<void>
}

export function createFeed(db: Db, clientId: string): Feed {
  /** The last step everyone may share, and where it began. */
  let step: { from: store.Position; events: store.EventRow[] } | undefined
  let end: store.Position | undefined

  // A step that everyone shares is looked up once for all who are limited.
  const branches = new WeakMap<readonly store.EventRow[], Promise<Map<string, string | null>>>()

  const isSame = (a: store.Position, b: store.Position) =>
    a.transaction === b.transaction && a.sequence === b.sequence
  const findLast = async () => (await store.findLastPosition(db, clientId)) ?? BEGINNING

  return {
    async findStart(after) {
      if (after === undefined) return findLast()
      return (await store.findPosition(db, clientId, after)) ?? BEGINNING
    },
    async read(after) {
      if (end && isSame(after, end)) return []
      if (step && isSame(after, step.from)) return step.events
      return store.listEventsAfter(db, clientId, after, BATCH)
    },
    async branchesOf(events) {
      let found = branches.get(events)
      if (!found) {
        found = listBranchesOf({ db, clientId }, [...new Set(events.map(({ subject }) => subject))])
        branches.set(events, found)
      }
      const known = await found
      return (subject) => (subject.startsWith('branch/') ? subject.slice(7) : (known.get(subject) ?? null))
    },
    async poll() {
      const from = end ?? (await findLast())
      const events = await store.listEventsAfter(db, clientId, from, BATCH)
      const last = events.at(-1)
      if (last) step = { from, events }
      end = last ?? from
    },
  }
}
