// The parts step between finding and offer: what the parts desk is asked for, and what it replies. Ours, for the desk and for a DMS
// that knows stock and prices.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { partLimits, partOutcomes, partStates } from '../rules/parts.ts'
import { languages } from '../rules/texts.ts'
import { choice, flag, list, moment, quantity, record, text } from '../schema.ts'
import { currency } from '../shared.ts'
import { amounts, itemFields } from './packages.ts'
import { branchParameter } from './pages.ts'

const HEADING = 'Parts'
const clientPath = '/system-clients/{system_client_id}'
const params = { system_client_id: 'The system client.' }
export const partPath = `${clientPath}/surveys/{survey_id}/part-requests/{question_id}`
export const partParams = { ...params, survey_id: 'The survey.', question_id: 'The question of the finding.' }
const time = (description: string) => Type.String({ description })

export const PartLine = record(
  'PartLine',
  'A part with its price; the same fields as an item of a quote.',
  {
    description: text('What it is.', { minLength: 1 }),
    quantity: quantity('How many or how much.'),
    amountExVat: amounts.amountExVat,
  },
  {
    itemCode: itemFields.itemCode,
    unitOfMeasure: itemFields.unitOfMeasure,
    amountIncVat: amounts.amountIncVat,
  },
)
export type PartLine = Static<typeof PartLine>

const state = (description: string) => choice(description, [...partStates])

/** What the parts desk said; all of it is left out while it has not. */
const replied = {
  answeredAt: time('When the parts desk replied.'),
  answeredBy: Type.String({ description: 'Who did, by name.' }),
  currency: Type.String({ description: 'Of the amounts; ISO 4217.' }),
  lines: Type.Array(PartLine, { description: 'What is needed and what it costs.' }),
  availableOn: Type.String({
    description: 'The day on which the parts will be there; left out of a price: they are in stock.',
  }),
  note: Type.String({ description: 'What the parts desk says beside it.' }),
}

export const PartRequest = record(
  'PartRequest',
  'Parts for a finding: asked for, and what the parts desk replied.',
  {
    questionId: Type.String({ description: 'The question of the finding.' }),
    state: state('`requested`: the parts desk has to reply · `priced` · `unavailable`: cannot be had.'),
    revision: Type.Integer({ description: 'Goes up with every change; a reply names the one it is to.' }),
    requestedAt: time("When it was last asked for, by the service's clock."),
    requestedBy: Type.String({ description: 'By whom, by name.' }),
  },
  {
    isMine: flag('By the person who asks.'),
    text: Type.String({ description: 'What is needed, in words.' }),
    ...replied,
  },
)
export type PartRequest = Static<typeof PartRequest>

export const PartQueueEntry = record(
  'PartQueueEntry',
  'A request with its finding and its car.',
  {
    surveyId: Type.String({ description: 'The survey.' }),
    branchId: Type.String({ description: 'Where the car is.' }),
    request: PartRequest,
    title: Type.String({ description: 'What the finding is called.' }),
    grade: choice('Its grade now.', ['amber', 'red']),
    since: time('Since when it is in its state.'),
    minutes: Type.Integer({ description: 'The same in minutes, when the queue was read.' }),
    photos: Type.Array(Type.String(), { description: 'Ids of the photos of the finding.' }),
  },
  {
    value: Type.String({ description: 'What was measured or said.' }),
    unitOfMeasurement: Type.String({ description: 'Of the value.' }),
    orderId: Type.String({ description: 'The service order.' }),
    leadId: Type.String({ description: 'The lead.' }),
    externalId: Type.String({ description: 'The number people know the order by.' }),
    numberPlate: Type.String({ description: 'Plate.' }),
    vin: Type.String({ description: 'VIN.' }),
    vehicle: Type.String({ description: 'Make and model.' }),
    advisor: Type.String({ description: 'Who answers for the car, by name.' }),
    promisedAt: time('When the car was promised to its owner.'),
  },
)
export type PartQueueEntry = Static<typeof PartQueueEntry>

