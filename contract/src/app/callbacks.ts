// What administrators see and do about callbacks: the receiver, the log of deliveries, replays and tests.
import { type Static, Type } from 'typebox'
import { callbackKindNames, MESSAGE_SENT } from '../callback-kinds.ts'
import { conditionalDelete, conditionalWrite, etagReply, newTag, operation } from '../operation.ts'
import { choice, described, identifier, list, moment, record, secret, text } from '../schema.ts'

const HEADING = 'Callbacks'
const clientPath = '/system-clients/{system_client_id}'
const params = { system_client_id: 'The system client.' }

const State = choice('Waits for its next attempt, was answered with 2XX, or failed five times.', [
  'waiting',
  'delivered',
  'givenUp',
])

const Kind = choice('A kind of callback that a receiver has to ask for.', callbackKindNames)
const AnyKind = choice('`messageSent` is the callback of the interface; the others are ours.', [
  MESSAGE_SENT,
  ...callbackKindNames,
])

export const CallbackReceiver = record(
  'CallbackReceiver',
  'Where callbacks go.',
  {
    url: Type.String({
      description: 'Callbacks are sent as PUT to this address, a slash and the id of the message.',
    }),
    keyHint: Type.String({ description: 'The first characters of the key; the key itself is never shown.' }),
    isSigned: Type.Boolean({ description: 'A secret is set, and callbacks carry a signature.' }),
    kinds: Type.Array(Kind, { description: 'What it is told besides the messages that were sent.' }),
    changedAt: Type.String({ description: 'When the receiver was last changed.' }),
  },
  {
    siteId: Type.String({ description: 'The site it is for; left out: every site without its own.' }),
    formerSecretUntil: Type.String({
      description: 'Until then callbacks are signed with the former secret, too.',
    }),
    secret: Type.String({
      description: 'Only in the answer to a change that asked for a new one, and never again.',
    }),
  },
)
export type CallbackReceiver = Static<typeof CallbackReceiver>

export const CallbackReceiverChange = record(
  'CallbackReceiverChange',
  'A receiver as it is to be.',
  {
    url: text('An absolute https:// address without user, query and fragment.', {
      minLength: 1,
      maxLength: 2000,
    }),
  },
  {
    key: secret('Sent in the header X-Api-Key. May be left out while the host stays the same.', {
      maxLength: 500,
    }),
    secret: secret(
      '`whsec_` and 24 to 64 bytes as base64; `new` makes one, `none` takes it away. Stays when left out.',
      {
        maxLength: 200,
      },
    ),
    kinds: list(
      Kind,
      'What it is to be told besides the messages that were sent; from now on, and nothing else. Stays when left out.',
    ),
  },
)
export type CallbackReceiverChange = Static<typeof CallbackReceiverChange>

const deliveryFields = {
  id: Type.String({ description: 'Of the message.' }),
  outputType: Type.String({
    description: 'Kind of message, as the callback names it; of a callback of our own its kind.',
  }),
  kind: Type.String({
    description: '`messageSent` for the callback of the interface; otherwise a kind of our own.',
  }),
  state: State,
  attempts: Type.Integer({ description: 'Since it was last put into the queue.' }),
  mostAttempts: Type.Integer({ description: 'After that many it is given up.' }),
  isTest: Type.Boolean({ description: 'Sent by an administrator to try the receiver; about no message.' }),
  isInFlight: Type.Boolean({ description: 'It is being sent now, or is the next to be.' }),
  createdAt: Type.String({ description: 'When the message was sent and the callback put into the queue.' }),
}
const deliveryOptions = {
  referenceObjectId: Type.String({ description: 'The order, by its id.' }),
  siteId: Type.String({ description: 'The site of the car, if it is known.' }),
  orderNumber: Type.String({ description: 'The order, as people call it: its `externalId`.' }),
  dueAt: Type.String({ description: 'When it is sent next.' }),
  finishedAt: Type.String({ description: 'When it was delivered or given up; left out while it waits.' }),
  failure: Type.String({ description: 'Of the last attempt, in words.' }),
  lastStatus: Type.Integer({ description: 'Of the last attempt.' }),
}

export const CallbackDelivery = record(
  'CallbackDelivery',
  'A callback: a message that was sent, or something else that happened.',
  deliveryFields,
  deliveryOptions,
)
export type CallbackDelivery = Static<typeof CallbackDelivery>

export const CallbackAttempt = record(
  'CallbackAttempt',
  'One attempt at a callback.',
  {
    number: Type.Integer({ description: 'From 1, replays included.' }),
    startedAt: Type.String({ description: 'When the attempt began.' }),
    totalMs: Type.Integer({ description: 'Milliseconds from the start to the last byte.' }),
    request: Type.String({ description: 'Method, address and headers, the key masked.' }),
  },
  {
    dnsMs: Type.Integer({
      description: 'Until the name was resolved; left out where a connection was used again.',
    }),
    connectMs: Type.Integer({ description: 'From then on until connected.' }),
    status: Type.Integer({ description: 'HTTP status of the reply; left out when none came.' }),
    responseHead: Type.String({
      description: 'Status line and headers of the reply; left out when none came.',
    }),
    responseBody: Type.String({ description: 'Its first 20 kB.' }),
    failure: Type.String({ description: 'In words.' }),
    isWebPage: Type.Boolean({
      description: 'It was answered with success and a web page: probably that was not the receiver.',
    }),
  },
)
export type CallbackAttempt = Static<typeof CallbackAttempt>

