// By which channel a message goes out: the client's own, otherwise the installation's, otherwise none, and it stays in the outbox.
import { rootCertificates } from 'node:tls'
import type { ChannelName } from '@walkaround/contract/messages.ts'
import type { AddressGuard } from '../../outside/address-guard.ts'
import { type Channel, type Probing, SendFailure } from '../../outside/channel.ts'
import { createMail } from '../../outside/mail.ts'
import { type SecretBox, SecretBoxError } from '../../outside/secret-box.ts'
import { createSms, twilioGateway } from '../../outside/sms.ts'
import { createTelegram, type Telegram } from '../../outside/telegram.ts'
import { problem } from '../../problems.ts'
import { type Scope, sendsNothing } from '../../scope.ts'
import { headersOf, type MailSettings, type SmsSettings, smtpUrlOf, USUAL_BODY } from './channel-form.ts'
import { type ChannelRow, findChannelRow } from './channel-store.ts'
import { type ChannelScope, hasChannel, keepsMessages } from './kept-messages.ts'

export type ProbingChannel = Channel & Probing

/** Undefined: messages stay in the outbox. */
export type ChannelFor = (
  scope: ChannelScope,
  channel: ChannelName,
) => Channel | undefined | Promise<Channel | undefined>

interface ChannelsOptions {
  box: SecretBox
  /** What outsiders set up reaches only what this permits. */
  guard: AddressGuard
  /** Those of the operator. */
  installation: {
    email?: ProbingChannel | undefined
    sms?: ProbingChannel | undefined
    telegram?: Telegram | undefined
  }
  /** Another server with the interface of Telegram. */
  telegramUrl?: string | undefined
}

interface FoundChannel {
  source: 'client' | 'installation' | 'none'
  channel?: ProbingChannel | undefined
}

export interface Channels {
  /** As it is set up, even if nothing leaves. Rejects with a SendFailure if its secret cannot be opened. */
  find(scope: Pick<Scope, 'db' | 'clientId'>, channel: ChannelName): Promise<FoundChannel>
  /** Undefined: messages stay in the outbox. */
  channelFor(scope: ChannelScope, channel: ChannelName): Promise<Channel | undefined>
  isKept(scope: ChannelScope, channel: ChannelName): Promise<boolean>
  /** Whether anybody can be reached by Telegram. */
  hasBot(scope: Pick<Scope, 'db' | 'clientId'>): Promise<boolean>
  /** The link that starts the client's bot. */
  startLink(scope: Pick<Scope, 'db' | 'clientId'>, word: string): Promise<string>
  /** A client's own bot by its token; the same each time, as it remembers its name. */
  botOf(token: string): Telegram
  isInstalled(channel: ChannelName): boolean
  /** Of the installation. */
  botId: string | undefined
}

export const channelPurpose = (clientId: string, channel: ChannelName) =>
  `channel ${JSON.stringify([clientId, channel])}`

/** So many bots are remembered with their names. */
const MOST_BOTS = 1_000

export function openChannels({ box, guard, installation, telegramUrl }: ChannelsOptions): Channels {
  const bots = new Map<string, Telegram>()

  function botOf(token: string): Telegram {
    const known = bots.get(token)
    if (known) return known
    if (bots.size >= MOST_BOTS) bots.clear()
    const bot = createTelegram({ token, url: telegramUrl })
    bots.set(token, bot)
    return bot
  }

  async function open(
    clientId: string,
    { channel, settings, sealedSecret }: ChannelRow,
  ): Promise<ProbingChannel> {
    const secret =
      sealedSecret === null ? '' : await openSecret(box, sealedSecret, channelPurpose(clientId, channel))
    if (channel === 'telegram') return botOf(secret)
    return channel === 'email'
      ? mailOf(JSON.parse(settings) as MailSettings, secret, guard)
      : smsOf(JSON.parse(settings) as SmsSettings, secret, guard)
  }

  async function find(scope: Pick<Scope, 'db' | 'clientId'>, channel: ChannelName): Promise<FoundChannel> {
    const row = await findChannelRow(scope, channel)
    if (row) return { source: 'client', channel: await open(scope.clientId, row) }
    const found = installation[channel]
    return found ? { source: 'installation', channel: found } : { source: 'none' }
  }

  const has = (scope: Pick<Scope, 'db' | 'clientId'>, channel: ChannelName) =>
    hasChannel(scope, channel, installation[channel] !== undefined)

  return {
    find,
    botOf,
    channelFor: async (scope, channel) =>
      sendsNothing(scope.client) ? undefined : asOwner(await find(scope, channel)),
    isKept: (scope, channel) => keepsMessages(scope, channel, installation[channel] !== undefined),
    hasBot: (scope) => has(scope, 'telegram'),
    async startLink(scope, word) {
      const { channel } = await find(scope, 'telegram')
      if (!channel)
        throw problem('channelNotSetUp', 'there is no bot: neither the client nor the installation has one')
      return (channel as Telegram).startLink(word)
    },
    isInstalled: (channel) => installation[channel] !== undefined,
    botId: installation.telegram?.botId,
  }
}

/** Who may be named as the sender is the operator's business at the operator's server, or a client could write as another one. */
const asOwner = ({ source, channel }: FoundChannel): Channel | undefined =>
  channel && source === 'installation'
    ? {
        via: channel.via,
        send: ({ from: _, fromName: __, ...message }, signal) => channel.send(message, signal),
      }
    : channel

async function openSecret(box: SecretBox, sealed: Uint8Array, purpose: string): Promise<string> {
  try {
    return await box.open(sealed, purpose)
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    throw new SendFailure(`the secret of the channel cannot be opened: ${error.message}`, {
      isPermanent: false,
      code: 'wronglySetUp',
    })
  }
}

/** An authority of the client's own in addition to the public ones. */
const trust = (authority: string | undefined) =>
  authority === undefined ? {} : { ca: [...rootCertificates, authority] }

function mailOf(settings: MailSettings, password: string, guard: AddressGuard): ProbingChannel {
  const { user, from, fromName, authority } = settings
  const url = new URL(smtpUrlOf(settings))
  if (user !== undefined) {
    url.username = encodeURIComponent(user)
    url.password = encodeURIComponent(password)
  }
  return createMail({ url: url.href, from: { address: from, name: fromName }, guard, ...trust(authority) })
}

function smsOf(settings: SmsSettings, key: string, guard: AddressGuard): ProbingChannel {
  const { preset, account = '', url = '', method = 'POST', body = USUAL_BODY, from, authority } = settings
  const gateway =
    preset === 'twilio'
      ? twilioGateway({ account, token: key, from: from ?? '', url: settings.url })
      : { url, method, headers: headersOf(settings), body, from, key }
  return createSms({ ...gateway, guard, ...trust(authority) })
}
