// Where a reply to the holder of a link goes: to where the link went, otherwise to the customer's stored address.
import type { ChannelName } from '@walkaround/contract/messages.ts'
import { Problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Subject } from './compose.ts'
import { addressOf, channelOf, type Destination, destinationOf, getRecipient } from './rules.ts'
import * as store from './store.ts'

export interface ReplyPlace {
  channel: ChannelName
  destination: Destination
  /** Of the message that brought the link. */
  language?: string
}

/** Undefined for a link without a message. */
export async function findReplyPlace(
  scope: Pick<Scope, 'db' | 'clientId'>,
  messageId: string | null,
): Promise<ReplyPlace | undefined> {
  const message = messageId === null ? undefined : await store.findMessage(scope, messageId)
  const destination = message?.destinations[0]
  return (
    message &&
    destination && { channel: channelOf(message.category), destination, language: message.language }
  )
}

/** By the first of these channels by which the customer can be reached. */
export function findStoredPlace(
  { header }: Pick<Subject, 'header'>,
  channels: readonly ('email' | 'sms')[] = ['email', 'sms'],
): ReplyPlace | undefined {
  for (const channel of channels) {
    try {
      const recipient = getRecipient(header, 'customer')
      return { channel, destination: destinationOf(recipient, addressOf(recipient, channel)) }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  return undefined
}
