// The SQL of notes on cars, and of how far each person has read them.
import type { Audience } from '@walkaround/contract/rules/notes.ts'
import { insertEvent } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { Card } from './card.ts'

interface NoteRow {
  id: string
  note: string
  audience: Audience
  authorLoginId: string
  authorName: string
  writtenAt: Date
  arrivedAt: Date
  /** When the person who asks last read the notes of this car. */
  readUntil: Date | null
}

/** The newest, the oldest of them first. */
export function listNotes(
  scope: Scope,
  { kind, id }: Card,
  loginId: string,
  most: number,
): Promise<NoteRow[]> {
  return scope.db.rows(sql`
    select n.id, n.note, n.audience, n.author_login_id, n.author_name, n.written_at, n.arrived_at, r.read_until
    from (
      select id, note, audience, author_login_id, author_name, written_at, arrived_at from car_notes
      where system_client_id = ${scope.clientId} and card_kind = ${kind} and card_id = ${id}
      order by arrived_at desc limit ${most}
    ) n
    left join car_note_reads r on r.system_client_id = ${scope.clientId} and r.card_kind = ${kind} and r.card_id = ${id}
      and r.login_id = ${loginId}
    order by n.arrived_at, n.id`)
}

interface NewNoteRow {
  id: string
  note: string
  audience: Audience
  writtenOn: string
  authorName: string
  writtenAt: Date
}

/** False if the id is taken. */
export async function insertNote(scope: Scope, { kind, id }: Card, note: NewNoteRow): Promise<boolean> {
  const subject = `${kind === 'vehicle' ? 'survey' : kind}/${id}` as const
  const made = await scope.db.run(sql`
    with made as (
      insert into car_notes (system_client_id, id, card_kind, card_id, written_on, audience, note, author_login_id,
        author_name, written_at, arrived_at)
      values (${scope.clientId}, ${note.id}, ${kind}, ${id}, ${note.writtenOn}, ${note.audience}, ${note.note},
        ${scope.actor.id}, ${note.authorName}, ${note.writtenAt}, ${scope.now})
      on conflict (system_client_id, id) do nothing
      returning id
    )
    ${insertEvent(scope, 'note.written', subject, { noteId: note.id, for: note.audience })} from made`)
  return made === 1
}

/** What has this id. */
export function findNote(
  scope: Scope,
  id: string,
): Promise<{ note: string; authorLoginId: string } | undefined> {
  return scope.db.row(sql`
    select note, author_login_id from car_notes where system_client_id = ${scope.clientId} and id = ${id}`)
}

export async function saveRead(scope: Scope, { kind, id }: Card, until: Date): Promise<void> {
  await scope.db.run(sql`
    insert into car_note_reads as r (system_client_id, card_kind, card_id, login_id, read_until)
    values (${scope.clientId}, ${kind}, ${id}, ${scope.actor.id}, ${until})
    on conflict (system_client_id, card_kind, card_id, login_id) do update
      set read_until = excluded.read_until where r.read_until < excluded.read_until`)
}
