// What a key is told about itself: whose it is, what it reaches, and what the service takes.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { roles } from '../rules/roles.ts'
import { choice, moment, record } from '../schema.ts'

const SelfBranch = record(
  'SelfBranch',
  'A branch the role is limited to.',
  {
    id: Type.String({ description: 'The branch.' }),
    name: Type.String({ description: 'Its name, as people read it.' }),
    siteId: Type.String({ description: 'The site it belongs to.' }),
  },
  {},
)

const SelfClient = record(
  'SelfClient',
  'A system client the key reaches.',
  {
    id: Type.String({ description: 'The system client, as paths name it.' }),
    name: Type.String({ description: 'Its name, as people read it.' }),
    kind: choice(
      '`demo`: the demo dealership, whose people are invented and get no messages; `sandbox`: for tests of a DMS, nothing leaves it.',
      ['production', 'demo', 'sandbox'],
    ),
    timeZone: Type.String({
      description: 'In which dates without an offset are read (A8); a name of the IANA list.',
    }),
    language: Type.String({ description: 'In which the client writes to customers and prints forms.' }),
    role: choice('What the login is there.', [...roles, 'support']),
    rights: Type.Array(Type.String(), {
      description: 'What the role may do: every operation needs one of these.',
    }),
  },
  {
    currency: Type.String({ description: 'For amounts that people enter; ISO 4217.' }),
    branches: Type.Array(SelfBranch, {
      description: 'The branches whose cars it sees; left out if it sees all.',
    }),
  },
)

const SelfLimits = record(
  'SelfLimits',
  'What the service takes (A10). Limits are added over time.',
  {
    bodyBytes: Type.Integer({ description: 'The longest body.' }),
    packageBodyBytes: Type.Integer({ description: 'The longest body of packages and price lists.' }),
    arrayLength: Type.Integer({ description: 'Most entries of an array.' }),
    priceListLength: Type.Integer({ description: 'Most entries of a price list.' }),
    textLength: Type.Integer({ description: 'Most characters of a text.' }),
    idLength: Type.Integer({ description: 'Most characters of an identifier.' }),
    nesting: Type.Integer({ description: 'Most levels of objects and arrays.' }),
    pageLength: Type.Integer({ description: 'Most entries of a page of a list.' }),
    eventPageLength: Type.Integer({ description: 'Most events of a page.' }),
    eventWaitSeconds: Type.Integer({ description: 'The longest a request waits for an event.' }),
    waitingRequests: Type.Integer({ description: 'Most requests of a key that wait for events at a time.' }),
  },
  {
    requestsPerMinute: Type.Integer({
      description: 'Most requests of the key in a minute, on each process; left out if there is no limit.',
    }),
  },
)

export const Self = record(
  'Self',
  'The key that asks, and what it reaches.',
  {
    login: record(
      'SelfLogin',
      'The login the key belongs to.',
      {
        id: Type.String({ description: 'As events name it: `login:…`.' }),
        login: Type.String({ description: 'The login.' }),
        name: Type.String({ description: 'Its name, as people read it.' }),
      },
      {},
    ),
    key: record(
      'SelfKey',
      'The key itself, without its secret.',
      {
        prefix: Type.String({ description: 'The beginning of the key, by which people name it.' }),
        label: Type.String({ description: 'What it was issued for.' }),
        createdTimestamp: moment('When it was issued.'),
      },
      { expiresTimestamp: moment('After this time it is refused; left out if it does not expire.') },
    ),
    clients: Type.Array(SelfClient, { description: 'The system clients it reaches, by name.' }),
    limits: SelfLimits,
    serviceVersion: Type.String({ description: 'Of the service.' }),
    interfaceVersion: Type.String({ description: 'Of the interface: the first part of every path.' }),
  },
  {},
)
export type Self = Static<typeof Self>

export const getSelf = operation({
  id: 'getSelf',
  method: 'GET',
  path: '/self',
  heading: 'Access',
  summary: 'Ask what the key is and reaches',
  description:
    'A first call that needs nothing but a key: whose it is, until when it is valid, which system clients it reaches in which role, and ' +
    'what the service takes. Outside any system client.',
  right: 'self',
  params: {},
  replies: { 200: { description: 'The key and what it reaches.', body: Self } },
  problems: [],
  decisions: ['A10', 'F1', 'F2'],
  ours: true,
})