export const CallbackDetail = record(
  'CallbackDetail',
  'A callback with its body and every attempt.',
  {
    ...deliveryFields,
    url: Type.String({ description: 'Of the receiver, without the id.' }),
    log: Type.Array(CallbackAttempt, { description: 'Every attempt, the first one first.' }),
  },
  {
    ...deliveryOptions,
    body: Type.String({
      description:
        'As it was and will be sent, but for the link of an owner: in its place stands one that shows the same page and decides ' +
        'nothing (I3). Left out while the key it was sealed with is away.',
    }),
  },
)
export type CallbackDetail = Static<typeof CallbackDetail>

export const getCallbackReceiver = operation({
  id: 'getCallbackReceiver',
  method: 'GET',
  path: `${clientPath}/callback-receiver`,
  heading: HEADING,
  summary: 'Read where callbacks go',
  description: '404 until a receiver is set.',
  right: 'admin',
  params,
  replies: { 200: { description: 'The receiver.', body: CallbackReceiver, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['G2', 'G3', 'B7'],
})

const written = {
  description: 'The receiver, with a new secret if one was asked for. The `ETag` is that of the next read.',
  body: CallbackReceiver,
  headers: newTag,
}

export const putCallbackReceiver = operation({
  id: 'putCallbackReceiver',
  method: 'PUT',
  path: `${clientPath}/callback-receiver`,
  heading: HEADING,
  summary: 'Set where callbacks go',
  description:
    'For messages that are sent from now on; callbacks that wait already keep their address and key.',
  right: 'admin',
  params,
  body: CallbackReceiverChange,
  requestHeaders: conditionalWrite,
  replies: { 200: written },
  problems: ['receiverRefused', 'preconditionFailed'],
  decisions: ['G2', 'G3', 'B7'],
})

const siteParams = { ...params, site_id: 'The site.' }
const sitePath = `${clientPath}/callback-receivers/{site_id}`

export const listCallbackReceivers = operation({
  id: 'listCallbackReceivers',
  method: 'GET',
  path: `${clientPath}/callback-receivers`,
  heading: HEADING,
  summary: 'Read where the callbacks of each site go',
  description: 'Callbacks about cars of a site without a receiver of its own go to the one of the client.',
  right: 'admin',
  params,
  replies: {
    200: {
      description: 'The receivers.',
      body: record(
        'CallbackReceivers',
        'The receiver of the client, and those of sites.',
        {
          sites: Type.Array(
            record(
              'CallbackSite',
              'A site.',
              {
                id: Type.String({ description: 'Its id.' }),
                name: Type.String({ description: 'Its name.' }),
              },
              { receiver: CallbackReceiver },
            ),
            { description: 'Every site, with its own receiver if it has one.' },
          ),
        },
        { receiver: CallbackReceiver },
      ),
    },
  },
  problems: [],
  decisions: ['G2'],
})

export const getSiteCallbackReceiver = operation({
  id: 'getSiteCallbackReceiver',
  method: 'GET',
  path: sitePath,
  heading: HEADING,
  summary: 'Read where the callbacks of a site go',
  description: '404 while they go to the receiver of the client.',
  right: 'admin',
  params: siteParams,
  replies: { 200: { description: 'The receiver.', body: CallbackReceiver, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['G2', 'G3', 'B7'],
})

export const putSiteCallbackReceiver = operation({
  id: 'putSiteCallbackReceiver',
  method: 'PUT',
  path: sitePath,
  heading: HEADING,
  summary: 'Set where the callbacks of a site go',
  description: 'Callbacks about its cars go there from now on, and no longer to the receiver of the client.',
  right: 'admin',
  params: siteParams,
  body: CallbackReceiverChange,
  requestHeaders: conditionalWrite,
  replies: { 200: written },
  problems: ['receiverRefused', 'noSuchResource', 'preconditionFailed'],
  decisions: ['G2', 'G3', 'B7'],
})

export const deleteSiteCallbackReceiver = operation({
  id: 'deleteSiteCallbackReceiver',
  method: 'DELETE',
  path: sitePath,
  heading: HEADING,
  summary: 'Take the receiver of a site away',
  description:
    'Callbacks about its cars go to the receiver of the client from now on. Those that wait keep their address and key.',
  right: 'admin',
  params: siteParams,
  requestHeaders: conditionalDelete,
  replies: { 204: { description: 'The site has no receiver of its own any more.' } },
  problems: ['noSuchResource', 'preconditionFailed'],
  decisions: ['G2', 'B7'],
})

export const listCallbacks = operation({
  id: 'listCallbacks',
  method: 'GET',
  path: `${clientPath}/callbacks`,
  heading: HEADING,
  summary: 'Read the log of callbacks',
  description: 'Newest first. What was delivered or given up is kept for 90 days.',
  right: 'admin',
  params,
  query: record(
    'CallbacksQuery',
    'Which callbacks.',
    {},
    {
      state: State,
      since: moment('Only those of messages sent since then.'),
      kind: AnyKind,
      siteId: identifier('Only those of cars of this site.'),
      after: identifier('Only those older than this one: the last of the page before.'),
      limit: Type.Integer({ description: 'At most so many; 50 unless said.', minimum: 1, maximum: 200 }),
    },
  ),
  replies: {
    200: {
      description: 'The callbacks.',
      body: record(
        'CallbackList',
        'Callbacks, newest first.',
        { deliveries: Type.Array(CallbackDelivery, { description: 'Callbacks, the newest first.' }) },
        {},
      ),
    },
  },
  problems: [],
  decisions: ['G2'],
})

export const getCallback = operation({
  id: 'getCallback',
  method: 'GET',
  path: `${clientPath}/callbacks/{callback_id}`,
  heading: HEADING,
  summary: 'Read a callback with every attempt',
  description: 'With the body as it was sent, and of each attempt request, response and times.',
  right: 'admin',
  params: { ...params, callback_id: 'The message.' },
  replies: { 200: { description: 'The callback.', body: CallbackDetail } },
  problems: ['noSuchResource'],
  decisions: ['G2'],
})

export const replayCallback = operation({
  id: 'replayCallback',
  method: 'POST',
  path: `${clientPath}/callbacks/{callback_id}/replay`,
  heading: HEADING,
  summary: 'Send a callback once more',
  description:
    'The same bytes, to the receiver as it is set now, with five new attempts. One that waits is brought forward and keeps its count.',
  right: 'admin',
  params: { ...params, callback_id: 'The message.' },
  replies: { 204: { description: 'It is in the queue.' } },
  problems: ['noSuchResource', 'callbackInFlight'],
  decisions: ['G2'],
})

export const replayCallbacks = operation({
  id: 'replayCallbacks',
  method: 'POST',
  path: `${clientPath}/callback-replays`,
  heading: HEADING,
  summary: 'Send all callbacks since a time once more',
  description: 'Those that were delivered or given up; those that wait are left alone.',
  right: 'admin',
  params,
  body: record(
    'CallbackReplay',
    'Which callbacks.',
    { since: moment('Of messages sent since then.', { minLength: 1 }) },
    { state: choice('Only of this state.', ['delivered', 'givenUp']) },
  ),
  replies: {
    200: {
      description: 'How many are in the queue again.',
      body: record(
        'CallbackReplayed',
        'How many.',
        { replayed: Type.Integer({ description: 'How many callbacks were put into the queue again.' }) },
        {},
      ),
    },
  },
  problems: [],
  decisions: ['G2'],
})

export const testCallback = operation({
  id: 'testCallback',
  method: 'POST',
  path: `${clientPath}/callback-tests`,
  heading: HEADING,
  summary: 'Send a test',
  description:
    'A real delivery of a body whose ids begin with `test-`, tried once. The log has it under the id.',
  right: 'admin',
  params,
  query: record(
    'CallbackTestQuery',
    'Which test.',
    {},
    {
      siteId: identifier('To the receiver that cars of this site have; left out: to that of the client.'),
      kind: described(Kind, {
        description: 'A test of this kind, whether or not the receiver asks for it; left out: of a message.',
      }),
    },
  ),
  replies: {
    200: {
      description: 'It is in the queue.',
      body: record(
        'CallbackTest',
        'The test.',
        { id: Type.String({ description: 'Of the callback, to look it up in the log.' }) },
        {},
      ),
    },
  },
  problems: ['noSuchResource'],
  decisions: ['G2'],
})

export const ReceivedCallback = record(
  'ReceivedCallback',
  "What the demo's own receiver got.",
  {
    id: Type.String({ description: 'Id of the message, from the address.' }),
    behaviour: Type.String({ description: 'How it answered.' }),
    at: Type.String({ description: 'When it arrived.' }),
    body: Type.String({ description: 'The body as it arrived.' }),
    isSigned: Type.Boolean({ description: 'It carried a signature.' }),
  },
  {},
)
export type ReceivedCallback = Static<typeof ReceivedCallback>

export const listReceivedCallbacks = operation({
  id: 'listReceivedCallbacks',
  method: 'GET',
  path: `${clientPath}/received-callbacks`,
  heading: HEADING,
  summary: "Read what the demo's receiver got",
  description: 'The last 50 since the service started, newest first. Empty outside of the demo.',
  right: 'admin',
  params,
  replies: {
    200: {
      description: 'What arrived.',
      body: record(
        'ReceivedCallbacks',
        'What arrived.',
        { received: Type.Array(ReceivedCallback, { description: 'What arrived, the newest first.' }) },
        {},
      ),
    },
  },
  problems: [],
  decisions: [],
})
