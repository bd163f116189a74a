// By which mail server, SMS gateway and bot the messages of a client go out: its own, or those of the installation.
import { type Static, Type } from 'typebox'
import { channelFailures, channelNames } from '../messages.ts'
import { conditionalDelete, conditionalWrite, etagReply, newTag, operation } from '../operation.ts'
import { choice, flag, list, record, secret, text } from '../schema.ts'

const heading = 'Messages'
const channelsPath = '/system-clients/{system_client_id}/message-channels'
const channelPath = `${channelsPath}/{channel}`
const params = { system_client_id: 'The system client.' }
const ofChannel = { ...params, channel: '`email`, `sms` or `telegram`.' }

const line = (description: string, maxLength = 300) => text(description, { maxLength, 'x-personal': false })
const keptSecret = (description: string) =>
  secret(
    `${description} Never shown again. Left out: as before; needed again when it would go to another host.`,
    {
      maxLength: 2000,
      minLength: 1,
    },
  )
const authority = line(
  'PEM of an authority that may have issued the certificate of the server, in addition to the public ones.',
  20_000,
)

const mail = {
  required: {
    host: line('Name of the mail server.'),
    security: choice('`tls` from the start, or `starttls`, which is then required.', ['tls', 'starttls']),
    from: line('Address of the sender.'),
  },
  optional: {
    port: Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description: 'Left out: 465 with `tls`, 587 with `starttls`.',
    }),
    user: line('Left out: no sign-in.'),
    fromName: line('Name of the sender. Left out: the name of the site.', 200),
    authority,
  },
}

const sms = {
  preset: choice('A gateway whose interface is built in.', ['twilio']),
  account: line('With a preset: the account there.'),
  url: line(
    'Address of the gateway, which begins with `https://`; with a preset another host of it. May have `{to}`, `{text}`, `{from}`, `{id}` and `{key}`.',
    2000,
  ),
  method: choice('Left out: POST.', ['POST', 'PUT', 'GET']),
  headers: list(
    record(
      'SmsHeader',
      'A header of the request.',
      {
        name: line('Such as `Authorization`.', 100),
        // Some write the key here.
        value: secret('May have `{key}`, such as `Bearer {key}`.', { maxLength: 1000, 'x-personal': false }),
      },
      {},
    ),
    'The `Content-Type`, application/json unless named, decides how values are put into the body.',
    { maxItems: 30 },
  ),
  body: line('With `{to}` and `{text}`, and `{from}`, `{id}` and `{key}` if wanted.', 5000),
  from: line('Number or name of the sender, as the gateway allows.', 40),
  authority,
}

const MailChannel = record('MailChannel', 'A mail server.', mail.required, mail.optional)
const SmsChannel = record('SmsChannel', 'An SMS gateway.', {}, sms)
const TelegramChannel = record(
  'TelegramChannel',
  'A bot.',
  { botId: Type.String({ description: 'Its number, the first half of its token.' }) },
  {},
)

export const MessageChannel = record(
  'MessageChannel',
  'A channel of messages, and whose it is.',
  {
    channel: choice('Which.', [...channelNames]),
    source: choice(
      "`client`: the client's own · `installation`: the operator's, which all clients without their own use · `none`: messages stay in the outbox.",
      ['client', 'installation', 'none'],
    ),
  },
  {
    email: MailChannel,
    sms: SmsChannel,
    telegram: TelegramChannel,
    hasSecret: flag('A password, key or token is kept.'),
    isKept: flag('A demo or a sandbox: whatever is set up, nothing leaves.'),
    changedAt: Type.String({ description: 'When the client last set it.' }),
  },
)
export type MessageChannel = Static<typeof MessageChannel>

