// Spec headings "CustomerReviewRequest (lead)", "DealItem" and "Leads and deals".
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
import {
  amount,
  choice,
  described,
  flag,
  identifier,
  limits,
  list,
  moment,
  owned,
  plain,
  record,
  requiredIdentifier,
  sent,
  text,
} from '../schema.ts'
import { BusinessPartner, currency, Person, Vehicle } from '../shared.ts'
import { branchParameter, pageParameters, pageReply } from './pages.ts'
import { SurveyListItem, SurveyRef } from './surveys.ts'

const dealFields = {
  siteId: identifier('Site of the deal.'),
  branchId: identifier('Dealer code of the deal.'),
  departmentId: identifier('Department of the deal.'),
  rejected: flag('The deal was cancelled.'),
  orderId: identifier('Number of the payment invoice.'),
  orderTimestamp: moment('Date of the payment invoice.'),
  invoiceId: identifier('Number of the invoice.'),
  invoiceTimestamp: moment('Date of the invoice.'),
  invoiceAmountExVat: amount('Invoice amount without VAT; needs `invoiceCurrency` (A9).'),
  invoiceAmountIncVat: amount('Invoice amount with VAT; needs `invoiceCurrency` (A9).'),
  invoiceCurrency: currency('ISO 4217; needed when invoice amounts are sent (A9).'),
  payedAmount: amount('Payments received on the invoice.'),
  deliveryNoteId: identifier('Number of the delivery note.'),
  deliveryTimestamp: moment('Date of the delivery note.'),
}

export const DealItem = record(
  'DealItem',
  'A deal made from a lead.',
  {},
  {
    id: identifier('Identifier of the deal; in a body it may be left out (A5).'),
    ...dealFields,
  },
)
export type DealItem = Static<typeof DealItem>

/** Inside a lead there is no path to take the id from. */
const ListedDeal = record(
  'ListedDeal',
  'A deal as part of a lead.',
  { id: requiredIdentifier('Identifier of the deal.') },
  dealFields,
)

const leadFields = {
  id: sent(
    identifier(
      'Identifier of the lead; up to 40 characters are recommended. In a body it may be left out; given, it must equal the one in the ' +
        'path (A5).',
    ),
  ),
  externalId: plain(text('External identifier, shown in the app.', { maxLength: 128 })),
  departmentId: identifier('Identifier of the department.'),
  plannedStartTimestamp: sent(
    moment('Planned start. Left out: the creation time of the lead, fixed once (C7).'),
  ),
  closed: flag('The lead is closed. Setting it closes all its surveys.'),
  rejected: flag(
    'The lead was cancelled without work; counted apart in statistics. Setting it closes all its surveys.',
  ),
  description: text('Short text.'),
  customer: described(BusinessPartner, { description: 'The customer who asks for the review.' }),
  responsiblePerson: described(Person, {
    description: 'Who looks after the lead; planned inspector of the `CVR` survey (C6).',
  }),
  vehicle: described(Vehicle, { description: 'The vehicle to be reviewed.' }),
  reviewSurveyRelease: flag(
    'True: a CVR survey is made. Keeps its value when left out or null; only an explicit `true` or `false` changes it (A2).',
  ),
  branchId: sent(owned(text('The branch the lead is bound to (C1).'))),
  siteId: sent(owned(text('The site of that branch.'))),
  siteName: sent(owned(text('The name of that site.'))),
  surveys: sent(owned(list(SurveyRef, 'The surveys of the lead, by id, type and template (C5).'))),
}
const leadRequired = {
  externalBranchId: requiredIdentifier('Dealer code; binds the lead to a dealership (C1).'),
}

export const CustomerReviewRequest = record(
  'CustomerReviewRequest',
  'A lead: a customer asks for a review of a vehicle. A PUT replaces everything the DMS owns (A1).',
  leadRequired,
  {
    ...leadFields,
    deals: sent(
      list(ListedDeal, 'Given, it replaces all deals; left out or null, the deals set one by one stay (A2).'),
    ),
  },
)
export type CustomerReviewRequest = Static<typeof CustomerReviewRequest>

export const LeadListItem = record(
  'LeadListItem',
  'A lead in short form: without `deals` (C7).',
  leadRequired,
  leadFields,
)
export type LeadListItem = Static<typeof LeadListItem>

const HEADING = 'Leads and deals'
const path = '/system-clients/{system_client_id}/leads/{id}'
const params = { system_client_id: 'The system client.', id: 'The lead.' }

const dealExample = {
  orderId: 'INV-77',
  orderTimestamp: '2026-11-18',
  invoiceAmountExVat: 200,
  invoiceAmountIncVat: 238,
  invoiceCurrency: 'EUR',
}

