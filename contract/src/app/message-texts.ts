// The words of a client's messages: each text by language, message and channel, as delivered or as the client has it.
import { type Static, Type } from 'typebox'
import { channelNames, templateNames } from '../messages.ts'
import { conditionalDelete, conditionalWrite, etagReply, newTag, operation } from '../operation.ts'
import { languages } from '../rules/texts.ts'
import { choice, fields, flag, identifier, list, record, text } from '../schema.ts'

const heading = 'Messages'
const clientPath = '/system-clients/{system_client_id}'
const textPath = `${clientPath}/message-texts/{language}/{message}/{channel}`
const params = { system_client_id: 'The system client.' }
const ofText = {
  ...params,
  language: 'The language, such as `de`.',
  message: 'The kind of message, such as `surveyResultsEmail`.',
  channel: '`email`, `sms` or `telegram`.',
}

/** The longest text with its subject. */
export const LONGEST_MESSAGE_TEXT = 5000

const which = {
  language: choice('The language.', [...languages]),
  message: choice('The kind of message, or other words for one.', [...templateNames]),
  channel: choice('The channel.', [...channelNames]),
}

const words = {
  text: text('Lines with placeholders such as `{name}`; `{link}` alone on a line.', {
    minLength: 1,
    maxLength: LONGEST_MESSAGE_TEXT,
    'x-personal': false,
  }),
}
const subject = text('Of an e-mail: one line.', { maxLength: 500, 'x-personal': false })

export const MessageText = record(
  'MessageText',
  'The words of a message in one language, by one channel.',
  { ...which, text: Type.String({ description: 'In force, with placeholders.' }) },
  {
    subject: Type.String({ description: 'Of an e-mail, in force.' }),
    isOwn: flag('The client has its own words; otherwise they are the delivered ones.'),
    deliveredSubject: Type.String({ description: 'What it would be without its own words.' }),
    deliveredText: Type.String({ description: 'What it would be without its own words.' }),
  },
)
export type MessageText = Static<typeof MessageText>

export const MessageTextChange = record('MessageTextChange', "A client's own words.", words, { subject })
export type MessageTextChange = Static<typeof MessageTextChange>

export const listMessageTexts = operation({
  id: 'listMessageTexts',
  method: 'GET',
  path: `${clientPath}/message-texts`,
  heading,
  summary: 'Read the words of messages',
  description: 'By language, message and channel. The filters leave out the rest.',
  right: 'admin',
  params,
  query: fields({}, which),
  replies: { 200: { description: 'The texts.', body: Type.Array(MessageText) } },
  problems: ['notInList'],
  decisions: [],
})

export const getMessageText = operation({
  id: 'getMessageText',
  method: 'GET',
  path: textPath,
  heading,
  summary: 'Read the words of a message',
  description: 'In one language, by one channel.',
  right: 'admin',
  params: ofText,
  replies: { 200: { description: 'The text.', body: MessageText, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['B7'],
})

export const putMessageText = operation({
  id: 'putMessageText',
  method: 'PUT',
  path: textPath,
  heading,
  summary: 'Set the words of a message',
  description:
    'Messages have them from the next one on. Words that equal the delivered ones are not kept, so that they follow later changes of those.',
  right: 'admin',
  params: ofText,
  body: MessageTextChange,
  requestHeaders: conditionalWrite,
  replies: { 200: { description: 'The text as it is now.', body: MessageText, headers: newTag } },
  problems: ['noSuchResource', 'invalidArgument', 'preconditionFailed'],
  decisions: ['B7'],
})

export const deleteMessageText = operation({
  id: 'deleteMessageText',
  method: 'DELETE',
  path: textPath,
  heading,
  summary: 'Bring the delivered words of a message back',
  description: 'The own ones are gone.',
  right: 'admin',
  params: ofText,
  requestHeaders: conditionalDelete,
  replies: { 204: { description: 'The delivered words are in force.' } },
  problems: ['noSuchResource', 'preconditionFailed'],
  decisions: ['B7'],
})

export const MessageTextPreview = record(
  'MessageTextPreview',
  'A message as people would read it, with an invented customer.',
  { ...which, text: Type.String({ description: 'With every placeholder filled in.' }) },
  {
    isOwn: flag("The client's own words, or those of the draft."),
    subject: Type.String({ description: 'Of an e-mail.' }),
    html: Type.String({ description: 'Of an e-mail.' }),
    segments: Type.Integer({ description: 'Of an SMS, as gateways count and charge it.' }),
    characters: Type.Integer({ description: 'Of an SMS, as they count.' }),
    alphabet: choice('Of an SMS.', ['GSM-7', 'UCS-2']),
    site: Type.String({ description: 'Of an e-mail: the site whose logo and colours it has.' }),
    sender: Type.String({
      description: 'Of an e-mail or SMS: whom it comes from, as far as site and client say it.',
    }),
  },
)
export type MessageTextPreview = Static<typeof MessageTextPreview>

const MessageDraft = record('MessageDraft', 'Words that are not kept.', { ...which, ...words }, { subject })

export const previewMessageTexts = operation({
  id: 'previewMessageTexts',
  method: 'POST',
  path: `${clientPath}/message-texts/preview`,
  heading,
  summary: 'See messages as people would read them',
  description:
    'Those in force, or drafts in their place. Checks drafts as setting them does, and changes nothing.',
  right: 'admin',
  params,
  body: record(
    'MessageTextsWanted',
    'Which messages, and drafts for them.',
    {},
    {
      ...which,
      drafts: list(MessageDraft, 'In place of the words in force.', { maxItems: 100 }),
      siteId: identifier('Whose logo, colours and sender they have; left out: the default site.'),
    },
  ),
  replies: { 200: { description: 'The messages.', body: Type.Array(MessageTextPreview) } },
  problems: ['invalidArgument', 'notInList'],
  decisions: [],
})
