// The settings of a client, for those who set it up.
import { type Static, Type } from 'typebox'
import { conditionalWrite, etagReply, newTag, operation } from '../operation.ts'
import { packageTypes } from '../package-types.ts'
import { secondFactorRules } from '../rules/second-factor.ts'
import { amount, choice, flag, list, record, requiredIdentifier, text } from '../schema.ts'
import { surveyTypes } from '../survey-types.ts'

const path = '/system-clients/{system_client_id}/settings'
const heading = 'Places'
const params = { system_client_id: 'The system client.' }

const whole = (description: string, most: number) => Type.Integer({ description, minimum: 1, maximum: most })

const required = {
  name: text('As customers and staff read it.', { maxLength: 200 }),
  timeZone: text('By which its days begin and end; a name of the IANA list.', { maxLength: 100 }),
  language: text('In which it writes to customers and prints forms.', { maxLength: 35 }),
  defaultSiteId: requiredIdentifier('Dealer codes that register themselves come to this site.'),
  releaseTypes: list(
    choice('A type of survey.', [...surveyTypes]),
    'Surveys that an order releases by itself.',
  ),
  hiddenUpsaleTypes: list(
    choice('A type of package.', [...packageTypes]),
    'Package types whose automatic quotes the customer does not see.',
  ),
  redWarningMinutes: whole('So many minutes after which urgent work that nobody decided is late.', 10_080),
  ownerLinkDays: whole('So many days the link of a customer works.', 3_650),
}
const optional = {
  currency: text('For amounts that people enter; ISO 4217.', { maxLength: 3 }),
  strictBranches: flag('Dealer codes that nobody has entered are refused.'),
  decisionCodeAbove: amount(
    'Customers who approve more than this, VAT included, confirm with a code; left out: never.',
    {
      minimum: 0,
    },
  ),
  namedFigures: flag('People see figures of other persons, with their names.'),
  secondFactor: choice(
    'Who needs a passkey beside the password: admins, or managers and admins. Left out: nobody. Holds from the next sign-in on. Only admins change it.',
    [...secondFactorRules],
  ),
}
/** Of several clients, or of the machine: support changes them. */
const ofOperator = {
  masters: list(
    requiredIdentifier('A system client.'),
    'Clients whose templates and packages it sees. Only support changes it.',
  ),
  vinLookupsPerMinute: whole('Look-ups by VIN in a minute. Only support changes it.', 1_000_000),
  vinLookupsPerDay: whole('Look-ups by VIN in a day. Only support changes it.', 1_000_000),
}

export const ClientSettings = record(
  'SystemClientSettings',
  'The settings of a client. What is left out has no value.',
  { ...required, ...ofOperator },
  optional,
)
export type ClientSettings = Static<typeof ClientSettings>

export const ClientSettingsChange = record(
  'SystemClientSettingsChange',
  'The settings as they are to be. What is left out of the optional ones has no value any more; what only support changes, stays.',
  required,
  { ...optional, ...ofOperator },
)
export type ClientSettingsChange = Static<typeof ClientSettingsChange>

export const getClientSettings = operation({
  id: 'getClientSettings',
  method: 'GET',
  path,
  heading,
  summary: 'Read the settings of the client',
  description: 'As they can be changed.',
  right: 'admin',
  params,
  replies: { 200: { description: 'The settings.', body: ClientSettings, headers: etagReply } },
  problems: [],
  decisions: ['B7'],
})

export const putClientSettings = operation({
  id: 'putClientSettings',
  method: 'PUT',
  path,
  heading,
  summary: 'Change the settings of the client',
  description:
    'Holds within a second everywhere. Another time zone also moves the days of orders and figures that are there. Whose templates it sees, ' +
    'and how much it may look up, is for support.',
  right: 'admin',
  params,
  body: ClientSettingsChange,
  requestHeaders: conditionalWrite,
  replies: { 200: { description: 'The settings as they are now.', body: ClientSettings, headers: newTag } },
  problems: ['invalidArgument', 'notYours', 'passkeysImpossible', 'preconditionFailed'],
  decisions: ['B7'],
})
