// An advisor who is simulated in a sandbox: a car that arrives, packages that are offered, a result that is sent. All of it is our
// addition.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { choice, flag, identifier, list, plain, record, requiredIdentifier, text } from '../schema.ts'
import { SurveyTypeSchema } from '../shared.ts'
import {
  sandboxHeading,
  sandboxParams,
  sandboxPath,
  simulatedSurveyParams,
  simulatedSurveyPath,
} from './sandbox.ts'

export const SimulatedArrival = record(
  'SimulatedArrival',
  'A car that is here before its order: what an advisor enters in the app.',
  {
    externalBranchId: requiredIdentifier('Dealer code or id of a branch that the client has.'),
    vehicle: record(
      'SimulatedVehicle',
      'The car, by `numberPlate`, `vin` or both.',
      {},
      {
        numberPlate: text('Registration plate.', { maxLength: 40 }),
        vin: text('Vehicle identification number.', { maxLength: 40 }),
        make: plain(text('Make.', { maxLength: 128 })),
        model: plain(text('Model.', { maxLength: 200 })),
      },
    ),
    surveyTypes: list(SurveyTypeSchema, 'The surveys to make; `VR` stands alone (C8), `CVR` is for leads.', {
      minItems: 1,
      maxItems: 5,
    }),
  },
  {
    customer: record(
      'SimulatedCustomer',
      'What the customer says at the desk.',
      {},
      {
        name: text('First and last name.', { maxLength: 200 }),
        mobilePhone: text('Mobile telephone.', { maxLength: 60 }),
        email: text('E-mail address.', { maxLength: 200 }),
      },
    ),
    description: text("The customer's request.", { maxLength: 5000 }),
  },
)
export type SimulatedArrival = Static<typeof SimulatedArrival>

export const SimulatedArrivalResult = record(
  'SimulatedArrivalResult',
  'What was made.',
  {
    surveys: Type.Array(
      record(
        'SimulatedSurvey',
        'A survey that was made.',
        {
          id: Type.String({ description: 'To be answered by `simulate-answers`.' }),
          surveyType: SurveyTypeSchema,
        },
        {},
      ),
      { description: 'One for each type.' },
    ),
  },
  {
    inspectionId: Type.String({
      description:
        'The order made by hand. Events name it: `inspection.begun` as their subject, `order.matched` as `inspectionId`. Left out ' +
        'for `VR`, which has no order.',
    }),
    orderId: Type.String({
      description:
        'The order that has the surveys now: the one made by hand, or that of the DMS if it came before and was joined at once (I5).',
    }),
  },
)
export type SimulatedArrivalResult = Static<typeof SimulatedArrivalResult>

export const simulateArrival = operation({
  id: 'simulateArrival',
  method: 'POST',
  path: `${sandboxPath}/simulate-arrival`,
  heading: sandboxHeading,
  summary: 'Let an advisor begin without an order',
  description:
    'As if an advisor had begun an inspection by hand because the DMS is down. An order for the same VIN or plate that comes later, ' +
    'to the same branch and within three days, takes over the surveys with their answers (I5).',
  right: 'answers',
  params: sandboxParams,
  body: SimulatedArrival,
  replies: { 200: { description: 'What was made.', body: SimulatedArrivalResult } },
  problems: ['notSandbox', 'missingField', 'unknownBranch', 'noTemplate', 'invalidArgument'],
  decisions: ['C8', 'I5'],
  ours: true,
  example: {
    externalBranchId: 'SB1000',
    vehicle: { numberPlate: 'B WA 2042', make: 'Example', model: 'One' },
    surveyTypes: ['VC'],
    customer: { name: 'Ada Example', email: 'ada@example.com' },
    description: 'Noise from the front left wheel',
  },
})

export const SimulatedOffer = record(
  'SimulatedOffer',
  'What an advisor offers: `lines` one by one, or with `all` a variant of every package that is offered on a red or amber answer: the ' +
    'first that fits the vehicle and has a price. A line counts before `all`.',
  {},
  {
    all: flag('Work that is offered already stays as it is.'),
    lines: list(
      record(
        'SimulatedOfferLine',
        'A variant on an answer.',
        {
          packageId: requiredIdentifier('The package.'),
          variantId: requiredIdentifier('One of its variants that fit the vehicle.'),
        },
        {
          questionId: identifier('The question; left out: the first one whose answer offers the variant.'),
          answerId: identifier('The answer; left out: one that was given.'),
        },
      ),
      'Single variants.',
      { minItems: 1, maxItems: 200 },
    ),
  },
)
export type SimulatedOffer = Static<typeof SimulatedOffer>

export const simulateOffer = operation({
  id: 'simulateOffer',
  method: 'POST',
  path: `${simulatedSurveyPath}/simulate-offer`,
  heading: sandboxHeading,
  summary: 'Let an advisor offer packages',
  description:
    'As if an advisor had chosen the variants in the app: each becomes a quote of the category `package`, with the prices of now. ' +
    'Possible until the survey is closed.',
  right: 'quotes',
  params: simulatedSurveyParams,
  body: SimulatedOffer,
  replies: {
    200: {
      description: 'What is offered.',
      body: record(
        'SimulatedOfferResult',
        'What is offered.',
        {
          quoteIds: Type.Array(Type.String(), {
            description:
              'The quotes that offer this work now. If a quote of the DMS has replaced a variant, or another finding has the same ' +
              'work already, it is that quote.',
          }),
        },
        {},
      ),
    },
  },
  problems: [
    'notSandbox',
    'noSuchResource',
    'surveyClosed',
    'missingField',
    'nothingToSimulate',
    'variantNotOffered',
    'workOffered',
  ],
  decisions: ['E2', 'E7', 'I4'],
  ours: true,
  example: { all: true },
})

export const simulateSend = operation({
  id: 'simulateSend',
  method: 'POST',
  path: `${simulatedSurveyPath}/simulate-send`,
  heading: sandboxHeading,
  summary: 'Let an advisor send the result',
  description:
    'The message stays in the outbox, counts as sent, and the callback tells of it with the link of the owner, as of any message.',
  right: 'quotes',
  params: simulatedSurveyParams,
  body: record(
    'SimulatedSending',
    'To whom the result is sent.',
    {},
    {
      recipient: choice('Left out: `customer`.', ['customer', 'owner', 'driver']),
      channel: choice('Left out: `email`.', ['email', 'sms']),
    },
  ),
  replies: {
    200: {
      description: 'The message.',
      body: record(
        'SimulatedSendingResult',
        'The message.',
        { messageId: Type.String({ description: 'The message; its callback has the same `id`.' }) },
        {},
      ),
    },
  },
  problems: ['notSandbox', 'noSuchResource', 'surveyClosed', 'recipientMissing', 'addressMissing'],
  decisions: ['G1'],
  ours: true,
  example: { channel: 'email' },
})
