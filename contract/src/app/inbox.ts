// The inbox of a person: what owners did, what failed, what waits for a person, and notes for them.
import { type Static, Type } from 'typebox'
import { messageTypeNames } from '../messages.ts'
import { operation } from '../operation.ts'
import { partOutcomes } from '../rules/parts.ts'
import { amount, choice, flag, list, record, text } from '../schema.ts'

const path = '/system-clients/{system_client_id}/inbox'
const params = { system_client_id: 'The system client.' }

export const inboxKinds = [
  'decided',
  'feedback',
  'linkAsked',
  'undecided',
  'messageFailed',
  'unmatched',
  'note',
  'question',
  'partsRequested',
  'partsAnswered',
] as const

/** No two entries have the same; of an event, or of what waits now. */
const entryId = (description: string) => text(description, { minLength: 1, maxLength: 400 })

export const InboxEntry = record(
  'InboxEntry',
  'Something that happened, or waits for somebody.',
  {
    id: entryId('The entry.'),
    kind: choice(
      '`decided`: the owner decided · `feedback`: gave stars · `linkAsked`: asks for a new link · `undecided`: opened the page long ' +
        'ago and has not decided · `messageFailed`: a message could not be sent · `unmatched`: an order made by hand may be of the ' +
        'same car as one of the DMS · `note`: a note for the person who asks · `question`: the owner asks about a line of the result · ' +
        '`partsRequested`: parts are needed, for who keeps them · `partsAnswered`: the parts desk has replied.',
      [...inboxKinds],
    ),
    at: Type.String({ description: 'When it happened.' }),
    card: Type.String({ description: 'The car, as events name its card.' }),
  },
  {
    surveyId: Type.String({ description: 'The survey it is about.' }),
    branchId: Type.String({
      description: 'The branch of the car, if sites of the client have several time zones.',
    }),
    numberPlate: Type.String({ description: 'Plate.' }),
    vehicle: Type.String({ description: 'Make and model.' }),
    customer: Type.String({ description: 'By name.' }),
    isMine: flag('The person who asks is the advisor of the car, or works on it.'),
    isRead: flag('The person who asks has seen it.'),
    currency: Type.String({ description: 'Of the amounts; ISO 4217.' }),
    approved: amount('Of a decision: what the owner wants, with VAT.'),
    deferred: amount('Of a decision: what the owner wants later, with VAT.'),
    rejected: amount('Of a decision: what the owner does not want, with VAT.'),
    stars: Type.Integer({ description: 'Of feedback, from 1 to 5.' }),
    messageType: choice('Of a message: what it is.', [...messageTypeNames]),
    by: Type.String({ description: 'Of a note, or of parts: who wrote it, by name.' }),
    text: Type.String({ description: 'Of a note or question, or of parts: what it says.' }),
    questionId: Type.String({ description: 'Of a question: which. Of parts: the question of the finding.' }),
    line: Type.String({ description: 'Of a question: what the line is called. Of parts: the finding.' }),
    isAnswered: flag('Of a question, or of parts that were asked for: somebody has answered.'),
    outcome: choice('Of a reply of the parts desk: which.', [...partOutcomes]),
    availableOn: Type.String({ description: 'Of a price: the day on which the parts will be there.' }),
  },
)
export type InboxEntry = Static<typeof InboxEntry>

export const getInbox = operation({
  id: 'getInbox',
  method: 'GET',
  path,
  heading: 'Board',
  summary: 'Read the inbox',
  description:
    'Of the last 14 days and of the branches of the person who asks, the newest first, at most 100. A technician gets notes on the ' +
    'cars he works on, and who keeps the parts what is asked for and notes; everything else is for people who may advise.',
  right: 'read',
  params,
  replies: { 200: { description: 'The entries.', body: Type.Array(InboxEntry) } },
  problems: [],
  decisions: [],
})

export const InboxRead = record(
  'InboxRead',
  'What somebody has seen.',
  { ids: list(entryId('An entry.'), 'The entries.', { minItems: 1, maxItems: 200 }) },
  {},
)

export const putInboxRead = operation({
  id: 'putInboxRead',
  method: 'PUT',
  path: `${path}/read`,
  heading: 'Board',
  summary: 'Mark entries of the inbox as read',
  description: 'For the person who asks. Marking again changes nothing.',
  right: 'notes',
  params,
  body: InboxRead,
  replies: { 204: { description: 'They are read.' } },
  problems: [],
  decisions: [],
})
