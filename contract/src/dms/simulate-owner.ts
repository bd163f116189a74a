// An owner who is simulated in a sandbox: decisions and feedback. All of it is our addition.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { choice, flag, list, record, requiredIdentifier, secret, text } from '../schema.ts'
import { sandboxHeading, simulatedSurveyParams, simulatedSurveyPath } from './sandbox.ts'

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
    code: secret('The code that was sent, if the sum has to be confirmed with one.', { maxLength: 12 }),
  },
)
export type SimulatedDecisions = Static<typeof SimulatedDecisions>

export const simulateDecide = operation({
  id: 'simulateDecide',
  method: 'POST',
  path: `${simulatedSurveyPath}/simulate-decide`,
  heading: sandboxHeading,
  summary: 'Let the owner decide',
  description:
    "As the form of the owner's page: by the newest link that was sent and is still valid, or by a new one if there is none. The " +
    'receipt is kept, and the advisor is told.',
  right: 'quotes',
  params: simulatedSurveyParams,
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
  path: `${simulatedSurveyPath}/simulate-feedback`,
  heading: sandboxHeading,
  summary: 'Let the owner give feedback',
  description: "As the form of the owner's page, by the same link as a decision. Once within an hour.",
  right: 'quotes',
  params: simulatedSurveyParams,
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
