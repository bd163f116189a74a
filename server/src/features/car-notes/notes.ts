// Writes and reads notes on a car, and keeps how far each person has read them.

import type { CarNote, NewNote, NotesRead } from '@walkaround/contract/app/notes.ts'
import { timeOfTap } from '@walkaround/contract/rules/conflicting-taps.ts'
import { toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { audiencesOf } from '@walkaround/contract/rules/notes.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { problem } from '../../problems.ts'
import type { Fields, Scope } from '../../scope.ts'
import { holdOrigin } from '../origins/rows.ts'
import { atCard, type Card, findCard } from './card.ts'
import * as store from './store.ts'

const MOST_SHOWN = 200

export async function listNotes(scope: Scope, card: string, role: Role | 'support'): Promise<CarNote[]> {
  const { id: me } = scope.actor
  const rows = await store.listNotes(scope, await findCard(scope, card), me, MOST_SHOWN)
  const mine: readonly string[] = audiencesOf(role)
  return rows.map((row) => {
    const isMine = row.authorLoginId === me
    const isUnread =
      !isMine && mine.includes(row.audience) && (row.readUntil === null || row.arrivedAt > row.readUntil)
    return {
      id: row.id,
      text: row.note,
      for: row.audience,
      by: row.authorName,
      at: row.writtenAt.toISOString(),
      arrivedAt: row.arrivedAt.toISOString(),
      ...(isMine ? { isMine } : {}),
      ...(isUnread ? { isUnread } : {}),
    }
  })
}

/** Nobody joins or separates the order meanwhile. */
async function holdCard(scope: Scope, name: string): Promise<Card> {
  const card = await findCard(scope, name)
  if (card.kind === 'vehicle') return card
  await holdOrigin(scope, { kind: card.kind, id: card.id })
  return findCard(scope, name)
}

export async function putNote(
  scope: Scope,
  card: string,
  id: string,
  fields: Fields<NewNote>,
  by: { name: string },
): Promise<void> {
  const held = await holdCard(scope, card)
  const { text, for: audience = 'everybody', at, clockAhead } = fields.get()
  if (text.trim() === '') throw problem('missingField', 'text: has no words')
  const note = {
    id,
    note: text.trim(),
    audience,
    writtenOn: held.id,
    authorName: by.name,
    writtenAt: timeOfTap(await atCard(scope, card), { at, clockAhead }),
  }
  if (await store.insertNote(scope, held, note)) return
  const known = await store.findNote(scope, id)
  if (known?.note === note.note && known.authorLoginId === scope.actor.id) return
  throw problem('idTaken', `note "${id}" exists with other words; use a new id`)
}

export async function putNotesRead(scope: Scope, card: string, fields: Fields<NotesRead>): Promise<void> {
  const found = await findCard(scope, card)
  const until = toInstant(fields.get().until, (await atCard(scope, card)).client.timeZone)
  // What arrives later is never read already.
  await store.saveRead(scope, found, until < scope.now ? until : scope.now)
}
