// Sends the code that confirms a large decision (I3): to where the link went, otherwise to the customer's stored address. Like a
// link, the code is sealed until it is sent and appears in no stored text.

import type { ChannelName } from '@walkaround/contract/messages.ts'
import type { OwnerWay } from '@walkaround/contract/owner-page.ts'
import { newId } from '../../lib/ids.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { Problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { compose, getSubject, type Subject } from './compose.ts'
import { wayOf } from './mask-address.ts'
import { addressOf, channelOf, type Destination, destinationOf, getRecipient } from './rules.ts'
import { linkPurpose, sendMessage } from './send-message.ts'
import * as store from './store.ts'

interface CodeAddress {
  channel: ChannelName
  destination: Destination
}

/** How the link of a message reached its recipient; undefined for a link without a message. */
export async function findWay(scope: Scope, messageId: string | null): Promise<OwnerWay | undefined> {
  const place = await findCodeAddress(scope, messageId)
  return place && wayOf(place.channel, place.destination.address)
}

async function findCodeAddress(scope: Scope, messageId: string | null): Promise<CodeAddress | undefined> {
  const message = messageId === null ? undefined : await store.findMessage(scope, messageId)
  const destination = message?.destinations[0]
  return message && destination && { channel: channelOf(message.category), destination }
}

/** Undefined if there is no stored address to send it to. */
export async function sendDecisionCode(
  scope: Scope,
  { surveyId, messageId, code, validUntil, language }: CodeToSend,
  box: SecretBox,
): Promise<OwnerWay | undefined> {
  const subject = await getSubject(scope, surveyId)
  const place = (await findCodeAddress(scope, messageId)) ?? findStored(subject)
  if (!place) return undefined
  const { channel, destination } = place
  const letter = { type: 'decisionCode', category: channel, language, name: destination.name } as const
  const id = newId(scope.now.getTime())
  await sendMessage(scope, {
    id,
    surveyId,
    category: channel,
    type: letter.type,
    destinations: [destination],
    language,
    ...(await compose(scope, subject, letter)),
    sealedLink: await box.seal(code, linkPurpose(scope.clientId, id)),
    linkValidUntil: validUntil,
  })
  return wayOf(channel, destination.address)
}

interface CodeToSend {
  surveyId: string
  /** The message of the link that is used to decide. */
  messageId: string | null
  code: string
  validUntil: Date
  language: string
}

function findStored({ header }: Subject): CodeAddress | undefined {
  for (const channel of ['email', 'sms'] as const) {
    try {
      const recipient = getRecipient(header, 'customer')
      return { channel, destination: destinationOf(recipient, addressOf(recipient, channel)) }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  return undefined
}
