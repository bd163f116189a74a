// The log of requests for administrators and integrators: what a key called, how it was answered, and why it was refused.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { choice, identifier, moment, record } from '../schema.ts'

const HEADING = 'Requests'
const clientPath = '/system-clients/{system_client_id}'
const params = { system_client_id: 'The system client.' }

export const RequestEffect = record(
  'RequestEffect',
  'What a request changed: an event of its transaction.',
  { kind: Type.String({ description: 'The kind of event, as docs/events.md lists them.' }) },
  {
    subject: Type.String({ description: 'What it happened to, such as `order/4711`.' }),
    what: Type.String({ description: 'More about it: of a new survey its type.' }),
    times: Type.Integer({ description: 'How many, if more than one.' }),
  },
)
export type RequestEffect = Static<typeof RequestEffect>

const requestFields = {
  id: Type.String({ description: 'Of this entry of the log.' }),
  at: Type.String({ description: 'When the request came.' }),
  keyId: Type.String({ description: 'The key it was made with: the part of it that is not secret.' }),
  operation: Type.String({
    description:
      'The operation, as the OpenAPI document calls it; empty if there is no such path, or no such method there.',
  }),
  method: Type.String({ description: 'The method.' }),
  path: Type.String({
    description:
      'The path below the base URL, without a query. Of a VIN only the end; of a path that does not exist only words that paths have, and `…` for all else.',
  }),
  objectIds: Type.Array(Type.String(), {
    description: 'The identifiers in the path, apart from that of the system client.',
  }),
  status: Type.Integer({ description: 'HTTP status of the reply.' }),
  ms: Type.Number({ description: 'Milliseconds until the reply was sent.' }),
  requestId: Type.String({ description: 'The `X-Request-Id` of the reply.' }),
}
const requestOptions = {
  errorCode: Type.Integer({ description: 'Of a refused request.' }),
  error: Type.String({ description: 'What this code means.' }),
  info: Type.String({ description: '`errorInfo` of the reply, without personal values.' }),
  made: Type.Array(RequestEffect, { description: 'What the request changed.' }),
  dropped: Type.Integer({
    description:
      'This entry is no request: so many were not kept about this time, because too many came at once.',
  }),
}

export const LoggedRequest = record('LoggedRequest', 'A request of a key.', requestFields, requestOptions)
export type LoggedRequest = Static<typeof LoggedRequest>

export const RequestDifference = record(
  'RequestDifference',
  'A field that was sent in another way than it is stored now.',
  { path: Type.String({ description: 'Where it stands in the body.' }) },
  {
    sent: Type.String({
      description: 'What was sent; left out if the field was not. Personal values as in `body`.',
    }),
    stored: Type.String({ description: 'What stands there now; left out if nothing does.' }),
  },
)
export type RequestDifference = Static<typeof RequestDifference>

export const RequestDetail = record(
  'RequestDetail',
  'A request with what is known about its refusal.',
  { ...requestFields, decisions: Type.Array(Type.String(), { description: 'Paragraphs of the decisions.' }) },
  {
    ...requestOptions,
    when: Type.String({ description: 'When requests are refused with this code.' }),
    body: Type.String({
      description:
        'JSON of a refused write. In place of a personal value it has kind and length: `<letters:6>`, `<digits:4>` and ' +
        '`<characters:36>` of a text, `<number:3>` of a number. `<more:12>` at the end of a list: so many more entries were sent.',
    }),
    bodyBytes: Type.Integer({ description: 'How long the body was.' }),
    differences: Type.Array(RequestDifference, {
      description:
        'How the body differs from what is stored now, which is what was last accepted. Left out if nothing is stored.',
    }),
  },
)
export type RequestDetail = Static<typeof RequestDetail>

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

export const getRequestLog = operation({
  id: 'getRequestLog',
  method: 'GET',
  path: `${clientPath}/request-log`,
  heading: HEADING,
  summary: 'Read what the log of requests can be asked for',
  description: 'How long requests are kept, the keys of the client and the operations.',
  right: 'admin',
  params,
  replies: {
    200: {
      description: 'About the log.',
      body: record(
        'RequestLogFacts',
        'About the log of requests.',
        {
          days: Type.Integer({ description: 'So long requests are kept; 0 if they are not.' }),
          keys: Type.Array(
            record(
              'RequestKey',
              'A key that reaches the client.',
              {
                id: Type.String({ description: 'The part of the key that is not secret.' }),
                login: Type.String({ description: 'Whose key it is.' }),
              },
              { label: Type.String({ description: 'What it is called.' }) },
            ),
            { description: 'The keys that reach the client.' },
          ),
          operations: Type.Array(Type.String(), { description: 'The operations, by id.' }),
        },
        {},
      ),
    },
  },
  problems: [],
  decisions: [],
})

export const listRequests = operation({
  id: 'listRequests',
  method: 'GET',
  path: `${clientPath}/requests`,
  heading: HEADING,
  summary: 'Read the log of requests',
  description:
    'Newest first. A search looks at some thousand requests at a time; `next` says where it goes on, also if nothing was found yet.',
  right: 'admin',
  params,
  query: record(
    'RequestsQuery',
    'Which requests.',
    {},
    {
      key: identifier('Only those made with this key.'),
      operation: identifier('Only those of this operation.'),
      status: choice('Only those answered with such a status.', [...statusClasses]),
      code: Type.Integer({
        description: 'Only those refused with this error code.',
        minimum: 1,
        maximum: 99_999,
      }),
      object: identifier(
        'Only those whose path names this order, lead, survey or package: its first identifier.',
      ),
      request: identifier('Only those with this request id.'),
      since: moment('Only those since then.'),
      until: moment('Only those before then.'),
      after: identifier('Where the page before ended: its `next`.'),
      limit: Type.Integer({ description: 'At most so many; 50 unless said.', minimum: 1, maximum: 200 }),
    },
  ),
  replies: {
    200: {
      description: 'The requests.',
      body: record(
        'RequestList',
        'Requests, newest first.',
        { requests: Type.Array(LoggedRequest, { description: 'Requests, the newest first.' }) },
        {
          next: Type.String({ description: 'Give it as `after` to go on; left out at the end of the log.' }),
        },
      ),
    },
  },
  problems: ['invalidCursor', 'invalidDate'],
  decisions: [],
})

export const getRequest = operation({
  id: 'getRequest',
  method: 'GET',
  path: `${clientPath}/requests/{request_id}`,
  heading: HEADING,
  summary: 'Read why a request was answered as it was',
  description:
    'By the id of the entry or by the request id of the reply; of several with one request id the newest.',
  right: 'admin',
  params: { ...params, request_id: 'The entry, or the `X-Request-Id` of the reply.' },
  replies: { 200: { description: 'The request.', body: RequestDetail } },
  problems: ['noSuchResource'],
  decisions: [],
})
