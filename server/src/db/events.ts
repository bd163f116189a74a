// One row per change, in the transaction of the change: audit log, live updates and statistics all read it. It goes into the inbox;
// the log gives it its position after the commit (db/log).
import {
  type EventKind,
  type EventPayload,
  type EventSubject,
  eventKinds,
  eventVersion,
  type LoggedEvent,
} from '@walkaround/contract/events.ts'
import type { Scope } from '../scope.ts'
import { type Db, Part, part, type Statement, sql, type Told } from './sql.ts'

export function actorText(scope: Pick<Scope, 'actor'>): string {
  const { kind, id } = scope.actor
  return `${kind}:${id}`
}

type Writer = Pick<Scope, 'clientId' | 'actor' | 'now'>

/**
 * Ends a statement that changes something, so that a row and its event are one round trip: `with made as (…)
 * ${insertEvent(…)} from made` writes one event for every row of `made`, and without `from` exactly one. `told` says for the log of
 * requests what SQL alone knows: kinds and subjects that are parts.
 */
export function insertEvent<K extends EventKind>(
  scope: Writer,
  kind: K | Part,
  subject: EventSubject<K> | Part,
  ...[payload, told]: EventPayload<K> extends undefined
    ? []
    : [payload: EventPayload<K> | Part, told?: readonly Told[]]
): Part {
  const json = payload instanceof Part ? payload : part`${payload ? JSON.stringify(payload) : null}::json`
  const version =
    kind instanceof Part
      ? part`coalesce((${laterVersions}::json->>(${kind}))::smallint, 1)`
      : part`${eventVersion(kind)}::smallint`
  const written = part`insert into event_inbox (system_client_id, at, kind, version, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, ${kind}, ${version}, ${subject}, ${actorText(scope)}, ${json}`
  return new Part(written.shape, written.values, {
    tells: told ?? toldOf(kind, subject),
    moves: written.moves,
  })
}

function toldOf(kind: string | Part, subject: string | Part): readonly Told[] | undefined {
  if (kind instanceof Part) return undefined
  return [subject instanceof Part ? { kind } : { kind, subject }]
}

/**
 * The same transaction, which adds to `told` what its statements tell. One whose result nobody waits for is taken at its word; any
 * other tells nothing if it changed nothing.
 */
export const noting = (db: Db, told: Told[]): Db => ({
  async rows<Row>(statement: Statement) {
    const rows = await db.rows<Row>(statement)
    if (statement.tells) add(told, statement.tells, rows.length)
    return rows
  },
  async row<Row>(statement: Statement) {
    const row = await db.row<Row>(statement)
    if (statement.tells && row !== undefined) add(told, statement.tells, 1)
    return row
  },
  async run(statement) {
    const changed = await db.run(statement)
    if (statement.tells) add(told, statement.tells, changed)
    return changed
  },
  send(statement) {
    db.send(statement)
    if (statement.tells) add(told, statement.tells, 1)
  },
})

/** Rows count where the statement alone knows the subjects. */
function add(told: Told[], tells: readonly Told[], rows: number): void {
  if (rows === 0) return
  for (const one of tells) told.push(one.subject === undefined && rows > 1 ? { ...one, times: rows } : one)
}

/** Kinds whose payload is no longer that of the first version, for statements that choose the kind themselves. */
const laterVersions = JSON.stringify(
  Object.fromEntries(
    Object.entries(eventKinds).flatMap(([kind, { version }]) => (version > 1 ? [[kind, version]] : [])),
  ),
)

export async function recordEvents(
  scope: Writer & { db: Db },
  events: readonly LoggedEvent[],
): Promise<void> {
  if (events.length === 0) return
  await scope.db.run(sql`
    ${insertEvent(scope, part`e.kind`, part`e.subject`, part`e.payload`, events.map(toTold))}
    from json_to_recordset(${JSON.stringify(events)}::json) as e(kind text, subject text, payload json)`)
}

const toTold = ({ kind, subject }: LoggedEvent): Told => ({ kind, subject })

/** Which events tell who may do what. There are few of them, and they have an index of their own. */
export const isOfAccess = part`split_part(kind, '.', 1) in ('client', 'login', 'key')`

/** The highest time among the latest events of every client but sandboxes: the clock may have gone back between two of them. */
export async function findNewestEvent(db: Db): Promise<{ at: Date | null } | undefined> {
  return db.row(sql`
    select max(latest.at) as at from system_clients c
    cross join lateral (
      (select at from event_inbox where system_client_id = c.system_client_id order by sequence desc limit 1000)
      union all
      (select at from event_log where system_client_id = c.system_client_id
        order by logged_at desc, position desc limit 1000)
    ) latest
    where not c.is_sandbox`)
}

/** Whether anybody but these actors caused an event, at any client. */
export async function hasEventsOfOthers(db: Db, actors: readonly string[]): Promise<boolean> {
  const row = await db.row(sql`select 1 from events where actor <> all(${actors}::text[]) limit 1`)
  return row !== undefined
}
