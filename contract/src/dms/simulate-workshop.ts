// A technician who is simulated in a sandbox: answers, photos, completing. All of it is our addition.
import { type Static, Type } from 'typebox'
import { GivenAnswer } from '../app/edits.ts'
import { operation } from '../operation.ts'
import { identifier, list, record } from '../schema.ts'
import { sandboxHeading, simulatedSurveyParams, simulatedSurveyPath } from './sandbox.ts'

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
