// The events of one system client, read once for all listeners in this process.
import * as log from '../../db/event-log.ts'
import type { Db } from '../../db/sql.ts'
import { listBranchesOf } from '../../organisation/branch-reach.ts'

const BATCH = 500

/** Before every event. */
const BEGINNING: log.Position = { transaction: '0', sequence: '0' }

export interface Feed {
  /** Where a listener begins: after an event, or with the next new one. */
  findStart(after: string | undefined): Promise<log.Position>
  /** The events after a position, perhaps none. From memory if all listeners are at the same position. */
  read(after: log.Position): Promise<log.EventRow[]>
  /** The present branch of what these events are about; null if it has no branch or is gone. */
  branchesOf(events: readonly log.EventRow[]): Promise<(subject: string) => string | null>
  /** Reads once for all listeners. */
  poll(): Promise<void>
}

export function createFeed(db: Db, clientId: string): Feed {
  /** The last step, shared by all listeners, and where it began. */
  let step: { from: log.Position; events: log.EventRow[] } | undefined
  let end: log.Position | undefined

  // A shared step is looked up once for all listeners limited to branches.
  const branches = new WeakMap<readonly log.EventRow[], Promise<Map<string, string | null>>>()

  const isSame = (a: log.Position, b: log.Position) =>
    a.transaction === b.transaction && a.sequence === b.sequence
  const findLast = async () => (await log.findLastPosition(db, clientId)) ?? BEGINNING

  return {
    async findStart(after) {
      if (after === undefined) return findLast()
      return (await log.findPosition(db, clientId, after)) ?? BEGINNING
    },
    async read(after) {
      if (end && isSame(after, end)) return []
      if (step && isSame(after, step.from)) return step.events
      return log.listEventsAfter(db, clientId, after, BATCH)
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
      const events = await log.listEventsAfter(db, clientId, from, BATCH)
      const last = events.at(-1)
      if (last) step = { from, events }
      end = last ?? from
    },
  }
}
