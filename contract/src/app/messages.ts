// Messages to customers and staff: sending results, their state, and the outbox of messages that were not really sent.
import { type Static, Type } from 'typebox'
import { OutputDestination } from '../dms/events.ts'
import { channelFailures, channelNames, messageCategories, messageTypeNames } from '../messages.ts'
import { operation } from '../operation.ts'
import { languages } from '../rules/texts.ts'
import { choice, flag, identifier, record, requiredIdentifier, text } from '../schema.ts'

const HEADING = 'Messages'
const clientPath = '/system-clients/{system_client_id}'
const surveyPath = `${clientPath}/surveys/{survey_id}`
const messagePath = `${surveyPath}/messages/{message_id}`
const params = { system_client_id: 'The system client.', survey_id: 'The survey.' }
const messageParams = { ...params, message_id: 'The message.' }

const recipientFields = {
  recipient: choice('Who gets it.', ['customer', 'driver', 'owner']),
  channel: choice('How.', [...channelNames]),
}

export const MessageOptions = record(
  'MessageOptions',
  'What sending the result of a survey begins with.',
  {
    validDays: Type.Integer({
      description: "How long a link opens unless one says otherwise: the client's setting.",
    }),
    channels: Type.Array(recipientFields.channel, {
      description:
        'Those there are. E-mail and SMS always: what is not set up stays in the outbox. Telegram only with a bot.',
    }),
    kept: Type.Array(recipientFields.channel, {
      description:
        'Of these, by which nothing goes out: what is sent stays in the outbox. Not set up, or this is the demo.',
    }),
    smsNoteLength: Type.Integer({ description: 'How many characters the note of an SMS may have.' }),
  },
  {
    video: choice(
      'Of a video check or a review, whose messages speak of a video: `waiting` can be watched only as it was recorded; where it is ' +
        '`missing`, the message has other words.',
      ['ready', 'waiting', 'missing'],
    ),
  },
)
export type MessageOptions = Static<typeof MessageOptions>

export const getMessageOptions = operation({
  id: 'getMessageOptions',
  method: 'GET',
  path: `${surveyPath}/message-options`,
  heading: HEADING,
  summary: 'Ask what a message begins with',
  description: 'How long its link opens, which channels there are, and whether there is a video to speak of.',
  right: 'quotes',
  params,
  replies: { 200: { description: 'The options.', body: MessageOptions } },
  problems: ['noSuchResource'],
  decisions: ['G1', 'G4'],
})

export const NewMessage = record('NewMessage', 'A result to be sent.', recipientFields, {
  contactId: identifier('A contact person of a company: their id, or their name when they have none.'),
  language: choice('Left out: that of the recipient, as far as it is known.', [...languages]),
  validDays: Type.Integer({
    minimum: 1,
    maximum: 365,
    description: "How long the link opens; left out: the client's setting.",
  }),
  note: text('A few words of the advisor; in an SMS at most 300 characters.', { maxLength: 2000 }),
  email: text('Corrects the address of the recipient, kept as `modifiedEmail`.', { maxLength: 200 }),
  mobilePhone: text('Corrects the number of the recipient, kept as `modifiedMobilePhone`.', {
    maxLength: 60,
  }),
})
export type NewMessage = Static<typeof NewMessage>

export const Message = record(
  'Message',
  'A message and what became of it.',
  {
    id: Type.String({ description: 'The message; the same as in its callback.' }),
    surveyId: Type.String({ description: 'The survey it is about.' }),
    outputId: Type.String({ description: 'Within the survey, from 1.' }),
    category: choice('Channel, as the callback tells it.', [...messageCategories]),
    type: choice('Kind of message.', messageTypeNames),
    destinations: Type.Array(OutputDestination, { description: 'Who gets it.' }),
    language: Type.String({ description: 'In which it is written.' }),
    text: Type.String({
      description: 'As it was written; the link is left out, and in the outbox it is one that only shows.',
    }),
    state: choice('`waiting` is also being tried again.', ['waiting', 'sent', 'failed']),
    attempts: Type.Integer({ description: 'How often it was tried to send it.' }),
    createdAt: Type.String({ description: 'When it was written.' }),
  },
  {
    subject: Type.String({ description: 'Of an e-mail.' }),
    html: Type.String({ description: 'Of an e-mail: the text as a page.' }),
    failure: Type.String({ description: 'Of the last attempt, in English words, for support.' }),
    failureCode: choice('What the failure is, to be told in any language.', [
      ...channelFailures,
      'linkExpired',
      'linkWithdrawn',
      'linkLost',
      'noRecipient',
      'personChanged',
      'recipientStopped',
    ]),
    sentAt: Type.String({ description: 'When it went out; left out until then.' }),
    inOutbox: flag('It stayed in the built-in outbox and went to nobody.'),
    linkUrl: Type.String({
      description: "Only in the outbox: shows the owner's page and decides nothing (I3).",
    }),
    demoLinkUrl: Type.String({
      description:
        'Only in the outbox of the demo dealership, whose people exist nowhere: the link as the recipient would have it.',
    }),
    linkValidUntil: Type.String({
      description: 'Until when its link opens; left out for a message without one.',
    }),
    linkWithdrawn: flag('The link opens nothing any more.'),
    linkAskedAt: Type.String({
      description: 'When the owner asked for a new link by this one, which is over.',
    }),
    openedAt: Type.String({ description: 'When the owner did something in the page (G4).' }),
    watchedAt: Type.String({ description: 'When the owner first played a video on the page.' }),
  },
)
export type Message = Static<typeof Message>