export const putLead = operation({
  id: 'putLead',
  method: 'PUT',
  path,
  heading: HEADING,
  summary: 'Create or change a lead',
  description:
    'The body replaces the lead (A1); `reviewSurveyRelease` keeps its value and `deals` stay as they are when left out (A2). With ' +
    '`reviewSurveyRelease` true a CVR survey is made, now or by a later PUT, once (C2). `closed` or `rejected` closes its surveys.',
  right: 'leads',
  params,
  body: CustomerReviewRequest,
  requestHeaders: conditionalWrite,
  replies: { 201: createdReply('The lead', newTag), 204: changedReply('The lead', newTag) },
  problems: [
    'missingCurrency',
    'duplicateId',
    'unknownBranch',
    'tooManyNewBranches',
    'noTemplate',
    // For a branch that a limited login may not see.
    'noSuchResource',
    'preconditionFailed',
  ],
  decisions: ['A1', 'A2', 'A9', 'B1', 'C1', 'C2', 'C3', 'C4', 'C7'],
  example: {
    externalId: 'LEAD-5',
    externalBranchId: 'DE1001',
    customer: { id: 'C-91', firstName: 'Sam', lastName: 'Example', mobilePhone: '+1 202 555 0143' },
    responsiblePerson: { id: 'SA-3', firstName: 'Jo', lastName: 'Sample' },
    vehicle: { make: 'Example', model: 'Estate', numberPlate: 'B WA 91' },
    reviewSurveyRelease: true,
  },
})

export const getLead = operation({
  id: 'getLead',
  method: 'GET',
  path,
  heading: HEADING,
  summary: 'Read a lead',
  description: 'What was sent, in canonical form (A6), with its deals and what the service owns.',
  right: 'read',
  params,
  requestHeaders: conditionalRead,
  replies: { 200: { description: 'The lead.', body: CustomerReviewRequest, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['A1', 'A6', 'B7', 'C7'],
})

export const listLeadSurveys = operation({
  id: 'listLeadSurveys',
  method: 'GET',
  path: `${path}/surveys`,
  heading: HEADING,
  summary: 'List the surveys of a lead',
  description: 'Every header field of each survey, without `contents` (C5).',
  right: 'read',
  params,
  replies: { 200: { description: 'The surveys.', body: Type.Array(SurveyListItem) } },
  problems: ['noSuchResource'],
  decisions: ['C5', 'C6'],
})

export const LeadQuery = Type.Object({
  dateFrom: Type.Optional(moment('Only leads planned at this time or later.')),
  dateTo: Type.Optional(
    moment(
      "Only leads planned at this time or earlier; a date alone means the end of that day in the client's time zone (C7).",
    ),
  ),
  ...branchParameter,
  list: Type.Optional(choice('`outstanding`: only leads whose `closed` is not true.', ['outstanding'])),
  ...pageParameters,
})
export type LeadQuery = Static<typeof LeadQuery>

export const listLeads = operation({
  id: 'listLeads',
  method: 'GET',
  path: '/system-clients/{system_client_id}/leads',
  heading: HEADING,
  summary: 'List leads',
  description:
    'Leads in short form, ordered by planned start, then id. The plain array has no limit; with `limit` it comes in pages, and the ' +
    'header `Link` holds the address of the next one (C7).',
  right: 'read',
  params: { system_client_id: 'The system client.' },
  query: LeadQuery,
  replies: {
    200: {
      description: 'The leads.',
      body: Type.Array(LeadListItem),
      headers: pageReply,
    },
  },
  problems: ['invalidCursor'],
  decisions: ['A8', 'C1', 'C7'],
})

const dealPath = '/system-clients/{system_client_id}/leads/{lead_id}/deals/{id}'
const dealParams = { system_client_id: 'The system client.', lead_id: 'The lead.', id: 'The deal.' }

export const putDeal = operation({
  id: 'putDeal',
  method: 'PUT',
  path: dealPath,
  heading: HEADING,
  summary: 'Add or change a deal',
  description: 'Adds the deal to the lead, or replaces it (A1).',
  right: 'leads',
  params: dealParams,
  body: DealItem,
  requestHeaders: conditionalWrite,
  replies: { 204: { description: 'The deal was added or changed.', headers: newTag } },
  problems: ['noSuchResource', 'missingCurrency', 'tooLong', 'preconditionFailed'],
  decisions: ['A1', 'A9', 'B1'],
  example: dealExample,
})

export const deleteDeal = operation({
  id: 'deleteDeal',
  method: 'DELETE',
  path: dealPath,
  heading: HEADING,
  summary: 'Remove a deal',
  description: 'Removes the deal from the lead.',
  right: 'leads',
  params: dealParams,
  requestHeaders: conditionalDelete,
  replies: { 204: { description: 'The deal was removed.' } },
  problems: ['noSuchResource', 'preconditionFailed'],
  decisions: ['B1'],
})

export const dealsPerLead = limits.arrayLength
