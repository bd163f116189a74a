// A workshop that is simulated in a sandbox: a car that arrives, answers, photos, completing. All of it is our addition.
import { type Static, Type } from 'typebox'
import { GivenAnswer } from '../app/edits.ts'
import { operation } from '../operation.ts'
import { identifier, list, plain, record, requiredIdentifier, text } from '../schema.ts'
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

const grades = {
  red: Type.Integer({
    minimum: 0,
    maximum: 200,
    description: 'How many questions get a red answer; left out: none.',
  }),
  amber: Type.Integer({
    minimum: 0,
    maximum: 200,
    description: 'How many questions get an amber answer; left out: none.',
  }),
}

export const SimulatedAnswers = record(
  'SimulatedAnswers',
  'What a technician finds. With `answers` these are given; otherwise every question that is not answered yet gets one: the first ' +
    'ones that can be red or amber as many as are asked for, all others green.',
  {},
  { ...grades, answers: list(GivenAnswer, 'The answers.', { minItems: 1, maxItems: 200 }) },
)
export type SimulatedAnswers = Static<typeof SimulatedAnswers>

const AnsweredBody = record(
  'SimulatedAnswersResult',
  'What was answered.',
  {
    questionIds: Type.Array(Type.String(), {
      description: 'The questions, in the order they were answered.',
    }),
  },
  {},
)

export const simulateAnswers = operation({
  id: 'simulateAnswers',
  method: 'POST',
  path: `${simulatedSurveyPath}/simulate-answers`,
  heading: sandboxHeading,
  summary: 'Let a technician answer',
  description:
    'As if it had been tapped in the app by the login that calls: the same checks, events and offers of packages.',
  right: 'answers',
  params: simulatedSurveyParams,
  body: SimulatedAnswers,
  replies: { 200: { description: 'What was answered.', body: AnsweredBody } },
  problems: [
    'notSandbox',
    'noSuchResource',
    'surveyCompleted',
    'surveyClosed',
    'nothingToSimulate',
    'invalidArgument',
    'emptyAnswer',
    'idTaken',
  ],
  decisions: ['D3'],
  ours: true,
  example: { red: 2, amber: 3 },
})

export const simulatePhoto = operation({
  id: 'simulatePhoto',
  method: 'POST',
  path: `${simulatedSurveyPath}/simulate-photo`,
  heading: sandboxHeading,
  summary: 'Let a technician take a photo',
  description: 'A picture that is made up, stored as any photo is.',
  right: 'photos',
  params: simulatedSurveyParams,
  body: record(
    'SimulatedPhoto',
    'Where the photo belongs; neither: to the survey.',
    {},
    { questionId: identifier('The question.'), answerId: identifier('An answer of the question.') },
  ),
  replies: {
    200: {
      description: 'The photo.',
      body: record(
        'SimulatedPhotoResult',
        'The photo.',
        { photoId: Type.String({ description: 'To be read by the operation of photos.' }) },
        {},
      ),
    },
  },
  problems: ['notSandbox', 'noSuchResource', 'surveyCompleted', 'surveyClosed', 'busy'],
  decisions: ['D6'],
  ours: true,
  example: {},
})

export const simulateComplete = operation({
  id: 'simulateComplete',
  method: 'POST',
  path: `${simulatedSurveyPath}/simulate-complete`,
  heading: sandboxHeading,
  summary: 'Let a technician complete the survey',
  description:
    'Answers what is not answered yet, as `simulate-answers` does, gives the signatures and videos that completing needs, and ' +
    'completes (D5). The automatic messages follow.',
  right: 'answers',
  params: simulatedSurveyParams,
  body: record('SimulatedCompletion', 'What the technician finds on the way.', {}, { ...grades }),
  replies: { 200: { description: 'What was answered before.', body: AnsweredBody } },
  problems: ['notSandbox', 'noSuchResource', 'surveyCompleted', 'surveyClosed', 'nothingToSimulate', 'busy'],
  decisions: ['D5'],
  ours: true,
  example: { red: 1, amber: 2 },
})
