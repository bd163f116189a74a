// Commands on messages: what was sent of a survey, sending and seeing before, and a client's own words.
import type { NewMessage } from '@walkaround/contract/app/messages.ts'
import { Type } from 'typebox'
import { getClient } from '../access/clients.ts'
import { defaultBaseUrl } from '../config.ts'
import { inTransaction } from '../db/transaction.ts'
import { exportMessageTemplates, importMessageTemplates } from '../features/messages/message-templates.ts'
import { previewTemplates } from '../features/messages/preview-templates.ts'
import { getMessage, listMessages } from '../features/messages/read-messages.ts'
import { channelNames, templateNames } from '../features/messages/rules.ts'
import { previewMessage, sendResults } from '../features/messages/send-results.ts'
import { toMessageLanguage } from '../features/messages/texts.ts'
import { newId } from '../lib/ids.ts'
import { openSecretBox } from '../outside/secret-box.ts'
import type { Scope } from '../scope.ts'
import { type Command, type CommandContext, define, feature, flag, oneOf, text, whole } from './define.ts'

const client = text('id of the system client')
const survey = text('id of the survey')

const letter = {
  to: oneOf(['customer', 'driver', 'owner'], 'who gets it; the customer unless said'),
  contact: text('contact person of a company: id, or name without one', { 'x-value': 'id' }),
  channel: oneOf(['email', 'sms', 'telegram'], 'how; email unless said'),
  language: oneOf(['en', 'de', 'ru'], "the client's unless said"),
  days: whole("how long the link opens; the client's setting unless said", { 'x-value': 'days' }),
  note: text('a few words of your own'),
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

const baseUrlOf = ({ config }: CommandContext) => config.baseUrl ?? defaultBaseUrl(config.port)

function inClient<T>(
  context: CommandContext,
  clientId: string,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const { database, actor, now } = context
  return inTransaction(database, async (db) =>
    work({ db, actor, now, clientId, client: await getClient({ db, actor, now }, clientId) }),
  )
}

export const messageCommands: Readonly<Record<string, Command>> = {
  'message list': feature(
    { summary: 'list the messages of a survey and what became of them', arguments: { client, survey } },
    (scope, args) => listMessages(scope, args.survey),
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
        previewMessage(scope, args.survey, toMessage(args), baseUrlOf(context)),
      ),
  ),
  'message send': define(
    {
      summary: 'send the result of a survey; the running service delivers it',
      arguments: { client, survey },
      options: letter,
    },
    async (context, args) => {
      const { dataDir, secretKey } = context.config
      const box = context.callbacks?.box ?? openSecretBox({ dataDir, secretKey })
      const messageId = newId()
      await box.seal('', 'nothing')
      return inClient(context, args.client, async (scope) => {
        const wanted = toMessage(args)
        await sendResults(
          scope,
          { surveyId: args.survey, messageId, wanted },
          { box, baseUrl: baseUrlOf(context) },
        )
        return getMessage(scope, messageId)
      })
    },
  ),
  'message-template export': feature(
    {
      summary: 'print the words of all messages as they are in force',
      arguments: { client },
      options: { own: flag("only the client's own") },
    },
    (scope, args) => exportMessageTemplates(scope, { isOwnOnly: args.own ?? false }),
  ),
  'message-template preview': define(
    {
      summary: 'show messages as people would read them, with an invented customer',
      arguments: { client },
      options: {
        message: oneOf(templateNames, 'one message; all unless said'),
        channel: oneOf(channelNames, 'one channel; all unless said'),
        language: oneOf(['en', 'de', 'ru'], "the client's unless said"),
        words: Type.Unknown({
          description: 'file that is to be imported; what is in force unless said',
          'x-from': 'json file',
        }),
      },
    },
    (context, args) =>
      inClient(context, args.client, async (scope) => {
        const language = args.language ?? toMessageLanguage(scope.client.language)
        const { message, channel, words: document } = args
        return previewTemplates(scope, { language, message, channel, document }, baseUrlOf(context))
      }),
  ),
  'message-template import': feature(
    {
      summary: "set a client's own words, in place of all it had",
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
