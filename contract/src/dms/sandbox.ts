// Operations of sandboxes alone: the clock, starting over, and people who are simulated. All of it is our addition.
import { type Static, Type } from 'typebox'
import { GivenAnswer } from '../app/edits.ts'
import { operation } from '../operation.ts'
import { choice, flag, identifier, list, moment, record, requiredIdentifier, text } from '../schema.ts'

const HEADING = 'Sandbox'
const sandboxPath = '/system-clients/{system_client_id}/sandbox'
const surveyPath = `${sandboxPath}/surveys/{survey_id}` as const
const clientParams = { system_client_id: 'The system client, a sandbox.' }
const surveyParams = { ...clientParams, survey_id: 'The survey.' }

export const SandboxClock = record(
  'SandboxClock',
  'The clock of a sandbox.',
  {
    now: Type.String({ description: 'The time by this clock.' }),
    aheadSeconds: Type.Integer({ description: 'How far it is ahead of the real time.' }),
  },
  {},
)
export type SandboxClock = Static<typeof SandboxClock>

export const ClockChange = record(
  'ClockChange',
  'Where the clock is set; neither field: back to the real time.',
  {},
  {
    at: moment('To this time, not before the real one.'),
    forward: text(
      'Ahead by a number of seconds, minutes, hours, days or weeks: `90s`, `10m`, `2h`, `3d`, `1w`.',
      {
        maxLength: 12,
      },
    ),
  },
)
export type ClockChange = Static<typeof ClockChange>

export const getSandboxClock = operation({
  id: 'getSandboxClock',
  method: 'GET',
  path: `${sandboxPath}/clock`,
  heading: HEADING,
  summary: 'Read the clock of a sandbox',
  description: 'What the service takes for the present time in everything it does for this client.',
  right: 'read',
  params: clientParams,
  replies: { 200: { description: 'The clock.', body: SandboxClock } },
  problems: ['notSandbox'],
  decisions: [],
  ours: true,
})

export const putSandboxClock = operation({
  id: 'putSandboxClock',
  method: 'PUT',
  path: `${sandboxPath}/clock`,
  heading: HEADING,
  summary: 'Move the clock of a sandbox',
  description:
    'From now on everything of this client happens at that time: links end, messages and callbacks that wait become due. The clock ' +
    'goes on from there. It cannot be before the real time. Keys, sessions, certificates and links to files keep to the real time. ' +
    'Every process follows within a second.',
  right: 'admin',
  params: clientParams,
  body: ClockChange,
  replies: { 200: { description: 'The clock as it is now.', body: SandboxClock } },
  problems: ['notSandbox', 'clockOutOfReach', 'invalidArgument'],
  decisions: ['A8'],
  ours: true,
  example: { forward: '3d' },
})

export const resetSandbox = operation({
  id: 'resetSandbox',
  method: 'POST',
  path: `${sandboxPath}/reset`,
  heading: HEADING,
  summary: 'Start over in a sandbox',
  description:
    'Removes orders, leads, surveys, quotes, messages, files, callbacks and events, and sets the clock to the real time. Settings, ' +
    'sites, branches, logins, keys, templates, packages, prices, texts and the receiver of callbacks stay.',
  right: 'admin',
  params: clientParams,
  replies: {
    200: {
      description: 'What was removed.',
      body: record(
        'SandboxReset',
        'What was removed.',
        { rows: Type.Integer({ description: 'How many rows of all tables.' }) },
        {},
      ),
    },
  },
  problems: ['notSandbox'],
  decisions: [],
  ours: true,
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
  path: `${surveyPath}/simulate-answers`,
  heading: HEADING,
  summary: 'Let a technician answer',
  description:
    'As if it had been tapped in the app by the login that calls: the same checks, events and offers of packages.',
  right: 'answers',
  params: surveyParams,
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
  path: `${surveyPath}/simulate-photo`,
  heading: HEADING,
  summary: 'Let a technician take a photo',
  description: 'A picture that is made up, stored as any photo is.',
  right: 'photos',
  params: surveyParams,
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
  path: `${surveyPath}/simulate-complete`,
  heading: HEADING,
  summary: 'Let a technician complete the survey',
  description:
    'Answers what is not answered yet, as `simulate-answers` does, gives the signatures and videos that completing needs, and ' +
    'completes (D5). The automatic messages follow.',
  right: 'answers',
  params: surveyParams,
  body: record('SimulatedCompletion', 'What the technician finds on the way.', {}, { ...grades }),
  replies: { 200: { description: 'What was answered before.', body: AnsweredBody } },
  problems: ['notSandbox', 'noSuchResource', 'surveyCompleted', 'surveyClosed', 'nothingToSimulate', 'busy'],
  decisions: ['D5'],
  ours: true,
  example: { red: 1, amber: 2 },
})

