// Texts for refusals on the screens of messages, by kind in the error catalogue.
import type { ProblemKind } from '@walkaround/contract/problems.ts'
import type { TextKey } from '../texts/texts.ts'

/** For other kinds only the service's own words are shown. */
export const refusalWords: Readonly<Partial<Record<ProblemKind, TextKey>>> = {
  invalidText: 'messages.refusal.badAddress',
  surveyClosed: 'messages.refusal.closed',
  recipientMissing: 'messages.refusal.noRecipient',
  addressMissing: 'messages.refusal.noAddress',
  botNotStarted: 'messages.refusal.botNotStarted',
  resultNotSent: 'messages.refusal.quality',
  channelNotSetUp: 'messages.refusal.noChannel',
  messageNotRepeatable: 'messages.refusal.staff',
  messageWithoutLink: 'messages.refusal.noLink',
  forbidden: 'messages.refusal.forbidden',
  noSuchResource: 'messages.refusal.gone',
  rateExceeded: 'messages.refusal.busy',
  internal: 'messages.refusal.internal',
  unavailable: 'messages.refusal.busy',
  busy: 'messages.refusal.busy',
}
