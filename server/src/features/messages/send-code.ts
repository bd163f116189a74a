// Sends the code that confirms a large decision (I3): to where the link went, otherwise to the customer's stored address. Like a
// link, the code is sealed until it is sent and appears in no stored text.

import type { OwnerWay } from '@walkaround/contract/owner-page.ts'
import { newId } from '../../lib/ids.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import type { Scope } from '../../scope.ts'
import { compose, getSubject } from './compose.ts'
import { wayOf } from './mask-address.ts'
import { findReplyPlace, findStoredPlace } from './reply-place.ts'
import { linkPurpose, sendMessage } from './send-message.ts'

/** How the link of a message reached its recipient; undefined for a link without a message. */
export async function findWay(scope: Scope, messageId: string | null): Promise<OwnerWay | undefined> {
  const place = await findReplyPlace(scope, messageId)
  return place && wayOf(place.channel, place.destination.address)
}

/** Undefined if there is no stored address to send it to. */
export async function sendDecisionCode(
  scope: Scope,
  { surveyId, messageId, code, validUntil, language }: CodeToSend,
  box: SecretBox,
): Promise<OwnerWay | undefined> {
  const subject = await getSubject(scope, surveyId)
  const place = (await findReplyPlace(scope, messageId)) ?? findStoredPlace(subject)
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
