// Spec headings "Quote (customer offer)" and "Quotes of a survey".
import { type Static, Type } from 'typebox'
import {
  changedReply,
  conditionalDelete,
  conditionalRead,
  conditionalWrite,
  createdReply,
  etagReply,
  newTag,
  operation,
} from '../operation.ts'
import { approvalNames } from '../rules/recorded-decision.ts'
import {
  choice,
  described,
  flag,
  identifier,
  list,
  moment,
  owned,
  plain,
  record,
  sent,
  text,
} from '../schema.ts'
import { currency } from '../shared.ts'
import { ApprovalStatus, QuoteItem } from './packages.ts'

export { approvalNames }
export const approvalMedia = ['internet', 'phone', 'direct'] as const

const approval = {
  approvalStatus: described(ApprovalStatus, { description: "The customer's decision." }),
  deferralDate: moment('Date of deferral; relevant for `deferred`.'),
  rejectionReasonCode: plain(text('Reason for declining; relevant for `rejected`.', { maxLength: 128 })),
  approvalMedium: choice('How the customer decided.', [...approvalMedia]),
  approvalDate: moment('When the customer decided.'),
} satisfies Record<(typeof approvalNames)[number], unknown>

/** All that an automatic quote accepts from a PUT, whatever else is in the body (E8). */
export const QuoteApproval = record('QuoteApproval', "The customer's decision on a quote.", {}, approval)
export type QuoteApproval = Static<typeof QuoteApproval>

export const Quote = record(
  'Quote',
  'An offer to the customer: made through the interface (`quote`), a selected package variant (`package`), or one the service made ' +
    'because it is due (`upsaleQuote`).',
  {
    category: choice(
      '`quote` made through the interface, `package` a package variant, `upsaleQuote` made automatically.',
      ['quote', 'package', 'upsaleQuote'],
    ),
    currency: currency('ISO 4217; needed with both amounts of the items for correct statistics.'),
    questionId: identifier(
      'Question of the survey; `upSale` is reserved for automatic quotes, to be left alone by others.',
      { minLength: 1 },
    ),
    answerId: identifier('Answer of that question; `upSale` for automatic quotes.', { minLength: 1 }),
  },
  {
    id: sent(identifier('Unique within the survey. In a body it may be left out (A5).')),
    description: text('Description of the offer.'),
    packageId: identifier(
      'Package; comes together with `variantId` (E7). Always there for `package` and `upsaleQuote`.',
    ),
    variantId: identifier(
      'Variant of that package. On a `quote` the variant stops being current: the quote replaces it. Always there for `package` and ' +
        '`upsaleQuote`.',
    ),
    ...approval,
    contents: list(QuoteItem, 'Labour and material items; each needs `amountExVat` (E7).'),
    visible: owned(flag('Shown to the customer; on automatic quotes only.')),
  },
)
export type Quote = Static<typeof Quote>

const HEADING = 'Quotes of a survey'
const surveyPath = '/system-clients/{system_client_id}/surveys/{id}'
const listPath = `${surveyPath}/quotes`
const path = `${listPath}/{quote_id}`
const listParams = { system_client_id: 'The system client.', id: 'The survey.' }
const params = { ...listParams, quote_id: 'The quote.' }

export const listQuotes = operation({
  id: 'listQuotes',
  method: 'GET',
  path: listPath,
  heading: HEADING,
  summary: 'List the quotes of a survey',
  description:
    'Quotes made through the interface, every selected package variant that is current, and automatic quotes visible to the customer (E7).',
  right: 'read',
  params: listParams,
  replies: { 200: { description: 'The quotes.', body: Type.Array(Quote) } },
  problems: ['noSuchResource'],
  decisions: ['E7', 'E8'],
})

export const getQuote = operation({
  id: 'getQuote',
  method: 'GET',
  path,
  heading: HEADING,
  summary: 'Read a quote',
  description:
    'One quote. A package quote has a stable id; once a quote has replaced it, it is not found any more (E7).',
  right: 'read',
  params,
  requestHeaders: conditionalRead,
  replies: { 200: { description: 'The quote.', body: Quote, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['B7', 'E7'],
})

export const putQuote = operation({
  id: 'putQuote',
  method: 'PUT',
  path,
  heading: HEADING,
  summary: 'Create or change a quote',
  description:
    'Category `quote` only. `questionId` and `answerId` must exist in the survey and not be `upSale`. With `packageId` and `variantId` ' +
    'it replaces that variant, which must be offered on the answer, selected or not, and be replaced by no other quote; without them ' +
    'the variant is current again (E7). A `package` quote cannot be changed; an automatic one takes only its decision fields (E8). ' +
    'Work that covers several findings, such as an axle, is one offer: naming its package at a second finding is refused (I4). ' +
    'On a closed survey only the decision fields move (D5).',
  right: 'quotes',
  params,
  body: Quote,
  bodyInState: QuoteApproval,
  requestHeaders: conditionalWrite,
  replies: { 201: createdReply('The quote', newTag), 204: changedReply('The quote', newTag) },
  problems: [
    'duplicateId',
    'noSuchResource',
    'missingPrice',
    'packageQuote',
    'automaticQuote',
    'questionReserved',
    'unknownAnswer',
    'variantNotOffered',
    'variantReplaced',
    'workOffered',
    'surveyClosed',
    'preconditionFailed',
  ],
  decisions: ['A1', 'B1', 'D5', 'E7', 'E8', 'I4'],
  example: {
    category: 'quote',
    currency: 'EUR',
    questionId: 'vc.padFL',
    answerId: 'bad',
    description: 'Front pads, original parts',
    contents: [
      {
        id: '1',
        itemCategory: 'material',
        description: 'Pad set',
        quantity: 1,
        unitOfMeasure: 'ea',
        amountExVat: 60,
        amountIncVat: 71.4,
      },
    ],
  },
})

export const deleteQuote = operation({
  id: 'deleteQuote',
  method: 'DELETE',
  path,
  heading: HEADING,
  summary: 'Remove a quote',
  description:
    'A `quote` is removed and the variant it replaced is current again; an automatic quote is withdrawn; a `package` quote cannot be removed (E9).',
  right: 'quotes',
  params,
  ours: true,
  stability: 'stable',
  requestHeaders: conditionalDelete,
  replies: { 204: { description: 'The quote was removed.' } },
  problems: ['noSuchResource', 'packageQuote', 'surveyClosed', 'preconditionFailed'],
  decisions: ['D5', 'E9'],
})

export const listUpsaleQuotes = operation({
  id: 'listUpsaleQuotes',
  method: 'GET',
  path: `${surveyPath}/upsale-quotes`,
  heading: HEADING,
  summary: 'List automatic quotes',
  description: 'All automatic quotes of the survey, also those the customer does not see (E8).',
  right: 'read',
  params: listParams,
  ours: true,
  stability: 'stable',
  replies: { 200: { description: 'The automatic quotes.', body: Type.Array(Quote) } },
  problems: ['noSuchResource'],
  decisions: ['E8'],
})

export const getUpsaleQuote = operation({
  id: 'getUpsaleQuote',
  method: 'GET',
  path: `${surveyPath}/upsale-quotes/{quote_id}`,
  heading: HEADING,
  summary: 'Read an automatic quote',
  description: 'One automatic quote, also one the customer does not see (E8).',
  right: 'read',
  params,
  requestHeaders: conditionalRead,
  ours: true,
  stability: 'stable',
  replies: { 200: { description: 'The automatic quote.', body: Quote, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['B7', 'E8'],
})

/** Of the DMS and staff together; every read of the survey's quotes returns all of them. */
export const quotesPerSurvey = 300
