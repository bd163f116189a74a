// Rows of notes for other features: unread ones of a board, joined and separated orders, what must be forgotten.
import type { Audience } from '@walkaround/contract/rules/notes.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

interface Unread {
  kind: 'order' | 'lead' | 'vehicle'
  id: string
  count: number
}

/** By card; of all cards of a board in one statement. Own notes are never unread. */
export function listUnread(
  scope: Scope,
  cards: readonly { kind: string; id: string }[],
  { loginId, audiences }: { loginId: string; audiences: readonly Audience[] },
): Promise<Unread[]> {
  return scope.db.rows(sql`
    select w.kind, w.id, n.count from unnest(${cards.map(({ kind }) => kind)}::text[],
      ${cards.map(({ id }) => id)}::text[]) as w(kind, id)
    cross join lateral (
      select count(*)::int as count from car_notes n
      where n.system_client_id = ${scope.clientId} and n.card_kind = w.kind and n.card_id = w.id
        and n.author_login_id <> ${loginId} and n.audience = any(${audiences}::text[])
        and n.arrived_at > coalesce((
          select r.read_until from car_note_reads r
          where r.system_client_id = ${scope.clientId} and r.card_kind = w.kind and r.card_id = w.id
            and r.login_id = ${loginId}), '-infinity')
    ) n
    where n.count > 0`)
}

export interface NoteOf {
  id: string
  note: string
  audience: Audience
  authorLoginId: string
  authorName: string
  arrivedAt: Date
  /** When this person last read the notes of the car. */
  readUntil: Date | null
}

/** By id; those that were erased are left out. */
export async function listNotesOf(scope: Scope, ids: readonly string[], loginId: string): Promise<NoteOf[]> {
  if (ids.length === 0) return []
  return scope.db.rows(sql`
    select n.id, n.note, n.audience, n.author_login_id, n.author_name, n.arrived_at, r.read_until
    from car_notes n
    left join car_note_reads r on r.system_client_id = n.system_client_id and r.card_kind = n.card_kind
      and r.card_id = n.card_id and r.login_id = ${loginId}
    where n.system_client_id = ${scope.clientId} and n.id = any(${ids}::text[])`)
}

/** The notes of a manual order go to the DMS order it turned out to be (I5), with how far people have read them. */
export function moveNotes(scope: Scope, { from, into }: { from: string; into: string }): void {
  scope.db.send(sql`
    insert into car_note_reads as r (system_client_id, card_kind, card_id, login_id, read_until)
    select ${scope.clientId}, card_kind, ${into}, login_id, read_until from car_note_reads
    where system_client_id = ${scope.clientId} and card_kind = 'order' and card_id = ${from}
    on conflict (system_client_id, card_kind, card_id, login_id) do nothing`)
  scope.db.send(sql`
    update car_notes set card_id = ${into}
    where system_client_id = ${scope.clientId} and card_kind = 'order' and card_id = ${from}`)
}

/** Those that were written on the manual order go back to it. */
export function moveNotesBack(
  scope: Scope,
  { manualId, orderId }: { manualId: string; orderId: string },
): void {
  scope.db.send(sql`
    update car_notes set card_id = ${manualId}
    where system_client_id = ${scope.clientId} and card_kind = 'order' and card_id = ${orderId}
      and written_on = ${manualId}`)
}

/** Of an order, of a lead, or wherever this address or number is in the text. How many were there. */
export async function deleteNotes(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  {
    orderId,
    leadId,
    value,
  }: { orderId?: string | undefined; leadId?: string | undefined; value?: string | undefined },
): Promise<number> {
  if (value === undefined)
    return db.run(sql`
      delete from car_notes where system_client_id = ${clientId}
        and card_kind = ${orderId === undefined ? 'lead' : 'order'} and card_id = ${orderId ?? leadId ?? ''}`)
  return db.run(sql`
    delete from car_notes n where n.system_client_id = ${clientId} and strpos(
      lower(regexp_replace(n.note, '[[:space:]]', '', 'g')),
      lower(regexp_replace(${value}::text, '[[:space:]]', '', 'g'))) > 0`)
}
