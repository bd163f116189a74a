// The channels of a client, set up and tried by its admins. Secrets are sealed before they reach the database and are never shown.
import type {
  ChannelTest,
  MessageChannel,
  MessageChannelChange,
} from '@walkaround/contract/app/message-channels.ts'
import { type ChannelName, channelNames, isChannelName } from '@walkaround/contract/messages.ts'
import { isEmail, isPhone } from '@walkaround/contract/rules/contact-address.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { recordEvents } from '../../db/events.ts'
import { newId } from '../../lib/ids.ts'
import { shown } from '../../lib/texts.ts'
import { getClientForUpdate } from '../../organisation/clients.ts'
import { getSite } from '../../organisation/sites.ts'
import { type Outgoing, SendFailure } from '../../outside/channel.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import { type Precondition, type Scope, sendsNothing } from '../../scope.ts'
import { type ChannelSettings, type FormedChannel, formChannel, wayOfSecret } from './channel-form.ts'
import {
  type ChannelRow,
  deleteChannelRow,
  findChannelRow,
  listChannelRows,
  saveChannelRow,
} from './channel-store.ts'
import { type Channels, channelPurpose, type ProbingChannel } from './channels.ts'
import { senderOf } from './sender.ts'
import { getWords } from './texts.ts'

type Installed = Pick<Channels, 'isInstalled' | 'botId'>

function toChannel(name: string): ChannelName {
  if (isChannelName(name)) return name
  throw problem('noSuchResource', `channel: there is no ${shown(name)}, only ${channelNames.join(', ')}`)
}

function toShown(
  { client }: Pick<Scope, 'client'>,
  channel: ChannelName,
  row: ChannelRow | undefined,
  installed: Installed,
): MessageChannel {
  const isKept = sendsNothing(client) ? { isKept: true } : {}
  if (!row) return { channel, source: installed.isInstalled(channel) ? 'installation' : 'none', ...isKept }
  return {
    channel,
    source: 'client',
    [channel]: JSON.parse(row.settings) as ChannelSettings,
    ...(row.sealedSecret === null ? {} : { hasSecret: true }),
    ...isKept,
    changedAt: row.changedAt.toISOString(),
  }
}

export async function listMessageChannels(scope: Scope, installed: Installed): Promise<MessageChannel[]> {
  const rows = await listChannelRows(scope)
  return channelNames.map((channel) =>
    toShown(
      scope,
      channel,
      rows.find((row) => row.channel === channel),
      installed,
    ),
  )
}

export async function getMessageChannel(
  scope: Scope,
  name: string,
  installed: Installed,
): Promise<MessageChannel> {
  const channel = toChannel(name)
  return toShown(scope, channel, await findChannelRow(scope, channel), installed)
}

interface SealedChannel extends Omit<FormedChannel, 'secret'> {
  channel: ChannelName
  sealedSecret: Buffer | undefined
}

/** Outside any transaction: the sealing key may have to be read first. */
export async function sealChannel(
  box: SecretBox,
  clientId: string,
  name: string,
  change: MessageChannelChange,
): Promise<SealedChannel> {
  const channel = toChannel(name)
  const { secret, ...formed } = formChannel(channel, change)
  const sealedSecret =
    secret === undefined ? undefined : await box.seal(secret, channelPurpose(clientId, channel))
  return { ...formed, channel, sealedSecret }
}

export async function putMessageChannel(
  scope: Scope,
  sealed: SealedChannel,
  precondition: Precondition,
  installed: Installed,
): Promise<MessageChannel> {
  const { channel, secretField } = sealed
  await getClientForUpdate(scope, scope.clientId)
  await precondition.check()
  const before = await findChannelRow(scope, channel)
  const kept = sealed.sealedSecret ?? before?.sealedSecret ?? null
  if (secretField !== undefined && kept === null)
    throw problem('channelRefused', `${channel}.${secretField}: is missing; none is kept yet`)
  const isKept = sealed.sealedSecret === undefined && before !== undefined
  const settings =
    isKept && channel === 'telegram' ? (JSON.parse(before.settings) as ChannelSettings) : sealed.settings
  if (
    secretField !== undefined &&
    isKept &&
    wayOfSecret(channel, JSON.parse(before.settings) as ChannelSettings) !== wayOfSecret(channel, settings)
  ) {
    throw problem(
      'channelRefused',
      `${channel}.${secretField}: must be given again, because it would be sent in another way than the one it was given for`,
    )
  }
  const botId = isKept ? before.botId : (sealed.botId ?? null)
  await saveChannelRow(scope, {
    channel,
    settings: JSON.stringify(settings),
    sealedSecret: secretField === undefined ? null : kept,
    // Read by the installation, which knows it under no name.
    botId: botId === installed.botId ? '' : botId,
    changedAt: scope.now,
  })
  recordChange(scope, {
    kind: 'messageChannel.set',
    subject: `client/${scope.clientId}`,
    name: channel,
    before: before && (JSON.parse(before.settings) as object),
    after: settings,
    secrets: sealed.sealedSecret === undefined || secretField === undefined ? [] : [secretField],
  })
  await recordEvents(scope, [
    { kind: 'messageChannel.set', subject: `client/${scope.clientId}`, payload: { channel } },
  ])
  return getMessageChannel(scope, channel, installed)
}

