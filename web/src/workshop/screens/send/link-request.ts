// Whether an owner with an expired link still waits for a new one, and where it would go. Pure.
import type { Message } from '@walkaround/contract/app/messages.ts'
import type { Recipient } from './recipients.ts'

/** The message whose link was last asked about; undefined once a result has been sent since. */
export function findLinkRequest(messages: readonly Message[]): Message | undefined {
  const asked = messages
    .filter(({ linkAskedAt }) => linkAskedAt !== undefined)
    .sort((a, b) => Date.parse(b.linkAskedAt ?? '') - Date.parse(a.linkAskedAt ?? ''))[0]
  if (asked?.linkAskedAt === undefined) return undefined
  const since = Date.parse(asked.linkAskedAt)
  const isAnswered = messages.some(
    ({ linkValidUntil, linkWithdrawn, state, createdAt }) =>
      linkValidUntil !== undefined && !linkWithdrawn && state !== 'failed' && Date.parse(createdAt) >= since,
  )
  return isAnswered ? undefined : asked
}

/** As stored now: a later correction counts; what an owner types into a page never does. */
export function addressNow(message: Message, recipients: readonly Recipient[]): string {
  const [to] = message.destinations
  const { sourcePartnerType: role, sourcePartnerId, name = '' } = to ?? {}
  const keys = [`${role} ${sourcePartnerId ?? name}`, ...(sourcePartnerId === undefined ? [`${role}`] : [])]
  const recipient = keys.map((key) => recipients.find((one) => one.key === key)).find(Boolean)
  const address = message.category === 'sms' ? recipient?.mobilePhone : recipient?.email
  return message.category === 'telegram' ? 'Telegram' : (address ?? to?.address ?? '')
}