export const PartQueue = record(
  'PartQueue',
  'A page of the queue.',
  {
    at: time('When it was read.'),
    counts: record(
      'PartCounts',
      'How many there are in each state, of all pages and whatever `state` asks for.',
      {
        requested: Type.Integer({ description: 'That wait for a reply.' }),
        priced: Type.Integer({ description: 'With a price.' }),
        unavailable: Type.Integer({ description: 'That cannot be had.' }),
      },
      {},
    ),
    entries: Type.Array(PartQueueEntry, {
      description: 'Those that wait for a reply first, red before amber, and then what has waited longest.',
    }),
  },
  { next: Type.String({ description: 'Give it as `after` for the next page; left out: this is the last.' }) },
)
export type PartQueue = Static<typeof PartQueue>

export const PartQueueQuery = record(
  'PartQueueQuery',
  'What to tell.',
  {},
  {
    ...branchParameter,
    state: state('Only those in this state.'),
    after: text('`next` of the page before.', { maxLength: 600 }),
    limit: Type.Integer({ description: 'At most so many; 50 if left out.', minimum: 1, maximum: 200 }),
    language: choice('Of titles; that of the system client if left out.', [...languages]),
  },
)
export type PartQueueQuery = Static<typeof PartQueueQuery>

export const listPartRequests = operation({
  id: 'listPartRequests',
  method: 'GET',
  path: `${clientPath}/part-requests`,
  heading: HEADING,
  summary: 'Read the queue of the parts desk',
  description:
    'Parts that were asked for at sites with the parts step, of the branches within reach. A request leaves the queue by itself when ' +
    'its survey is closed or its finding is answered green.',
  right: 'read',
  params,
  query: PartQueueQuery,
  replies: { 200: { description: 'The queue.', body: PartQueue } },
  problems: ['invalidArgument', 'invalidCursor'],
  decisions: [],
  ours: true,
})

export const PartReply = record(
  'PartReply',
  'What the parts desk says. It replaces what was said before.',
  {
    revision: Type.Integer({ description: 'The `revision` of the request that it is to.', minimum: 1 }),
    outcome: choice('`priced` needs `lines` and `currency`; `unavailable` has neither.', [...partOutcomes]),
  },
  {
    currency: currency('Of the amounts, ISO 4217 (A9).'),
    lines: list(PartLine, 'What is needed and what it costs.', { maxItems: partLimits.lines }),
    availableOn: moment(
      'Of a price: the day on which the parts will be there; left out: they are in stock.',
      {
        examples: ['2026-03-31'],
      },
    ),
    note: text('What to say beside it.', { maxLength: partLimits.text }),
  },
)
export type PartReply = Static<typeof PartReply>

export const putPartReply = operation({
  id: 'putPartReply',
  method: 'PUT',
  path: `${partPath}/reply`,
  heading: HEADING,
  summary: 'Reply to a request for parts',
  description:
    'A price with the day on which the parts will be there, or that they cannot be had. Also corrects a reply. If somebody changed the ' +
    'request since `revision`, nothing is changed and the refusal says who did what; sending the same again changes nothing.',
  right: 'parts',
  params: partParams,
  body: PartReply,
  replies: { 200: { description: 'The request as it is now.', body: PartRequest } },
  problems: [
    'noSuchResource',
    'preconditionFailed',
    'missingField',
    'missingCurrency',
    'invalidDate',
    'invalidArgument',
    'surveyClosed',
    'partsStepOff',
  ],
  decisions: ['A9', 'A10', 'D5'],
  ours: true,
  example: {
    revision: 2,
    outcome: 'priced',
    currency: 'EUR',
    lines: [
      {
        itemCode: 'CB-3224',
        description: 'Bush',
        quantity: 1,
        unitOfMeasure: 'ea',
        amountExVat: 43.1,
        amountIncVat: 51.29,
      },
    ],
    note: 'From the other site',
  } satisfies PartReply,
})
