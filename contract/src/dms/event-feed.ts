// The log of events for a DMS: what happened at a system client, in order and without gaps, read when it likes or as it happens.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { list, moment, record, text } from '../schema.ts'
import { branchParameter } from './pages.ts'

export const LONGEST_WAIT_SECONDS = 60
export const MOST_EVENTS = 500
const USUAL_EVENTS = 100

/** Instead of a position: before every event that is kept, and after every event there is. */
export const startWords = { beginning: 'beginning', now: 'now' } as const

export const FeedEvent = record(
  'FeedEvent',
  'Something that happened. Kinds, payloads and versions are listed in the documentation of events (I10).',
  {
    id: Type.String({
      description: 'Its position in the log; opaque. Give it as `after` to read on behind it.',
    }),
    kind: Type.String({ description: 'What happened, as `survey.completed`. Kinds are added over time.' }),
    version: Type.Integer({ description: 'Of the kind: how its payload is to be read.' }),
    subject: Type.String({ description: 'To what: `order/4711`, `survey/…`, `lead/…`, `package/…`.' }),
    at: moment('When it happened. The log is in the order of positions, not of this time.'),
    actor: Type.String({ description: 'Who did it: `login:…`, `support:…` or `system:…`.' }),
  },
  {
    card: Type.String({
      description:
        'The order or lead that the subject belongs to, as `order/4711`; `vehicle/…` and the id of the survey if it has neither.',
    }),
    branchId: Type.String({ description: 'The branch it belonged to when it was logged.' }),
    payload: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'What the kind carries; left out if it carries nothing. Nothing personal.',
    }),
  },
)
export type FeedEvent = Static<typeof FeedEvent>

export const EventQuery = Type.Object({
  after: Type.Optional(
    text(
      'The position to read on behind: `id` of an event, or `X-Walkaround-Next` of the page before. `beginning`, or left out: from the ' +
        'first event that is kept. `now`: no events, but the present position, at once.',
      { maxLength: 200 },
    ),
  ),
  kind: Type.Optional(
    list(
      text('A kind, or all that begin alike.', { maxLength: 100 }),
      'A kind, or `survey.*` for all that begin with `survey.`; may be repeated.',
      { maxItems: 100 },
    ),
  ),
  ...branchParameter,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_EVENTS,
      description: `Most events of a page; ${USUAL_EVENTS} if left out.`,
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LONGEST_WAIT_SECONDS,
      description: 'Seconds to wait for an event if there is none; the reply comes as soon as there is one.',
    }),
  ),
})
export type EventQuery = Static<typeof EventQuery>

export const pageOf = ({ limit = USUAL_EVENTS }: EventQuery): number => limit

export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/system-clients/{system_client_id}/events',
  heading: 'Events',
  summary: 'Read what happened, or wait for it',
  description:
    'The log of events, in the order of its positions, which have no gaps: whoever reads on behind the last position has seen ' +
    'everything before it. The header `X-Walkaround-Next` has the position to read on behind, also of a page without events: a filter ' +
    'never reads the same events twice. An empty page means that nothing came up to that position, not that the log ends. With ' +
    '`wait` the reply comes when something matches, and empty after that time, when the service stops or when the access ends; a key ' +
    'has a few waiting requests at a time (429). 410 means that events after the position are gone or that a backup was restored: read the ' +
    'lists of orders and surveys once, and begin with `after=now` (I10). Events about logins and keys are left out; a login ' +
    'limited to branches gets the events of its branches and those of all branches.',
  right: 'events',
  params: { system_client_id: 'The system client.' },
  query: EventQuery,
  replies: {
    200: {
      description: 'The events, possibly none.',
      body: Type.Array(FeedEvent),
      headers: {
        'x-walkaround-next': 'The position behind this page, for `after`.',
        link: 'The address of the next page with the same filters, `rel="next"`; there always is one.',
      },
    },
  },
  problems: ['invalidCursor', 'cursorOver', 'rateExceeded'],
  decisions: ['C1', 'F1', 'I10'],
  ours: true,
})