export const simulateSend = operation({
  id: 'simulateSend',
  method: 'POST',
  path: `${surveyPath}/simulate-send`,
  heading: HEADING,
  summary: 'Let an advisor send the result',
  description:
    'The message stays in the outbox, counts as sent, and the callback tells of it with the link of the owner, as of any message.',
  right: 'quotes',
  params: surveyParams,
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

const decision = choice('What the owner says.', ['approve', 'defer', 'decline'])
const until = text('Until when deferred work waits, as YYYY-MM-DD; left out: what the page proposes.', {
  maxLength: 10,
})

export const SimulatedDecisions = record(
  'SimulatedDecisions',
  'What the owner decides: `all` offers alike that the page leaves open, also those decided before, or `lines` one by one. A line ' +
    'counts before `all`.',
  {},
  {
    all: decision,
    lines: list(
      record(
        'SimulatedDecision',
        'What the owner says to one offer.',
        { quoteId: requiredIdentifier('The quote.'), decision },
        {
          until,
          reason: text('The code of a reason to decline, of those the page shows.', { maxLength: 128 }),
        },
      ),
      'Single offers.',
      { minItems: 1, maxItems: 200 },
    ),
    until,
    code: text('The code that was sent, if the sum has to be confirmed with one.', { maxLength: 12 }),
  },
)
export type SimulatedDecisions = Static<typeof SimulatedDecisions>

export const simulateDecide = operation({
  id: 'simulateDecide',
  method: 'POST',
  path: `${surveyPath}/simulate-decide`,
  heading: HEADING,
  summary: 'Let the owner decide',
  description:
    "As the form of the owner's page: by the newest link that was sent and is still valid, or by a new one if there is none. The " +
    'receipt is kept, and the advisor is told.',
  right: 'quotes',
  params: surveyParams,
  body: SimulatedDecisions,
  replies: {
    200: {
      description: 'The decision.',
      body: record(
        'SimulatedDecisionsResult',
        'The decision.',
        {
          receiptId: Type.String({ description: 'The receipt the owner sees.' }),
          quoteIds: Type.Array(Type.String(), { description: 'The quotes that were decided.' }),
        },
        {},
      ),
    },
  },
  problems: [
    'notSandbox',
    'noSuchResource',
    'missingField',
    'nothingToSimulate',
    'decisionNotTaken',
    'codeNeeded',
  ],
  decisions: ['E7', 'I3'],
  ours: true,
  example: { all: 'approve' },
})

export const simulateFeedback = operation({
  id: 'simulateFeedback',
  method: 'POST',
  path: `${surveyPath}/simulate-feedback`,
  heading: HEADING,
  summary: 'Let the owner give feedback',
  description: "As the form of the owner's page, by the same link as a decision. Once within an hour.",
  right: 'quotes',
  params: surveyParams,
  body: record(
    'SimulatedFeedback',
    'Feedback of the owner.',
    { stars: Type.Integer({ minimum: 1, maximum: 5, description: 'From 1 to 5.' }) },
    { text: text('In words.', { maxLength: 2000 }) },
  ),
  replies: {
    200: {
      description: 'The feedback.',
      body: record(
        'SimulatedFeedbackResult',
        'The feedback.',
        { isTaken: flag('False if feedback came within the hour before.') },
        {},
      ),
    },
  },
  problems: ['notSandbox', 'noSuchResource'],
  decisions: ['I9'],
  ours: true,
  example: { stars: 5, text: 'Quick and friendly' },
})
