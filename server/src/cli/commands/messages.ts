// Commands on messages: what was sent for a survey, sending and previewing, and a client's own texts.
import type { NewMessage } from '@walkaround/contract/app/messages.ts'
import { channelNames, templateNames } from '@walkaround/contract/messages.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { Type } from 'typebox'
import { baseUrlOf } from '../../config/config.ts'
import { exportMessageTemplates, importMessageTemplates } from '../../features/messages/message-templates.ts'
import { previewTemplates } from '../../features/messages/preview-templates.ts'
import { getMessage, listMessages, listSentMessages } from '../../features/messages/read-messages.ts'
import { previewMessage, sendResults } from '../../features/messages/send-results.ts'
import { toMessageLanguage } from '../../features/messages/texts.ts'
import { newId } from '../../lib/ids.ts'
import { boxOf, type Command, define, feature, flag, inClient, oneOf, text, whole } from './define.ts'

const client = text('id of the system client')
const survey = text('id of the survey')

const letter = {
  to: oneOf(['customer', 'driver', 'owner'], 'who gets it; default: customer'),
  contact: text('contact person of a company: id, or name without one', { 'x-value': 'id' }),
  channel: oneOf(['email', 'sms', 'telegram'], 'how it is sent; default: email'),
  language: oneOf([...languages], "language of the message; default: the recipient's"),
  days: whole("how long the link is valid; default: the client's setting", { 'x-value': 'days' }),
  note: text('a few words of your own in the message'),
}

type LetterArgs = {
  [Name in keyof typeof letter]?: string | number | undefined
}

const toMessage = ({ to, contact, channel, language, days, note }: LetterArgs): NewMessage =>
  Object.fromEntries(
    Object.entries({
      recipient: to ?? 'customer',
      channel: channel ?? 'email',
      contactId: contact,
      language,
      validDays: days,
      note,
    }).filter(([, value]) => value !== undefined),
  ) as NewMessage

export const commands: Readonly<Record<string, Command>> = {
  'message list': feature(
    { summary: 'list the messages of a survey and what became of them', arguments: { client, survey } },
    (scope, args) => listMessages(scope, args.survey),
  ),
  'message failures': feature(
    {
      summary: 'list messages of all inspections that failed, or that wait or were sent',
      arguments: { client },
      options: {
        state: oneOf(['failed', 'waiting', 'sent'], 'what became of them; default: failed'),
        channel: oneOf(channelNames, 'only those of one channel'),
        after: text('only those older than this message', { 'x-value': 'id' }),
        limit: whole('at most so many; default: 50', { 'x-value': 'count' }),
      },
    },
    (scope, { state, channel, after, limit }) => listSentMessages(scope, { state, channel, after, limit }),
  ),
  'message show': feature(
    {
      summary: 'show a message as it was written',
      arguments: { client, message: text('id of the message') },
    },
    (scope, args) => getMessage(scope, args.message),
  ),
  'message preview': define(
    { summary: 'show what would arrive, and send nothing', arguments: { client, survey }, options: letter },
    (context, args) =>
      inClient(context, args.client, (scope) =>
        previewMessage(scope, args.survey, toMessage(args), baseUrlOf(context.config)),
      ),
  ),
  'message send': define(
    {
      summary: 'send the result of a survey; the running service delivers it',
      arguments: { client, survey },
      options: letter,
    },
    async (context, args) => {
      const box = await boxOf(context)
      const messageId = newId()
      return inClient(context, args.client, async (scope) => {
        const wanted = toMessage(args)
        await sendResults(
          scope,
          { surveyId: args.survey, messageId, wanted },
          { box, baseUrl: baseUrlOf(context.config) },
        )
        return getMessage(scope, messageId)
      })
    },
  ),
  'message-template export': feature(
    {
      summary: 'print the words of all messages that are in force',
      arguments: { client },
      options: { own: flag("only the client's own words") },
    },
    (scope, args) => exportMessageTemplates(scope, { isOwnOnly: args.own ?? false }),
  ),
  'message-template preview': define(
    {
      summary: 'show messages as people would read them, with an invented customer',
      arguments: { client },
      options: {
        message: oneOf(templateNames, 'one message; default: all'),
        channel: oneOf(channelNames, 'one channel; default: all'),
        language: oneOf([...languages], "language of the message; default: the client's"),
        words: Type.Unknown({
          description: 'file to be imported; default: the words in force',
          'x-from': 'json file',
        }),
      },
    },
    (context, args) =>
      inClient(context, args.client, async (scope) => {
        const language = args.language ?? toMessageLanguage(scope.client.language)
        const { message, channel, words: document } = args
        return previewTemplates(scope, { language, message, channel, document }, baseUrlOf(context.config))
      }),
  ),
  'message-template import': feature(
    {
      summary: "set a client's own words, replacing all it had",
      arguments: {
        client,
        document: Type.Unknown({
          description: 'file as message-template export prints it',
          'x-from': 'json file',
        }),
      },
    },
    (scope, args) => importMessageTemplates(scope, args.document),
  ),
}
