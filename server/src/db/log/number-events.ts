// Moves events from the inbox into the log and gives each client's events positions without gaps. An event gets its position after
// its commit, so a reader at a position has seen everything before it, however long a transaction stays open.
import { setImmediate } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { isMissingPartition } from '../errors.ts'
import type { Db } from '../sql.ts'
import * as store from './number-store.ts'
import { makePartitions } from './partitions.ts'
import { findHead } from './read-log.ts'

/** Few enough that nobody waits for the embedded engine, which does one thing at a time. */
const BATCH = 200

export interface Place {
  /** The card of the board: `order/…`, `lead/…` or `vehicle/…`. */
  card: string | null
  branchId: string | null
}

/** Where orders, leads and surveys belong, named as events name them. What does not exist is left out. */
export type FindPlaces = (
  of: { db: Db; clientId: string },
  names: readonly string[],
) => Promise<ReadonlyMap<string, Place>>

/** What lists show of the things that events are about, in the transaction that gives those events their time. */
export type NoteChanges = (
  of: { db: Db; clientId: string },
  events: readonly { kind: string; subject: string }[],
  loggedAt: Date,
) => void

interface Numbered {
  /** How many have a position now. */
  count: number
  /** More are waiting. */
  isMore: boolean
}

/**
 * One batch of every client that has events waiting. Several processes share the work. What fails for one client is reported after
 * the others had their turn.
 */
export async function numberEvents(
  database: Database,
  findPlaces: FindPlaces,
  noteChanges?: NoteChanges,
): Promise<Numbered> {
  const numbered = { count: 0, isMore: false }
  const failures: unknown[] = []
  for (const clientId of await store.listWaitingClients(database)) {
    try {
      const count = await numberOrPrepare(database, clientId, () =>
        numberClient(database, clientId, findPlaces, noteChanges),
      )
      numbered.count += count
      numbered.isMore ||= count === BATCH
    } catch (error) {
      failures.push(error)
    }
    // The embedded engine works in this thread: without this, no request is read while there is more to number.
    await setImmediate()
  }
  if (failures.length > 0) throw failures[0]
  return numbered
}

async function numberOrPrepare(
  database: Database,
  clientId: string,
  number: () => Promise<number>,
): Promise<number> {
  try {
    return await number()
  } catch (error) {
    if (!isMissingPartition(error)) throw error
    const loggedAt = (await findHead(database, clientId))?.loggedAt.getTime() ?? 0
    await makePartitions(database, new Date(Math.max(Date.now(), loggedAt)))
    return number()
  }
}

function numberClient(
  database: Database,
  clientId: string,
  findPlaces: FindPlaces,
  noteChanges: NoteChanges | undefined,
): Promise<number> {
  return database.transaction(async (db) => {
    const [locked, waiting] = await Promise.all([
      store.lockHead(db, clientId),
      store.listWaiting(db, clientId, BATCH),
    ])
    // Only one process at a time numbers a client; the others leave it alone.
    const head = locked ?? (await store.insertHead(db, clientId))
    if (!head || waiting.length === 0) return 0
    const names = new Set(waiting.flatMap(({ subject, left }) => (left === null ? [subject] : [left])))
    const places = await findPlaces({ db, clientId }, [...names])
    const placed = waiting.map((event) => ({ sequence: event.sequence, ...placeOf(event, places) }))
    store.moveEvents(db, clientId, head, placed)
    noteChanges?.({ db, clientId }, waiting, head.loggedAt)
    return waiting.length
  })
}

function placeOf({ subject, left }: store.WaitingRow, places: ReadonlyMap<string, Place>): Place {
  const nowhere = { card: null, branchId: null }
  if (!subject.startsWith('branch/')) return places.get(subject) ?? nowhere
  // What left a branch is told to those who could see it there.
  return { card: left && (places.get(left)?.card ?? null), branchId: subject.slice('branch/'.length) }
}
