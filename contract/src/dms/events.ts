// Spec heading "Events": the callback the service makes when a message to a customer or user went out.
import { type Static, Type } from 'typebox'
import { choice, moment, record, text } from '../schema.ts'
import { BusinessPartner, Person } from '../shared.ts'

export const OutputDestination = record(
  'OutputDestination',
  'A recipient of the message.',
  { address: text('E-mail address or telephone number.') },
  {
    id: text('Identifier of the destination.'),
    name: text('Name of the recipient.'),
    sourcePartnerType: choice('Left out for recipients who are staff (G1).', ['customer', 'driver', 'owner']),
    sourcePartnerId: text('Which contact, when the recipient is a company with several.'),
  },
)

export const WebhookOutputInfo = record(
  'WebhookOutputInfo',
  'What the callback tells about a message that was sent.',
  {
    id: Type.String({ description: 'Unique message id.' }),
    systemClientId: Type.String(),
    surveyId: Type.String(),
    outputId: Type.String({ description: 'Id of the message within the survey.' }),
    outputCategory: choice('Channel.', ['email', 'sms', 'telegram', 'delayedEmail']),
    outputType: choice('Kind of message.', [
      'surveyResultsEmail',
      'vcApproval',
      'videoRecordedNotification',
      'customerDecisionNotification',
      'customerFeedbackNotification',
    ]),
    outputTimestamp: moment('When it was sent.'),
    destinations: Type.Array(OutputDestination),
  },
  {
    referenceObjectCategory: Type.Literal('serviceOrder', { description: 'Left out for a lead (G1).' }),
    referenceObjectId: Type.String({ description: 'The order.' }),
    linkUrl: text('The link the recipient got.'),
    linkValidUntil: moment('When the link expires.'),
    vin: text('VIN, from the survey.'),
    customer: BusinessPartner,
    owner: BusinessPartner,
    driver: Person,
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
  body: WebhookOutputInfo,
} as const
