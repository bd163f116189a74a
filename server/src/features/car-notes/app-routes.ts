// The app's routes of notes on cars.
import * as operations from '@walkaround/contract/app/notes.ts'
import { type Door, serve } from '../../http/door.ts'
import { noContent, ok } from '../../http/reply.ts'
import { listNotes, putNote, putNotesRead } from './notes.ts'

export function carNoteAppRoutes(door: Door): void {
  serve(door, operations.listNotes, async (call) =>
    ok(await call.read((scope) => listNotes(scope, call.params.card, call.person().role))),
  )

  serve(door, operations.putNote, async (call) => {
    const { card, note_id } = call.params
    await call.write((scope) => putNote(scope, card, note_id, call.fields, call.person()))
    return noContent
  })

  serve(door, operations.putNotesRead, async (call) => {
    await call.write((scope) => putNotesRead(scope, call.params.card, call.fields))
    return noContent
  })
}