/** Problems of composing a message: who gets it, and by which channel. */
const addressingProblems = [
  'noSuchResource',
  'surveyClosed',
  'recipientMissing',
  'addressMissing',
  'botNotStarted',
  'resultNotSent',
  'channelNotSetUp',
  'invalidArgument',
] as const
/** With the sender's own words, whether it is sent or only previewed. */
const composeProblems = [...addressingProblems, 'invalidText'] as const

export const sendResults = operation({
  id: 'sendResults',
  method: 'PUT',
  path: messagePath,
  heading: HEADING,
  summary: 'Send the result of an inspection',
  description:
    'Sends a link to the result, to be decided on there. The id is made by the caller, so that a repeat is harmless. A correction of ' +
    'the address is kept with the customer, driver or owner. VC surveys send `vcApproval`, others `surveyResultsEmail`.',
  right: 'quotes',
  params: { ...messageParams, message_id: 'Made by the caller: letters, digits, - and _.' },
  body: NewMessage,
  replies: { 200: { description: 'The message, waiting to be sent.', body: Message } },
  problems: [...composeProblems, 'idTaken'],
  decisions: ['C8', 'D5', 'G1', 'G4'],
})

export const MessagePreview = record(
  'MessagePreview',
  'What would arrive.',
  {
    text: Type.String({ description: 'What would arrive, with a link that opens nothing.' }),
    type: Type.String({ description: 'Kind of message.' }),
    destination: OutputDestination,
    linkValidUntil: Type.String({ description: 'Until when its link would open.' }),
  },
  {
    subject: Type.String({ description: 'Of an e-mail.' }),
    html: Type.String({ description: 'Of an e-mail: the text as a page.' }),
    segments: Type.Integer({ description: 'Of an SMS, as gateways count and charge it.' }),
    noteLeftOut: flag("The client's own words for this message have no place for the note."),
  },
)
export type MessagePreview = Static<typeof MessagePreview>

export const previewMessage = operation({
  id: 'previewMessage',
  method: 'POST',
  path: `${surveyPath}/message-preview`,
  heading: HEADING,
  summary: 'See what would arrive',
  description:
    'The message as sendResults would write it, with an address that opens nothing in place of the link. Changes nothing.',
  right: 'quotes',
  params,
  body: NewMessage,
  replies: { 200: { description: 'The message.', body: MessagePreview } },
  problems: composeProblems,
  decisions: ['G1'],
})

export const listSurveyMessages = operation({
  id: 'listSurveyMessages',
  method: 'GET',
  path: `${surveyPath}/messages`,
  heading: HEADING,
  summary: 'List the messages of a survey',
  description: 'In their order, with state, attempts and the failure in words.',
  right: 'quotes',
  params,
  replies: { 200: { description: 'The messages.', body: Type.Array(Message) } },
  problems: ['noSuchResource'],
  decisions: ['G1'],
})

export const resendMessage = operation({
  id: 'resendMessage',
  method: 'POST',
  path: `${messagePath}/resend`,
  heading: HEADING,
  summary: 'Send a message again',
  description:
    'One that failed is tried again as it is. A result that was sent, or whose link is over, is written anew with a new link, to the ' +
    'same recipient at the address known now, under `newMessageId`.',
  right: 'quotes',
  params: messageParams,
  body: record(
    'Resend',
    'What a new message is called.',
    { newMessageId: requiredIdentifier('Made by the caller; used when the message is written anew.') },
    {},
  ),
  replies: { 200: { description: 'The message that waits now.', body: Message } },
  problems: [...addressingProblems, 'messageNotRepeatable', 'idTaken'],
  decisions: ['G1'],
})