export const MessageChannelChange = record(
  'MessageChannelChange',
  'A channel as it is to be: the part of that name, and no other.',
  {},
  {
    email: record('MailChannelChange', 'A mail server.', mail.required, {
      ...mail.optional,
      password: keptSecret('Password of `user`.'),
    }),
    sms: record(
      'SmsChannelChange',
      'An SMS gateway.',
      {},
      {
        ...sms,
        key: keptSecret('Key or token at the gateway, which stands for `{key}`.'),
      },
    ),
    telegram: record('TelegramChannelChange', 'A bot.', {}, { token: keptSecret('As BotFather gives it.') }),
  },
)
export type MessageChannelChange = Static<typeof MessageChannelChange>

export const listMessageChannels = operation({
  id: 'listMessageChannels',
  method: 'GET',
  path: channelsPath,
  heading,
  summary: 'Read the channels of messages',
  description: 'Each with where it comes from. Secrets are never shown.',
  right: 'admin',
  params,
  replies: { 200: { description: 'The channels.', body: Type.Array(MessageChannel) } },
  problems: [],
  decisions: ['G1'],
})

export const getMessageChannel = operation({
  id: 'getMessageChannel',
  method: 'GET',
  path: channelPath,
  heading,
  summary: 'Read a channel of messages',
  description: 'As it can be changed.',
  right: 'admin',
  params: ofChannel,
  replies: { 200: { description: 'The channel.', body: MessageChannel, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['G1', 'B7'],
})

export const putMessageChannel = operation({
  id: 'putMessageChannel',
  method: 'PUT',
  path: channelPath,
  heading,
  summary: "Set a client's own channel",
  description:
    'Messages go by it from the next one on, also those that wait. It reaches public addresses and networks the operator allows.',
  right: 'admin',
  params: ofChannel,
  body: MessageChannelChange,
  requestHeaders: conditionalWrite,
  replies: { 200: { description: 'The channel as it is now.', body: MessageChannel, headers: newTag } },
  problems: ['noSuchResource', 'channelRefused', 'preconditionFailed'],
  decisions: ['G1', 'B7'],
})

export const deleteMessageChannel = operation({
  id: 'deleteMessageChannel',
  method: 'DELETE',
  path: channelPath,
  heading,
  summary: "Go back to the installation's channel",
  description: 'Where there is none, messages stay in the outbox.',
  right: 'admin',
  params: ofChannel,
  requestHeaders: conditionalDelete,
  replies: { 204: { description: 'The client has no channel of its own any more.' } },
  problems: ['noSuchResource', 'preconditionFailed'],
  decisions: ['G1', 'B7'],
})

const stepNames = ['connect', 'tls', 'signIn', 'send'] as const

export const ChannelTest = record(
  'ChannelTest',
  "How a channel was tried, with the server's own words.",
  {
    isGood: flag('Every step went well.'),
    steps: Type.Array(
      record(
        'ChannelTestStep',
        'A step.',
        {
          step: choice('`tls` also reads the greeting of a mail server.', [...stepNames]),
          isGood: flag('It went well.'),
          words: Type.String({ description: "The server's own words, or why there are none." }),
          ms: Type.Integer({ description: 'How long it took.' }),
        },
        {},
      ),
      { description: 'In their order; after one that failed there is none.' },
    ),
  },
  {
    failureCode: choice('What the failure is, to be told in any language.', [...channelFailures]),
  },
)
export type ChannelTest = Static<typeof ChannelTest>

export const testMessageChannel = operation({
  id: 'testMessageChannel',
  method: 'POST',
  path: `${channelPath}/test`,
  heading,
  summary: 'Try a channel of messages',
  description:
    'Connects, signs in and sends a short message to the address that is given; without one, nothing is sent. Changes nothing. Of a ' +
    "channel of the installation only sending is told, because its server is the operator's.",
  right: 'admin',
  params: ofChannel,
  body: record(
    'ChannelTestWanted',
    'To whom.',
    {},
    {
      to: line('An e-mail address, a telephone number, or the number of a chat.'),
      siteId: line("Sent as this site's; left out: as the channel says.", 128),
    },
  ),
  replies: { 200: { description: 'How it went.', body: ChannelTest } },
  problems: ['noSuchResource', 'channelNotSetUp', 'nothingIsSent', 'invalidArgument'],
  decisions: ['G1'],
})
