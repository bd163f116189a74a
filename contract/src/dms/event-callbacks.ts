// Callbacks of our own, which a receiver has to ask for: what they carry. Ids, and nothing personal.
import { type Static, Type } from 'typebox'
import { type CallbackKind, callbackKindNames, callbackKinds } from '../callback-kinds.ts'
import { amount, choice, flag, identifier, moment, record, text } from '../schema.ts'
import { currency } from '../shared.ts'

export const WebhookDecision = record(
  'WebhookDecision',
  'What the owner decided on a quote.',
  {
    quoteId: identifier('The quote.'),
    approvalStatus: choice("The owner's decision.", ['approved', 'rejected', 'deferred']),
    currency: currency('ISO 4217.'),
  },
  {
    exVat: amount('The total of the quote without VAT; left out if a line lacks its amount.'),
    incVat: amount('The same with VAT.'),
    deferralDate: moment('To when it is deferred.'),
    rejectionReasonCode: text('Why it was declined, as a code.'),
  },
)

export const WebhookEventInfo = record(
  'WebhookEventInfo',
  'What a callback of our own tells: that something happened, and to what. Nothing personal.',
  {
    id: Type.String({ description: 'Unique id of the callback; the same as in the address.' }),
    kind: choice(
      callbackKindNames.map((kind) => `\`${kind}\`: ${callbackKinds[kind].when}`).join(' '),
      callbackKindNames,
    ),
    systemClientId: Type.String({ description: 'The system client.' }),
    occurredTimestamp: moment('When it happened.'),
  },
  {
    siteId: identifier('The site of the car; left out if its branch is not known.'),
    branchId: identifier('The branch of the car.'),
    surveyId: identifier('The survey; left out of `orderMatched`.'),
    orderId: identifier('The order; left out for a lead, and for a survey without an order.'),
    leadId: identifier('The lead; left out for an order.'),
    photoId: identifier('Of `photoReady`: the photo.'),
    decisions: Type.Array(WebhookDecision, {
      description: 'Of `ownerDecided`: what was decided, quote by quote.',
    }),
    inspectionId: identifier('Of `orderMatched`: the manual order that was joined with the order.'),
    isByItself: flag('Of `orderMatched`: the service joined them by itself; otherwise staff did.'),
  },
)
export type WebhookEventInfo = Static<typeof WebhookEventInfo>

/** An example of a kind. Ids of a test begin with `test-`. */
export function sampleEvent(
  kind: CallbackKind,
  of: Pick<WebhookEventInfo, 'id' | 'systemClientId' | 'occurredTimestamp'>,
  prefix = '',
): WebhookEventInfo {
  const all = {
    surveyId: `${prefix}survey`,
    orderId: `${prefix}order`,
    photoId: `${prefix}photo`,
    inspectionId: `${prefix}inspection`,
    isByItself: true,
    decisions: [
      {
        quoteId: `${prefix}quote`,
        approvalStatus: 'approved' as const,
        currency: 'EUR',
        exVat: 100,
        incVat: 119,
      },
    ],
  }
  const has = new Set<string>(callbackKinds[kind].has)
  return {
    id: of.id,
    kind,
    systemClientId: of.systemClientId,
    occurredTimestamp: of.occurredTimestamp,
    siteId: `${prefix}site`,
    branchId: `${prefix}branch`,
    ...Object.fromEntries(Object.entries(all).filter(([name]) => has.has(name))),
  }
}

/** The outbound calls that are our addition. */
export const eventCallback = {
  id: 'eventHappened',
  summary: 'Something else happened, if the receiver asks for it',
  description:
    'Our addition. Called as `PUT {resource_url}/{id}` like `messageSent`, with the same headers, signature and attempts, for the kinds ' +
    'that are switched on for the receiver; none is at first. The header `Webhook-Kind` tells it from `messageSent`, which never has it.',
  decisions: ['G2', 'G3'],
  params: { id: 'Unique id of the callback; the same as in the body.' },
  headers: {
    'x-api-key': 'The key that was configured for the receiver.',
    'webhook-kind': 'The kind, as in the body.',
    'webhook-id': 'The id, when a signing secret is set.',
    'webhook-timestamp': 'When this attempt was signed, in seconds since 1970.',
    'webhook-signature':
      'HMAC-SHA256 by Standard Webhooks over id, timestamp and body: `v1,` and the signature in Base64.',
  },
  body: WebhookEventInfo,
} as const