export const withdrawMessageLink = operation({
  id: 'withdrawMessageLink',
  method: 'DELETE',
  path: `${messagePath}/link`,
  heading: HEADING,
  summary: 'Withdraw the link of a message',
  description: 'It opens nothing any more. A message that still waits is not sent.',
  right: 'quotes',
  params: messageParams,
  replies: { 204: { description: 'Withdrawn.' } },
  problems: ['noSuchResource', 'messageWithoutLink'],
  decisions: ['G1'],
})

export const inviteToTelegram = operation({
  id: 'inviteToTelegram',
  method: 'POST',
  path: `${surveyPath}/telegram-invitation`,
  heading: HEADING,
  summary: 'Make a link that starts the bot',
  description:
    'For the recipient alone, for a day: whoever opens it gets what is sent to them by Telegram (G4).',
  right: 'quotes',
  params,
  body: record(
    'TelegramInvitation',
    'For whom.',
    { recipient: recipientFields.recipient },
    { contactId: identifier('A contact person of a company.') },
  ),
  replies: {
    200: {
      description: 'The link, to be opened or shown as a QR code.',
      body: record(
        'TelegramStart',
        'The link.',
        {
          url: Type.String({ description: 'Opens the bot in Telegram; for a day, and for this recipient.' }),
        },
        {},
      ),
    },
  },
  problems: ['noSuchResource', 'recipientMissing', 'channelNotSetUp', 'unavailable'],
  decisions: ['G4'],
})

export const SentMessage = record(
  'SentMessage',
  'What became of a message, without its text.',
  {
    id: Message.properties.id,
    surveyId: Message.properties.surveyId,
    category: Message.properties.category,
    type: Message.properties.type,
    destinations: Message.properties.destinations,
    state: Message.properties.state,
    attempts: Message.properties.attempts,
    createdAt: Message.properties.createdAt,
  },
  {
    failure: Type.String({
      description: 'Of the last attempt, in the words of the server or gateway.',
    }),
    sentAt: Type.String({ description: 'When it went out; left out until then.' }),
    inOutbox: flag('It stayed in the built-in outbox and went to nobody.'),
  },
)
export type SentMessage = Static<typeof SentMessage>

export const listSentMessages = operation({
  id: 'listSentMessages',
  method: 'GET',
  path: `${clientPath}/messages`,
  heading: HEADING,
  summary: 'Read what became of all messages',
  description:
    'Of all inspections, the newest first, page by page: those that failed, wait or were sent. For those who set the channels up.',
  right: 'admin',
  params: { system_client_id: 'The system client.' },
  query: record(
    'SentMessagesQuery',
    'Which ones.',
    {},
    {
      state: choice('Left out: those that failed. `waiting` is also being tried again.', [
        'waiting',
        'sent',
        'failed',
      ]),
      channel: choice('Only those of one channel.', [...channelNames]),
      after: identifier('Where the page before ended: its `next`.'),
      limit: Type.Integer({ description: 'At most so many; 50 unless said.', minimum: 1, maximum: 200 }),
    },
  ),
  replies: {
    200: {
      description: 'The messages.',
      body: record(
        'SentMessagesPage',
        'Messages, newest first.',
        { messages: Type.Array(SentMessage, { description: 'The messages.' }) },
        {
          next: Type.String({ description: 'Give it as `after` to go on; left out: this is the last page.' }),
        },
      ),
    },
  },
  problems: ['invalidCursor'],
  decisions: ['G1'],
})

export const listOutbox = operation({
  id: 'listOutbox',
  method: 'GET',
  path: `${clientPath}/outbox`,
  heading: HEADING,
  summary: 'Read the outbox',
  description:
    'Messages that went to nobody, because their channel is not set up or this is the demo: the newest 200 first, whole. ' +
    'In place of the link of an owner stands one that shows the same page and decides nothing; messages to staff have theirs ' +
    'in the text.',
  right: 'quotes',
  params: { system_client_id: 'The system client.' },
  replies: { 200: { description: 'The messages.', body: Type.Array(Message) } },
  problems: [],
  decisions: ['G1', 'I3'],
})