export async function deleteMessageChannel(
  scope: Scope,
  name: string,
  precondition: Precondition,
): Promise<void> {
  const channel = toChannel(name)
  await getClientForUpdate(scope, scope.clientId)
  await precondition.check()
  const before = await findChannelRow(scope, channel)
  if (!before || !(await deleteChannelRow(scope, channel)))
    throw problem('noSuchResource', `channel: the client has no ${channel} of its own`)
  recordChange(scope, {
    kind: 'messageChannel.removed',
    subject: `client/${scope.clientId}`,
    name: channel,
    before: JSON.parse(before.settings) as object,
  })
  await recordEvents(scope, [
    { kind: 'messageChannel.removed', subject: `client/${scope.clientId}`, payload: { channel } },
  ])
}

/** Not in a transaction: it waits for other servers. */
export async function testMessageChannel(
  scope: Scope,
  { channel: name, to, siteId }: { channel: string; to?: string | undefined; siteId?: string | undefined },
  channels: Pick<Channels, 'find'>,
): Promise<ChannelTest> {
  const channel = toChannel(name)
  if (sendsNothing(scope.client))
    throw problem('nothingIsSent', 'this is a demo or a sandbox: its messages stay in the outbox')
  if (to !== undefined) assertAddress(channel, to)
  const site =
    siteId === undefined ? undefined : await getSite(scope, { clientId: scope.clientId, id: siteId })
  try {
    const found = await channels.find(scope, channel)
    if (!found.channel)
      throw problem('channelNotSetUp', `neither the client nor the installation has set up ${channel}`)
    const sender = site && found.source === 'client' ? await senderOf(scope, site.id, channel) : {}
    const message =
      to === undefined
        ? undefined
        : { ...toTest(scope, channel, to), ...(site ? { sender: site.name } : {}), ...sender }
    return found.source === 'client'
      ? toOwnTest(await found.channel.probe(message))
      : await sendOnly(found.channel, message)
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    return failed('connect', error)
  }
}

const isAddress: Record<ChannelName, { rule: string; test: (text: string) => boolean }> = {
  email: { rule: 'an e-mail address', test: isEmail },
  sms: { rule: 'a telephone number', test: isPhone },
  telegram: { rule: 'the number of a chat', test: (text) => /^-?\d{1,20}$/.test(text) },
}

function assertAddress(channel: ChannelName, to: string): void {
  const { rule, test } = isAddress[channel]
  if (!test(to)) throw problem('invalidArgument', `to: ${shown(to)} is not ${rule}`)
}

function toTest({ client }: Scope, channel: ChannelName, to: string): Outgoing {
  const { test } = getWords(client.language)
  const values = { dealership: client.name }
  return {
    id: newId(),
    address: to,
    sender: client.name,
    subject: fill(test.subject, values),
    text: fill(channel === 'email' ? test.mail : test.text, values),
    // As strict as for the links of owners.
    hasSecret: true,
  }
}

type Probed = Awaited<ReturnType<ProbingChannel['probe']>>

const toOwnTest = ({ steps, failure }: Probed): ChannelTest => ({
  isGood: failure === undefined,
  steps: [
    ...steps.map((step) => ({ ...step, isGood: true })),
    ...(failure ? [{ step: failure.step, isGood: false, words: failure.words, ms: failure.ms }] : []),
  ],
  ...(failure ? { failureCode: failure.code } : {}),
})

/** The greetings and addresses of the operator's servers are not told. */
async function sendOnly(channel: ProbingChannel, message: Outgoing | undefined): Promise<ChannelTest> {
  if (!message) return { isGood: true, steps: [] }
  const began = performance.now()
  const since = () => Math.round(performance.now() - began)
  try {
    await channel.send(message, new AbortController().signal)
    return { isGood: true, steps: [{ step: 'send', isGood: true, words: '', ms: since() }] }
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    return failed('send', error, since())
  }
}

const failed = (step: 'connect' | 'send', { code, message }: SendFailure, ms = 0): ChannelTest => ({
  isGood: false,
  steps: [{ step, isGood: false, words: message, ms }],
  failureCode: code,
})
