// Everything that is kept of what happened to one car, for administrators and support: found by whatever somebody has in hand.
import { type Static, Type } from 'typebox'
import { HISTORY_LIMIT, MOST_HISTORY } from '../history-limits.ts'
import { operation } from '../operation.ts'
import { choice, flag, record, text } from '../schema.ts'
import { BoardCard } from './board.ts'

const HEADING = 'History'
const path = '/system-clients/{system_client_id}/cards'

export const HistoryEntry = record(
  'HistoryEntry',
  'One thing that happened.',
  {
    at: Type.String({ description: 'When.' }),
    kind: choice('`event` of the log; `request` of a key; `attempt` to call the DMS back.', [
      'event',
      'request',
      'attempt',
    ]),
  },
  {
    event: Type.String({ description: 'Of an event: its kind, as docs/events.md has it.' }),
    subject: Type.String({ description: 'Of an event: what it is about, such as `survey/…`.' }),
    by: Type.String({
      description:
        'Of an event: who did it, by name; a part of the service by its word. Of a request: the key.',
    }),
    isBySystem: flag('Of an event: `by` is a part of the service.'),
    details: Type.String({ description: 'Of an event: its payload, as JSON. Left out if it has none.' }),
    callbackId: Type.String({ description: 'Of an attempt: the callback.' }),
    attempt: Type.Integer({ description: 'Of an attempt: its number, replays included.' }),
    what: Type.String({ description: 'Of an attempt: the kind of message, as the callback names it.' }),
    requestId: Type.String({ description: 'Of a request: its `X-Request-Id`.' }),
    logId: Type.String({ description: 'Of a request: its entry in the log of requests.' }),
    operation: Type.String({ description: 'Of a request: the operation, as the OpenAPI document calls it.' }),
    errorCode: Type.Integer({ description: 'Of a request that was refused.' }),
    status: Type.Integer({ description: 'HTTP status of the reply; left out when none came.' }),
    failure: Type.String({ description: 'Of a request or an attempt that failed: why, in words.' }),
  },
)
export type HistoryEntry = Static<typeof HistoryEntry>

export const History = record(
  'History',
  'What happened to a car.',
  { entries: Type.Array(HistoryEntry, { description: 'The newest first.' }) },
  { hasMore: flag('There are older entries than were asked for.') },
)
export type History = Static<typeof History>

export const FoundCars = record(
  'FoundCars',
  'Cars whose history can be read.',
  { cards: Type.Array(BoardCard, { description: 'The newest first; at most 20.' }) },
  { hasMore: flag('There are more; another word finds fewer.') },
)
export type FoundCars = Static<typeof FoundCars>

export const findCars = operation({
  id: 'findCars',
  method: 'GET',
  path,
  heading: HEADING,
  summary: 'Find the car that somebody asks about',
  description:
    'By plate, VIN, number of the order, name, or the id of a survey, a message, a callback, a receipt or a request, in any ' +
    'state.',
  right: 'admin',
  params: { system_client_id: 'The system client.' },
  query: record(
    'FindCarsQuery',
    'What somebody has in hand.',
    { text: text('Words or an id.', { minLength: 1, maxLength: 200 }) },
    {},
  ),
  replies: { 200: { description: 'The cars.', body: FoundCars } },
  problems: ['missingField'],
  decisions: [],
})

export const getHistory = operation({
  id: 'getHistory',
  method: 'GET',
  path: `${path}/{card}/history`,
  heading: HEADING,
  summary: 'Read everything that happened to a car',
  description:
    'Events, requests and the attempts to call the DMS back, in one list. Events that the client keeps no longer are missing; an event is here ' +
    'a fifth of a second after it happened.',
  right: 'admin',
  params: {
    system_client_id: 'The system client.',
    card: 'The card as events name it, such as `order/4711`.',
  },
  query: record(
    'HistoryQuery',
    'How much of it.',
    {},
    {
      limit: Type.Integer({
        minimum: 1,
        maximum: MOST_HISTORY,
        description: `The newest so many; ${HISTORY_LIMIT} unless said.`,
      }),
    },
  ),
  replies: { 200: { description: 'The history.', body: History } },
  problems: ['noSuchResource'],
  decisions: [],
})
