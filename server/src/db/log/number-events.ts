// Moves events from the inbox into the log and gives each client's events positions without gaps. An event gets its position after
// its commit, so a reader at a position has seen everything before it, however long a transaction stays open.
import { setImmediate } from 'node:timers/promises'
import type { EventKind } from '@walkaround/contract/events.ts'
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

export interface ToldEvent {
  sequence: number
  kind: EventKind
  at: Date
  subject: string
  /** As JSON. */
  payload: string | null
  place: Place
}

/** Is told events of some kinds, once each, in the transaction that gives them their positions. Returns how many it passes on. */
export interface Teller {
  kinds: readonly EventKind[]
  tell(of: { db: Db; clientId: string }, events: readonly ToldEvent[]): Promise<number>
}

/** What else is done with events in the transaction that gives them their positions. */
interface Followers {
  noteChanges?: NoteChanges
  teller?: Teller
}

interface Numbered {
  /** How many have a position now. */
  count: number
  /** How many were passed on. */
  told: number
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
  followers: Followers = {},
): Promise<Numbered> {
  const numbered = { count: 0, told: 0, isMore: false }
  const failures: unknown[] = []
  for (const clientId of await store.listWaitingClients(database)) {
    try {
      const { count, told } = await numberOrPrepare(database, clientId, { findPlaces, ...followers })
      numbered.count += count
      numbered.told += told
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

interface Asked extends Followers {
  findPlaces: FindPlaces
}

type Done = Omit<Numbered, 'isMore'>

async function numberOrPrepare(database: Database, clientId: string, asked: Asked): Promise<Done> {
  try {
    return await numberClient(database, clientId, asked)
  } catch (error) {
    if (!isMissingPartition(error)) throw error
    const loggedAt = (await findHead(database, clientId))?.loggedAt.getTime() ?? 0
    await makePartitions(database, new Date(Math.max(Date.now(), loggedAt)))
    return numberClient(database, clientId, asked)
  }
}

function numberClient(
  database: Database,
  clientId: string,
  { findPlaces, noteChanges, teller }: Asked,
): Promise<Done> {
  return database.transaction(async (db) => {
    const [locked, waiting] = await Promise.all([
      store.lockHead(db, clientId),
      store.listWaiting(db, clientId, { limit: BATCH, told: teller?.kinds ?? [] }),
    ])
    // Only one process at a time numbers a client; the others leave it alone.
    const head = locked ?? (await store.insertHead(db, clientId))
    if (!head || waiting.length === 0) return { count: 0, told: 0 }
    const names = new Set(waiting.flatMap(({ subject, left }) => (left === null ? [subject] : [left])))
    const places = await findPlaces({ db, clientId }, [...names])
    const placed = waiting.map((event) => ({ sequence: event.sequence, ...placeOf(event, places) }))
    const events = waiting.flatMap(({ left: _, ...event }) =>
      teller?.kinds.includes(event.kind)
        ? [{ ...event, place: placeOf({ ...event, left: null }, places) }]
        : [],
    )
    const told = events.length === 0 ? 0 : ((await teller?.tell({ db, clientId }, events)) ?? 0)
    store.moveEvents(db, clientId, head, placed)
    noteChanges?.({ db, clientId }, waiting, head.loggedAt)
    return { count: waiting.length, told }
  })
}

function placeOf(
  { subject, left }: Pick<store.WaitingRow, 'subject' | 'left'>,
  places: ReadonlyMap<string, Place>,
): Place {
  const nowhere = { card: null, branchId: null }
  if (!subject.startsWith('branch/')) return places.get(subject) ?? nowhere
  // What left a branch is told to those who could see it there.
  return { card: left && (places.get(left)?.card ?? null), branchId: subject.slice('branch/'.length) }
}
