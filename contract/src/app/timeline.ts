// What happened to a result after the inspection, for staff: what was sent, what the owner did, what staff recorded, what the DMS was
// told. Read-only.
import { type Static, Type } from 'typebox'
import { messageCategories, messageTypeNames } from '../messages.ts'
import { operation } from '../operation.ts'
import { languages } from '../rules/texts.ts'
import { choice, flag, record } from '../schema.ts'

export const TimelineLine = record(
  'TimelineLine',
  'What was decided on one offer.',
  {
    quoteId: Type.String({ description: 'The quote.' }),
    status: choice('What was decided.', ['approved', 'deferred', 'rejected']),
  },
  {
    title: Type.String({ description: 'The offer, as the owner read it. Left out where staff recorded it.' }),
    until: Type.String({ description: 'Until when it was put off, as a date.' }),
    reasonCode: Type.String({ description: 'Why it was declined.' }),
    currency: Type.String({ description: 'Of the amount.' }),
    amountIncVat: Type.Number({ description: 'What it cost then.' }),
  },
)
export type TimelineLine = Static<typeof TimelineLine>

export const TimelineEntry = record(
  'TimelineEntry',
  'One thing that happened.',
  {
    at: Type.String({ description: 'When.' }),
    kind: choice(
      '`completed` the inspection; `message` to the owner or to staff, with its `state`; `opened` the page; `watched` a video on it; `linkAsked` for a new link; ' +
        '`linkWithdrawn` by staff; `decided` by the owner; `recorded` by staff; `feedback` of the owner; `dmsTold` by a callback; `asked` ' +
        'about a line by the owner; `answered` by staff.',
      [
        'completed',
        'message',
        'opened',
        'watched',
        'linkAsked',
        'linkWithdrawn',
        'decided',
        'recorded',
        'feedback',
        'dmsTold',
        'asked',
        'answered',
      ],
    ),
  },
  {
    id: Type.String({ description: 'Of the message, the receipt, the question or the answer.' }),
    messageType: choice('What was sent, or what the DMS was told.', messageTypeNames),
    state: choice('Of a message.', ['waiting', 'sent', 'failed']),
    channel: choice('How a message went.', [...messageCategories]),
    to: Type.String({ description: 'Who got it, by name or address. For people who may send messages.' }),
    isAgain: flag('The same message went out before.'),
    inOutbox: flag('It stayed in the outbox: nothing went out.'),
    lines: Type.Array(TimelineLine, { description: 'What was decided, offer by offer.' }),
    medium: choice('How the customer told staff.', ['phone', 'direct']),
    by: Type.String({ description: 'Who recorded or answered it, by name.' }),
    spokeWith: Type.String({ description: 'With whom, by name.' }),
    stars: Type.Integer({ description: 'From 1 to 5.' }),
    text: Type.String({ description: 'What the owner wrote, or what staff answered.' }),
    line: Type.String({ description: 'Of a question or answer: what the line is called.' }),
    attempts: Type.Integer({ description: 'How often the DMS was called until it accepted.' }),
  },
)
export type TimelineEntry = Static<typeof TimelineEntry>

export const Timeline = record(
  'Timeline',
  'What happened to the result of a survey.',
  {
    entries: Type.Array(TimelineEntry, { description: 'The newest first.' }),
    language: choice('In which forms for the customer are made.', [...languages]),
  },
  {},
)
export type Timeline = Static<typeof Timeline>

export const getTimeline = operation({
  id: 'getTimeline',
  method: 'GET',
  path: '/system-clients/{system_client_id}/surveys/{survey_id}/timeline',
  heading: 'Messages',
  summary: 'Read what happened to a result',
  description:
    'Sent, opened, decided line by line, said on the phone, told to the DMS. It is read from what is kept, not from the log, so it ' +
    'stays when events are removed.',
  right: 'read',
  params: { system_client_id: 'The system client.', survey_id: 'The survey.' },
  replies: { 200: { description: 'The timeline.', body: Timeline } },
  problems: ['noSuchResource'],
  decisions: ['G1'],
})
