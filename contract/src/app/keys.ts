// Keys by which systems call the interface, for the admins of a client.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { choice, flag, list, moment, record, text } from '../schema.ts'

const heading = 'Access'
const clientPath = '/system-clients/{system_client_id}'
const path = `${clientPath}/keys/{key_id}`
const params = { system_client_id: 'The system client.' }
const ofKey = { ...params, key_id: 'The key, by its prefix without `wa_`.' }

export const ApiKey = record(
  'ApiKey',
  'A key, without its secret.',
  {
    id: Type.String({ description: 'Names the key in paths.' }),
    prefix: Type.String({ description: 'How the key begins; enough to recognise it.' }),
    label: Type.String({ description: 'What it is for; may be empty.' }),
    loginId: Type.String({ description: 'The login whose role it has.' }),
    login: Type.String({ description: 'The name of that login.' }),
    role: Type.String({ description: 'What it may do here.' }),
    createdAt: Type.String({ description: 'When it was issued.' }),
    state: choice('Whether it works, and if not, why.', ['works', 'expired', 'blocked', 'loginDisabled']),
  },
  {
    expiresAt: Type.String({ description: 'When it stops working by itself.' }),
    lastUsedAt: Type.String({ description: 'To the minute; left out: never.' }),
    requestsPerMinute: Type.Integer({
      description: 'Left out: as many as the setting of the installation says.',
    }),
    addresses: Type.Array(Type.String(), {
      description: 'Networks it may be used from; left out: from anywhere.',
    }),
    replacedBy: Type.String({ description: 'The key that follows it.' }),
    isShared: flag('Its login also works for other clients: they set it up, or support does.'),
  },
)
export type ApiKey = Static<typeof ApiKey>

const limits = {
  label: text('What it is for.', { maxLength: 100 }),
  requestsPerMinute: Type.Integer({ description: 'Most requests a minute.', minimum: 1, maximum: 1_000_000 }),
  addresses: list(
    text('An address, or a network such as 203.0.113.0/24 or 2001:db8::/32.', {
      minLength: 1,
      maxLength: 50,
    }),
    'Where it may be used; left out: anywhere.',
    { maxItems: 50 },
  ),
}

export const NewKey = record(
  'NewKey',
  'A key to issue.',
  {
    login: text('The login it is for. One that does not exist is made, as a system of this client.', {
      minLength: 1,
      maxLength: 200,
    }),
  },
  {
    name: text('What a login that is made is called.', { maxLength: 200 }),
    ...limits,
    expiresAt: moment('When it stops working by itself; left out: never. A date means the whole day.'),
  },
)
export type NewKey = Static<typeof NewKey>

export const IssuedKey = record(
  'IssuedKey',
  'A key, shown once.',
  {
    id: Type.String({ description: 'Names the key in paths.' }),
    prefix: Type.String({ description: 'How it begins.' }),
    key: Type.String({ description: 'The key. It is kept nowhere and never shown again.' }),
  },
  { expiresAt: Type.String({ description: 'When it stops working by itself.' }) },
)
export type IssuedKey = Static<typeof IssuedKey>

export const KeyChange = record(
  'KeyChange',
  'A key as it is to be. What is left out has no value any more.',
  {},
  limits,
)
export type KeyChange = Static<typeof KeyChange>

export const listKeys = operation({
  id: 'listKeys',
  method: 'GET',
  path: `${clientPath}/keys`,
  heading,
  summary: 'Read the keys',
  description: 'Every key that reaches the client, with its login, those that work first.',
  right: 'keys',
  params,
  replies: { 200: { description: 'The keys.', body: Type.Array(ApiKey) } },
  problems: [],
  decisions: ['F1', 'F2'],
})

export const addKey = operation({
  id: 'addKey',
  method: 'POST',
  path: `${clientPath}/keys`,
  heading,
  summary: 'Issue a key',
  description: 'For a login of this client alone. The key is in the reply and nowhere else.',
  right: 'keys',
  params,
  body: NewKey,
  replies: { 200: { description: 'The key.', body: IssuedKey } },
  problems: ['invalidArgument', 'notYours'],
  decisions: ['F1', 'F2'],
})

export const putKey = operation({
  id: 'putKey',
  method: 'PUT',
  path,
  heading,
  summary: 'Change label and limits of a key',
  description: 'Takes effect within a second everywhere.',
  right: 'keys',
  params: ofKey,
  body: KeyChange,
  replies: { 200: { description: 'The key.', body: ApiKey } },
  problems: ['noSuchResource', 'invalidArgument', 'notYours'],
  decisions: ['F1'],
})

export const rotateKey = operation({
  id: 'rotateKey',
  method: 'POST',
  path: `${path}/successors`,
  heading,
  summary: 'Replace a key',
  description:
    'Issues a key with the same label and limits. The former one works for some days more, so that the DMS can change over without a gap.',
  right: 'keys',
  params: ofKey,
  body: record(
    'KeyRotation',
    'How long both work.',
    {
      overlapDays: Type.Integer({
        description: 'The former key stops after so many days.',
        minimum: 0,
        maximum: 90,
      }),
    },
    {},
  ),
  replies: { 200: { description: 'The new key.', body: IssuedKey } },
  problems: ['noSuchResource', 'invalidArgument', 'notYours'],
  decisions: ['F1', 'F2'],
})

export const blockKey = operation({
  id: 'blockKey',
  method: 'DELETE',
  path,
  heading,
  summary: 'Block a key for good',
  description: 'It stops within a second everywhere. Blocking it again changes nothing.',
  right: 'keys',
  params: ofKey,
  replies: { 204: { description: 'It is blocked.' } },
  problems: ['noSuchResource', 'notYours'],
  decisions: ['F1'],
})
