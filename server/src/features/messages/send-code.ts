// Sends the code that confirms a large decision (I3): to where the link went, else to what is stored of the customer. The code
// is sealed until it went out, as a link is, and stands in no text that is kept.
import type { OwnerWay } from '@walkaround/contract/owner-page.ts'
import { newId } from '../../lib/ids.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { Problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { compose, getSubject, type Subject } from './compose.ts'
import { wayOf } from './mask-address.ts'
import {
  addressOf,
  type ChannelName,
  channelOf,
  type Destination,
  destinationOf,
  getRecipient,
} from './rules.ts'
import { linkPurpose, sendMessage } from './send-message.ts'
import * as store from './store.ts'

interface Place {
  channel: ChannelName
  destination: Destination
}

/** How the link of a message reached its person; undefined for a link that no message brought. */
export async function findWay(scope: Scope, messageId: string | null): Promise<OwnerWay | undefined> {
  const place = await findPlace(scope, messageId)
  return place && wayOf(place.channel, place.destination.address)
}

async function findPlace(scope: Scope, messageId: string | null): Promise<Place | undefined> {
  const message = messageId === null ? undefined : await store.findMessage(scope, messageId)
  const destination = message?.destinations[0]
  return message && destination && { channel: channelOf(message.category), destination }
}

/** Undefined where nothing is stored that it could be sent to. */
export async function sendDecisionCode(
  scope: Scope,
  { surveyId, messageId, code, validUntil, language }: CodeToSend,
  box: SecretBox,
): Promise<OwnerWay | undefined> {
  const subject = await getSubject(scope, surveyId)
  const place = (await findPlace(scope, messageId)) ?? findStored(subject)
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

export interface CodeToSend {
  surveyId: string
  /** Of the link that is decided by. */
  messageId: string | null
  code: string
  validUntil: Date
  language: string
}

function findStored({ header }: Subject): Place | undefined {
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
