// Notes on a car between advisor, technician and parts.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { audiences } from '../rules/notes.ts'
import { choice, flag, moment, record, text } from '../schema.ts'
import { clockAhead } from './edits.ts'
import { cardParams } from './work-plans.ts'

const path = '/system-clients/{system_client_id}/cards/{card}/notes'
const audience = (description: string) => choice(description, [...audiences])

export const NewNote = record(
  'NewNote',
  'A note as somebody writes it.',
  { text: text('What to say.', { minLength: 1, maxLength: 1000 }) },
  {
    for: audience('Whom it is marked for; left out: everybody. All who see the car can read it.'),
    at: moment("When it was written, by the device's clock; left out: now."),
    clockAhead,
  },
)
export type NewNote = Static<typeof NewNote>

export const CarNote = record(
  'CarNote',
  'A note on a car.',
  {
    id: Type.String({ description: 'The note.' }),
    text: Type.String({ description: 'What it says.' }),
    for: audience('Whom it is marked for.'),
    by: Type.String({ description: 'Who wrote it, by name.' }),
    at: Type.String({ description: 'When it was written.' }),
    arrivedAt: Type.String({ description: 'When it arrived; reading is counted by it.' }),
  },
  {
    isMine: flag('By the person who asks.'),
    isUnread: flag('Marked for the person who asks, and not read yet.'),
  },
)
export type CarNote = Static<typeof CarNote>

export const listNotes = operation({
  id: 'listNotes',
  method: 'GET',
  path,
  heading: 'Board',
  summary: 'Read the notes on a car',
  description:
    'The newest 200, the oldest of them first. Reading changes nothing; `putNotesRead` says that somebody has seen them.',
  right: 'read',
  params: cardParams,
  replies: { 200: { description: 'The notes.', body: Type.Array(CarNote) } },
  problems: ['noSuchResource'],
  decisions: [],
})

export const putNote = operation({
  id: 'putNote',
  method: 'PUT',
  path: `${path}/{note_id}`,
  heading: 'Board',
  summary: 'Write a note on a car',
  description: 'Its id is made by the device; sending it again changes nothing.',
  right: 'notes',
  params: { ...cardParams, note_id: 'The note.' },
  body: NewNote,
  replies: { 204: { description: 'The note is there.' } },
  problems: ['noSuchResource', 'missingField', 'idTaken'],
  decisions: [],
})

export const NotesRead = record(
  'NotesRead',
  'How far somebody has read.',
  { until: moment('`arrivedAt` of the last note that was shown.') },
  {},
)
export type NotesRead = Static<typeof NotesRead>

export const putNotesRead = operation({
  id: 'putNotesRead',
  method: 'PUT',
  path: '/system-clients/{system_client_id}/cards/{card}/notes-read',
  heading: 'Board',
  summary: 'Say that the notes on a car were read',
  description: 'By the person who asks. An earlier time than before changes nothing.',
  right: 'notes',
  params: cardParams,
  body: NotesRead,
  replies: { 204: { description: 'They are read until then.' } },
  problems: ['noSuchResource'],
  decisions: [],
})
