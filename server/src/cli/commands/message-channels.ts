// Commands on the channels of messages that a client has of its own.
import { MessageChannelChange } from '@walkaround/contract/app/message-channels.ts'
import { type ChannelName, channelNames } from '@walkaround/contract/messages.ts'
import {
  deleteMessageChannel,
  listMessageChannels,
  putMessageChannel,
  sealChannel,
  testMessageChannel,
} from '../../features/messages/channel-settings.ts'
import type { Channels } from '../../features/messages/channels.ts'
import { compileReader, toFields } from '../../input/reader.ts'
import { scopeOfClient } from '../../organisation/clients.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import { unconditional } from '../../scope.ts'
import {
  boxOf,
  type Command,
  type CommandContext,
  define,
  inClient,
  list,
  oneOf,
  text,
  whole,
} from './define.ts'

const client = text('id of the system client')
const channel = oneOf(channelNames, 'email, sms or telegram')

const PEM_BYTES = 20_000
const readChange = compileReader(MessageChannelChange)

/** The field of the secret in the settings of each channel. */
const secretOf = { email: 'password', sms: 'key', telegram: 'token' } as const

export const commands: Readonly<Record<string, Command>> = {
  'message-channel list': define(
    {
      summary: 'show by which mail server, gateway and bot the messages of a client go',
      arguments: { client },
    },
    (context, args) =>
      withChannels(context, ({ channels }) =>
        inClient(context, args.client, (scope) => listMessageChannels(scope, channels)),
      ),
  ),
  'message-channel set': define(
    {
      summary: "set a client's own channel; what is not named has no value, but the secret stays",
      arguments: { client, channel },
      options: {
        host: text('e-mail: name of the mail server', { 'x-value': 'name' }),
        port: whole('e-mail: default 465, with starttls 587', { 'x-value': 'number' }),
        security: oneOf(['tls', 'starttls'], 'e-mail: TLS from the start, or STARTTLS; default: tls'),
        user: text('e-mail: user, if the server wants a sign-in', { 'x-value': 'name' }),
        from: text('address of the sender; of SMS a number or a name', { 'x-value': 'sender' }),
        fromName: text('e-mail: name of the sender; default: the name of the site', { 'x-value': 'name' }),
        preset: oneOf(['twilio'], 'SMS: a gateway whose interface is built in'),
        account: text('SMS: account at the preset'),
        url: text('SMS: https:// address of the gateway', { 'x-value': 'address' }),
        method: oneOf(['POST', 'PUT', 'GET'], 'SMS: default: POST'),
        headers: list('SMS: such as "Authorization: Bearer {key}", with ; between them', {
          'x-value': 'lines',
          'x-separator': ';',
        }),
        body: text('SMS: body with {to} and {text}'),
        authority: text('PEM file of an authority that may have issued the certificate', {
          'x-value': 'file',
          'x-from': 'file as base64',
          'x-bytes': PEM_BYTES,
        }),
        secretFile: text('file whose first line is the password, key or token; - is standard input', {
          'x-value': 'file',
          'x-from': 'line of a file',
        }),
      },
    },
    (context, { client: clientId, channel: name, ...given }) =>
      withChannels(context, async ({ box, channels }) => {
        const change = toFields(readChange(toChange(name, given))).get() as MessageChannelChange
        const sealed = await sealChannel(box, clientId, name, change)
        return inClient(context, clientId, (scope) =>
          putMessageChannel(scope, sealed, unconditional, channels),
        )
      }),
  ),
  'message-channel remove': define(
    { summary: "go back to the installation's channel", arguments: { client, channel } },
    (context, args) =>
      inClient(context, args.client, async (scope) => {
        await deleteMessageChannel(scope, args.channel, unconditional)
        return { channel: args.channel }
      }),
  ),
  'message-channel test': define(
    {
      summary: "try a channel step by step, with the server's own words",
      arguments: { client, channel },
      options: {
        to: text('send a short message there; default: nothing is sent', { 'x-value': 'address' }),
        site: text("send it as this site's; default: as the channel says", { 'x-value': 'id' }),
      },
    },
    (context, { client: clientId, channel: name, to, site: siteId }) =>
      withChannels(context, async ({ channels }) => {
        const { database: db, actor, now } = context
        context.progress(to === undefined ? 'connecting' : 'sending')
        return testMessageChannel(
          await scopeOfClient({ db, actor, now }, clientId),
          { channel: name, to, siteId },
          channels,
        )
      }),
  ),
}

interface Given {
  secretFile?: string | undefined
  headers?: string[] | undefined
  authority?: string | undefined
  security?: string | undefined
  [field: string]: unknown
}

/** As the page sends it. */
function toChange(name: ChannelName, { secretFile, headers, authority, ...given }: Given): object {
  const settings = {
    ...(name === 'email' && given.security === undefined ? { security: 'tls' } : {}),
    ...given,
    ...(headers ? { headers: headers.map(toHeader) } : {}),
    ...(authority === undefined ? {} : { authority: Buffer.from(authority, 'base64').toString('utf8') }),
    ...(secretFile === undefined ? {} : { [secretOf[name]]: secretFile }),
  }
  return { [name]: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) }
}

function toHeader(line: string): { name: string; value: string } {
  const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
  if (name === undefined || value === undefined)
    throw problem('invalidArgument', `headers: ${JSON.stringify(line)} is not of the form "Name: value"`)
  return { name: name.trim(), value: value.trim() }
}

async function withChannels<T>(
  context: CommandContext,
  work: (opened: { box: SecretBox; channels: Channels }) => Promise<T>,
): Promise<T> {
  const { config } = context
  const box = await boxOf(context)
  // Imported only here: it takes long to load.
  const { openPost } = await import('../../process/open-post.ts')
  return work({ box, channels: openPost(config, box).channels })
}
