// The SQL of how long events are kept.
import { isOfAccess } from '../events.ts'
import { type Db, sql } from '../sql.ts'

interface RetentionRow {
  /** Empty for all kinds without a rule of their own. */
  kind: string
  days: number
  isExported: boolean
}

export function listRetention(db: Db, clientId: string): Promise<RetentionRow[]> {
  return db.rows(sql`
    select kind, days, is_exported from event_retention where system_client_id = ${clientId} order by kind`)
}

/** All rules of the client begin anew: what one no longer covers, another may. */
export async function putRetention(db: Db, clientId: string, rule: RetentionRow): Promise<void> {
  const { kind, days, isExported } = rule
  await db.run(sql`
    insert into event_retention (system_client_id, kind, days, is_exported)
    values (${clientId}, ${kind}, ${days}, ${isExported})
    on conflict (system_client_id, kind) do update set days = excluded.days, is_exported = excluded.is_exported`)
  await beginAnew(db, clientId)
}

export async function deleteRetention(db: Db, clientId: string, kind: string): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from event_retention where system_client_id = ${clientId} and kind = ${kind}`)
  await beginAnew(db, clientId)
  return deleted > 0
}

async function beginAnew(db: Db, clientId: string): Promise<void> {
  await db.run(sql`update event_retention set applied_until = 'epoch' where system_client_id = ${clientId}`)
}

export interface DueRule {
  clientId: string
  kind: string
}

/** Of all clients, those that were last applied a day ago or longer; of one client, all that leave something to remove. */
export function listDueRules(db: Db, clientId: string | null): Promise<DueRule[]> {
  return db.rows(sql`
    select system_client_id as client_id, kind from event_retention
    where (${clientId}::text is null or system_client_id = ${clientId})
      and applied_until < now() - make_interval(days => days + ${clientId === null ? 1 : 0}::int)
    order by system_client_id, kind`)
}

interface HeldRule extends DueRule {
  isExported: boolean
  appliedUntil: Date
  cutoff: Date
}

/** Undefined if another process has it, or if somebody has changed it meanwhile. */
export function lockRule(db: Db, { clientId, kind }: DueRule): Promise<HeldRule | undefined> {
  return db.row(sql`
    select system_client_id as client_id, kind, is_exported, applied_until,
      date_trunc('milliseconds', now() - make_interval(days => days)) as cutoff
    from event_retention where system_client_id = ${clientId} and kind = ${kind} for update skip locked`)
}

export async function setApplied(db: Db, { clientId, kind }: DueRule, until: Date): Promise<void> {
  await db.run(sql`
    update event_retention set applied_until = ${until} where system_client_id = ${clientId} and kind = ${kind}`)
}

interface OldEvent {
  loggedAt: Date
  position: number
  /** The whole row as JSON. */
  line: string
}

export function listOld(db: Db, { clientId, kind, appliedUntil, cutoff }: HeldRule, limit: number) {
  return db.rows<OldEvent>(sql`
    select l.logged_at, l.position, row_to_json(l)::text as line from event_log l
    where l.system_client_id = ${clientId} and l.logged_at >= ${appliedUntil} and l.logged_at < ${cutoff}
      and case when ${kind} <> '' then kind = ${kind} else not (${isOfAccess}) and not exists (
        select from event_retention r where r.system_client_id = ${clientId} and r.kind = l.kind) end
    order by l.logged_at, l.position limit ${limit}`)
}

/** Readers before the last of them are told to begin anew. */
export async function deleteOld(db: Db, clientId: string, events: readonly OldEvent[]): Promise<void> {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || !last) return
  await db.run(sql`
    delete from event_log
    where system_client_id = ${clientId} and logged_at between ${first.loggedAt} and ${last.loggedAt}
      and position = any(${events.map(({ position }) => position)}::bigint[])`)
  await db.run(sql`
    update event_heads set kept_after = greatest(kept_after, ${last.position}::bigint)
    where system_client_id = ${clientId}`)
}
