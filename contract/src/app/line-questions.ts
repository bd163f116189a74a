// What owners ask about lines of a result, for staff: the threads of a survey, and an answer.
import { type Static, Type } from 'typebox'
import { channelNames } from '../messages.ts'
import { operation } from '../operation.ts'
import { aboutKinds, questionLimits } from '../rules/line-questions.ts'
import { amount, choice, flag, identifier, moment, record, text } from '../schema.ts'
import { clockAhead } from './edits.ts'
import { MessagePreview } from './messages.ts'

const HEADING = 'Messages'
const path = '/system-clients/{system_client_id}/surveys/{survey_id}/questions'
const params = { system_client_id: 'The system client.', survey_id: 'The survey.' }
const questionParams = { ...params, question_id: 'The question that is answered.' }
const channel = (description: string) => choice(description, [...channelNames])

export const QuestionEntry = record(
  'QuestionEntry',
  'A question of the owner, or an answer of staff.',
  {
    id: Type.String({ description: 'The entry.' }),
    by: choice('Who wrote it.', ['owner', 'staff']),
    text: Type.String({ description: 'What it says.' }),
    at: Type.String({ description: 'When it was written.' }),
  },
  {
    name: Type.String({ description: 'Of an answer: who wrote it, by name.' }),
    isMine: flag('Written by the person who asks.'),
    state: choice('Of an answer that was also sent as a message.', ['waiting', 'sent', 'failed']),
    channel: channel('Of an answer that was also sent: how.'),
    inOutbox: flag('The message stayed in the outbox: nothing went out.'),
  },
)
export type QuestionEntry = Static<typeof QuestionEntry>

export const QuestionThread = record(
  'QuestionThread',
  'What was asked and answered about one line.',
  {
    about: record(
      'QuestionAbout',
      'The line.',
      {
        kind: choice('An offer, or a finding without one.', [...aboutKinds]),
        id: Type.String({ description: 'The quote, or the question of the survey.' }),
      },
      {},
    ),
    title: Type.String({ description: 'What the line was called when it was last asked about.' }),
    entries: Type.Array(QuestionEntry, { description: 'The oldest first.' }),
  },
  {
    isWaiting: flag('The owner spoke last.'),
    isOver: flag('The DMS named another person since; nobody would read an answer.'),
    channel: channel(
      'How an answer goes out: as the link did by which the owner asks. Left out: the page alone.',
    ),
    to: Type.String({ description: 'Where to, masked.' }),
    amountIncVat: amount('What the offer costs now, with VAT; left out for a finding, or without a price.'),
    currency: Type.String({ description: 'Of the amount; ISO 4217.' }),
  },
)
export type QuestionThread = Static<typeof QuestionThread>

export const listQuestions = operation({
  id: 'listQuestions',
  method: 'GET',
  path,
  heading: HEADING,
  summary: 'Read what the owner asks about lines of a result',
  description: 'One thread for each line, those that wait for an answer first.',
  right: 'quotes',
  params,
  replies: { 200: { description: 'The threads.', body: Type.Array(QuestionThread) } },
  problems: ['noSuchResource'],
  decisions: [],
})

export const NewAnswer = record(
  'NewAnswer',
  'An answer as somebody writes it.',
  { text: text('What to say.', { minLength: 1, maxLength: questionLimits.answer }) },
  {
    seen: identifier('The last entry of the thread that the person had read; left out: none.'),
    at: moment("When it was written, by the device's clock; left out: now."),
    clockAhead,
  },
)
export type NewAnswer = Static<typeof NewAnswer>

export const putAnswer = operation({
  id: 'putAnswer',
  method: 'PUT',
  path: `${path}/{question_id}/answers/{answer_id}`,
  heading: HEADING,
  summary: "Answer an owner's question",
  description:
    "The owner reads it on the page and in a message with a link to it, by the way the owner's link was sent. The id is made by the " +
    'device; sending it again changes nothing. Refused if a colleague answered after `seen`: read the thread first.',
  right: 'quotes',
  params: { ...questionParams, answer_id: 'Made by the device.' },
  body: NewAnswer,
  replies: { 204: { description: 'The answer is there.' } },
  problems: [
    'noSuchResource',
    'missingField',
    'idTaken',
    'answeredMeanwhile',
    'recipientMissing',
    'channelNotSetUp',
  ],
  decisions: [],
})

export const previewAnswer = operation({
  id: 'previewAnswer',
  method: 'POST',
  path: `${path}/{question_id}/preview`,
  heading: HEADING,
  summary: 'See what an answer would look like',
  description: 'The message as putAnswer would send it, with an address that opens nothing. Changes nothing.',
  right: 'quotes',
  params: questionParams,
  body: NewAnswer,
  replies: { 200: { description: 'The message.', body: MessagePreview } },
  problems: ['noSuchResource', 'missingField', 'recipientMissing', 'addressMissing', 'channelNotSetUp'],
  decisions: [],
})
