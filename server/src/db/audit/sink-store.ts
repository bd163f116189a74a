// The SQL of sinks: who sends to one now, how far it has taken up each chain, and what it said last.
import { type Db, part, sql } from '../sql.ts'

/** Sinks of the installation belong to no client. */
const INSTALLATION = ''

interface WaitingChain {
  clientId: string
  /** The last position that the sink took, or after which the chain begins. */
  sent: number
}

/** What the sink `k` lacks of a chain `h`. */
const lacking = part`from audit_heads h left join audit_sink_positions p
      on p.system_client_id = h.system_client_id and p.sink = k.sink
    where h.position > coalesce(p.position, 0)`

/** Chains with entries that the sink has not taken; so many at most. */
export function listWaitingChains(db: Db, sink: string, limit: number): Promise<WaitingChain[]> {
  return db.rows<WaitingChain>(sql`
    select w.client_id, w.sent from (select ${sink}::text as sink) k cross join lateral (
      select h.system_client_id as client_id, greatest(coalesce(p.position, 0), h.cut_position) as sent ${lacking}
    ) w order by w.client_id limit ${limit}`)
}

export interface Claimed {
  fence: number
  failures: number
}

/** Undefined if it is not time yet, or another process sends. `isAlone`: there is no other process, so whoever sent before is gone. */
export function claimSink(
  db: Db,
  sink: string,
  { now, until, isAlone }: { now: Date; until: Date; isAlone: boolean },
): Promise<Claimed | undefined> {
  return db.row<Claimed>(sql`
    insert into audit_sinks as k (system_client_id, sink, fence, leased_until)
    values (${INSTALLATION}, ${sink}, 1, ${until})
    on conflict (system_client_id, sink) do update set fence = k.fence + 1, leased_until = excluded.leased_until
      where coalesce(k.next_at <= ${now}, true) and (${isAlone} or coalesce(k.leased_until <= ${now}, true))
    returning fence, failures`)
}

/** False if somebody else sends by now. */
export async function noteTaken(
  db: Db,
  sink: string,
  { fence, now, until, answer }: { fence: number; now: Date; until: Date; answer: string },
): Promise<boolean> {
  const changed = await db.run(sql`
    update audit_sinks set leased_until = ${until}, failures = 0, next_at = null, answered_at = ${now}, answer = ${answer},
      taken_at = ${now}
    where system_client_id = ${INSTALLATION} and sink = ${sink} and fence = ${fence}`)
  return changed > 0
}

export async function movePositions(
  db: Db,
  sink: string,
  positions: readonly { clientId: string; position: number }[],
): Promise<void> {
  await db.run(sql`
    insert into audit_sink_positions as p (system_client_id, sink, position)
    select m."clientId", ${sink}, m.position
    from json_to_recordset(${JSON.stringify(positions)}::json) as m("clientId" text, position bigint)
    on conflict (system_client_id, sink) do update set position = excluded.position`)
}

export async function noteRefused(
  db: Db,
  sink: string,
  refused: { fence: number; now: Date; nextAt: Date; failures: number; answer: string },
): Promise<void> {
  const { fence, now, nextAt, failures, answer } = refused
  await db.run(sql`
    update audit_sinks set leased_until = null, failures = ${failures}, next_at = ${nextAt}, answered_at = ${now},
      answer = ${answer}
    where system_client_id = ${INSTALLATION} and sink = ${sink} and fence = ${fence}`)
}

export async function releaseSink(db: Db, sink: string, fence: number): Promise<void> {
  await db.run(sql`
    update audit_sinks set leased_until = null
    where system_client_id = ${INSTALLATION} and sink = ${sink} and fence = ${fence}`)
}

/** Whoever sends at this moment is overtaken, so that it moves no position. Returns how many chains will be sent from their start. */
export async function forgetPositions(db: Db, sink: string): Promise<number> {
  await db.run(sql`
    update audit_sinks set fence = fence + 1, leased_until = null, next_at = null
    where system_client_id = ${INSTALLATION} and sink = ${sink}`)
  return db.run(sql`delete from audit_sink_positions where sink = ${sink}`)
}

export interface SinkState {
  sink: string
  /** Entries of the chains that it has not taken. */
  behind: number
  /** When the oldest of them was written. */
  oldestAt: Date | null
  failures: number
  nextAt: Date | null
  answeredAt: Date | null
  answer: string | null
  takenAt: Date | null
}

export function listSinkStates(db: Db, sinks: readonly string[]): Promise<SinkState[]> {
  return db.rows<SinkState>(sql`
    select k.sink, w.behind, w.oldest_at, coalesce(a.failures, 0) as failures, a.next_at, a.answered_at, a.answer, a.taken_at
    from json_to_recordset(${JSON.stringify(sinks.map((sink) => ({ sink })))}::json) as k(sink text)
    left join audit_sinks a on a.system_client_id = ${INSTALLATION} and a.sink = k.sink
    cross join lateral (
      select coalesce(sum(l.head_position - l.sent), 0)::bigint as behind, min(n.at) as oldest_at
      from (select h.system_client_id, h.position as head_position,
          greatest(coalesce(p.position, 0), h.cut_position) as sent ${lacking}) l
      left join audit_entries n on n.system_client_id = l.system_client_id and n.position = l.sent + 1
    ) w order by k.sink`)
}
