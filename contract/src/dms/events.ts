// Spec heading "Events": the callback the service makes when a message to a customer or user was sent.
import { type Static, Type } from 'typebox'
import { messageCategories, messageTypes, toldTypeNames } from '../messages.ts'
import { choice, described, moment, record, text } from '../schema.ts'
import { BusinessPartner, Person } from '../shared.ts'

export const OutputDestination = record(
  'OutputDestination',
  'A recipient of the message.',
  { address: text('E-mail address or telephone number.') },
  {
    id: text('Identifier of the destination.'),
    name: text('Name of the recipient.'),
    sourcePartnerType: choice('As whom the recipient is known to the survey; left out for staff (G1).', [
      'customer',
      'driver',
      'owner',
    ]),
    sourcePartnerId: text('Which contact person it is, when the recipient is a company with several.'),
  },
)

export const WebhookOutputInfo = record(
  'WebhookOutputInfo',
  'What the callback tells about a message that was sent.',
  {
    id: Type.String({ description: 'Unique message id; the same as in the address.' }),
    systemClientId: Type.String({ description: 'The system client.' }),
    surveyId: Type.String({ description: 'The survey the message is about.' }),
    outputId: Type.String({ description: 'Id of the message within the survey.' }),
    outputCategory: choice('Channel; `delayedEmail` is an e-mail after the video of a CVR survey arrived.', [
      ...messageCategories,
    ]),
    outputType: choice(
      `${toldTypeNames.map((type) => `\`${type}\` ${messageTypes[type].told}`).join(', ')}.`,
      toldTypeNames,
    ),
    outputTimestamp: moment('When it was sent.'),
    destinations: Type.Array(OutputDestination, { description: 'Who got the message.' }),
  },
  {
    referenceObjectCategory: Type.Literal('serviceOrder', {
      description: 'What `referenceObjectId` names; left out for a lead (G1).',
    }),
    referenceObjectId: Type.String({
      description: 'The order the survey belongs to; left out for a lead (G1).',
    }),
    linkUrl: text('Where the results are seen: the link the recipient got (G1).'),
    linkValidUntil: moment('When the link expires.'),
    vin: text('VIN, from the survey.'),
    customer: described(BusinessPartner, { description: 'The customer, from the survey.' }),
    owner: described(BusinessPartner, { description: 'The owner of the vehicle, from the survey.' }),
    driver: described(Person, { description: 'The driver, from the survey.' }),
  },
)

export type WebhookOutputInfo = Static<typeof WebhookOutputInfo>

/** The one outbound call of the interface. */
export const callback = {
  id: 'messageSent',
  summary: 'A message was sent',
  description:
    'Called as `PUT {resource_url}/{id}` with the header `X-Api-Key` each time a message was sent to a customer or user; never when ' +
    'sending failed. Any 2XX answer is success; otherwise the same bytes are sent again 10 minutes later, five attempts in all (G2).',
  decisions: ['G1', 'G2', 'G3'],
  params: { id: 'Unique message id; the same as in the body.' },
  headers: {
    'x-api-key': 'The key that was configured for the receiver.',
    'webhook-id': 'The message id, when a signing secret is set. Our addition (G3).',
    'webhook-timestamp': 'When this attempt was signed, in seconds since 1970. Our addition (G3).',
    'webhook-signature':
      'HMAC-SHA256 by Standard Webhooks over id, timestamp and body: `v1,` and the signature in Base64. Our addition (G3).',
  },
  body: WebhookOutputInfo,
} as const
