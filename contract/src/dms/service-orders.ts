// Spec headings "ServiceOrder", "ServiceOrderContentItem" and "Service orders".
import { type Static, Type } from 'typebox'
import {
  changedReply,
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
  list,
  moment,
  owned,
  plain,
  quantity,
  record,
  requiredIdentifier,
  sent,
  text,
} from '../schema.ts'
import { BusinessPartner, currency, Person, SurveyTypeSchema, UnitOfMeasure, Vehicle } from '../shared.ts'
import { branchParameter, changedParameter, pageParameters, pageReply } from './pages.ts'
import { SurveyListItem, SurveyRef } from './surveys.ts'

export const ServiceOrderContentItem = record(
  'ServiceOrderContentItem',
  'A labour or material line of an order. Any amount needs the `currency` of the order (A9).',
  {
    itemCategory: choice(
      'Labour or material; `part` is accepted instead of `material`.',
      ['labour', 'material'],
      {
        part: 'material',
      },
    ),
  },
  {
    id: identifier('Item number in the DMS.'),
    itemCode: plain(text('Part number, or operation code of labour.')),
    description: text('Text of the line.'),
    catalogue: plain(text('Id of the labour catalogue; labour only.')),
    materialGroup: plain(text('Material group; parts only.')),
    labourType: plain(text('Labour type; labour only.')),
    quantity: quantity('Total quantity.'),
    unitOfMeasure: described(UnitOfMeasure, {
      description: 'Unit of the quantities, usually `ea`, `hour` or `l` (A7).',
    }),
    amountExVat: amount('Total without VAT, in the currency of the order.'),
    amountIncVat: amount('Total with VAT, in the currency of the order.'),
    soldQuantity: quantity('Quantity already invoiced.'),
    soldAmountExVat: amount('Sold quantity times unit price, without VAT.'),
    soldAmountIncVat: amount('Sold quantity times unit price, with VAT.'),
    deferredQuantity: quantity('Quantity marked as deferred in the DMS.'),
    deferredAmountExVat: amount('Deferred quantity times unit price, without VAT.'),
    deferredAmountIncVat: amount('Deferred quantity times unit price, with VAT.'),
    deferralDateTime: moment('To when the work is deferred; given only when there is a deferred quantity.'),
    healthSurveyId: identifier('Survey the line comes from; used for reports.'),
    healthAnswerId: identifier('Answer the line comes from; used for reports.'),
    healthPackageId: identifier('Package the line comes from; used for reports.'),
    healthPackageVariantId: identifier('Package variant the line comes from; used for reports.'),
  },
)
export type ServiceOrderContentItem = Static<typeof ServiceOrderContentItem>

const flagRule = 'Keeps its value when left out or null; only an explicit `true` or `false` changes it (A2).'

export const ServiceOrder = record(
  'ServiceOrder',
  'A service order of the DMS. A PUT replaces everything the DMS owns: a field left out, or null, is unset (A1).',
  {
    externalBranchId: requiredIdentifier('Dealer code; binds the order to a dealership (C1).'),
  },
  {
    id: sent(
      identifier(
        'Identifier of the order; up to 40 characters are recommended. In a body it may be left out; given, it must equal the one in the ' +
          'path (A5).',
      ),
    ),
    externalId: plain(
      text('External identifier, shown in the app and on printed forms.', { maxLength: 128 }),
    ),
    serviceOrderType: plain(
      text("The DMS's own order type; informational only, it controls nothing.", {
        maxLength: 128,
      }),
    ),
    departmentId: identifier('Identifier of the department.'),
    plannedStartTimestamp: moment('Planned start of work.'),
    closed: flag('The order is closed. Setting it closes all surveys of the order.'),
    rejected: flag(
      'The order was cancelled without work, for example because the customer did not arrive; counted apart in statistics. Setting it ' +
        'closes all surveys of the order.',
    ),
    parentOrderId: identifier(
      'The main order. Absent or empty: this is a main order. Only main orders get surveys.',
    ),
    description: text(
      'Short text, may carry the customer request. `orderText` is taken as another name of this field (A6).',
    ),
    currency: currency('ISO 4217; needed whenever any amount is sent (A9).'),
    customer: described(BusinessPartner, {
      description: "The customer. The customer's data go on printed forms when the vehicle has no driver.",
    }),
    payer: described(BusinessPartner, { description: 'Who pays the order.' }),
    serviceAdvisor: described(Person, {
      description: 'The service advisor; planned inspector of the `health` survey (C6).',
    }),
    technicians: list(Person, 'The technicians; planned inspectors of the `QC` survey (C6).'),
    technician: described(Person, { description: 'Planned inspector of the `VC` survey (C6).' }),
    vehicle: described(Vehicle, { description: 'The vehicle that is worked on.' }),
    contents: list(ServiceOrderContentItem, 'Lines of the order.'),
    defaultSurveyReleaseDisabled: flag(`True: the default \`health\` survey is not made. ${flagRule}`),
    technicianSurveyRelease: flag(`True: a VC survey is made. ${flagRule}`),
    qcSurveyRelease: flag(`True: a QC survey is made. ${flagRule}`),
    branchId: sent(owned(text('The branch the order is bound to (C1).'))),
    siteId: sent(owned(text('The site of that branch.'))),
    siteName: sent(owned(text('The name of that site.'))),
    surveys: sent(owned(list(SurveyRef, 'The surveys of the order, by id, type and template (C5).'))),
  },
  { 'x-field-aliases': { orderText: 'description' } },
)
export type ServiceOrder = Static<typeof ServiceOrder>

const HEADING = 'Service orders'
const path = '/system-clients/{system_client_id}/service-orders/{id}'
const params = { system_client_id: 'The system client.', id: 'The order.' }

const example = {
  externalId: 'SO-2026-1042',
  externalBranchId: 'DE1001',
  plannedStartTimestamp: '2026-11-16T08:30:00+01:00',
  currency: 'EUR',
  description: 'Service and noise from the front left',
  customer: { id: 'C-88', firstName: 'Ada', lastName: 'Example', email: 'ada@example.org' },
  serviceAdvisor: { id: 'SA-3', firstName: 'Jo', lastName: 'Sample' },
  vehicle: {
    vin: 'ZZZ1A2B35PX000001',
    numberPlate: 'B WA 1042',
    make: 'Example',
    fuelType: 'petrol',
    recordedMileage: 61250,
    mileageUnit: 'km',
  },
  contents: [
    {
      id: '10',
      itemCategory: 'labour',
      description: 'Inspection',
      quantity: 1.2,
      unitOfMeasure: 'hour',
      amountExVat: 120,
      amountIncVat: 142.8,
    },
  ],
  technicianSurveyRelease: true,
}

export const putServiceOrder = operation({
  id: 'putServiceOrder',
  method: 'PUT',
  path,
  heading: HEADING,
  summary: 'Create or change an order',
  description:
    'The body replaces the order (A1); the three release flags keep their value when left out (A2). A main order that is ' +
    'neither closed nor rejected gets its missing surveys: the types the client releases by itself (`health` by default, ' +
    'unless `defaultSurveyReleaseDisabled`), `VC` with `technicianSurveyRelease`, `QC` with `qcSurveyRelease`; one per type, ' +
    'however often and however parallel the order is sent (C2). `closed` or `rejected` closes all its surveys; taken back, the ' +
    'surveys stay closed (C3). Surveys that are not closed follow the header of the order and keep what a later PUT leaves out (C4).',
  right: 'orders',
  params,
  body: ServiceOrder,
  requestHeaders: conditionalWrite,
  replies: { 201: createdReply('The order', newTag), 204: changedReply('The order', newTag) },
  // 404: the order belongs to a branch that a limited login may not see.
  problems: [
    'missingCurrency',
    'unknownBranch',
    'tooManyNewBranches',
    'noTemplate',
    'noSuchResource',
    'preconditionFailed',
  ],
  decisions: ['A1', 'A2', 'A3', 'A9', 'B1', 'C1', 'C2', 'C3', 'C4'],
  example,
})

export const getServiceOrder = operation({
  id: 'getServiceOrder',
  method: 'GET',
  path,
  heading: HEADING,
  summary: 'Read an order',
  description:
    'What was sent, in canonical form (A6), and what the service owns: `branchId`, `siteId`, `siteName` and `surveys`. The ' +
    'answer can be sent back by PUT and changes nothing (A1).',
  right: 'read',
  params,
  requestHeaders: conditionalRead,
  replies: { 200: { description: 'The order.', body: ServiceOrder, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['A1', 'A6', 'B7', 'C1', 'C5'],
})

export const listOrderSurveys = operation({
  id: 'listServiceOrderSurveys',
  method: 'GET',
  path: `${path}/surveys`,
  heading: HEADING,
  summary: 'List the surveys of an order',
  description: 'Every header field of each survey, without `contents` (C5).',
  right: 'read',
  params,
  query: Type.Object({ 'survey-type': Type.Optional(SurveyTypeSchema) }),
  replies: { 200: { description: 'The surveys.', body: Type.Array(SurveyListItem) } },
  problems: ['noSuchResource'],
  decisions: ['C5', 'C6'],
})

export const ServiceOrderSummary = record(
  'ServiceOrderSummary',
  'An order in a list: what names it, and what tells whether to read it. Nothing personal. Our addition (C9).',
  {
    id: Type.String({ description: 'Identifier of the order.' }),
    externalBranchId: Type.String({ description: 'Dealer code, as it was sent.' }),
    branchId: Type.String({ description: 'The branch the order is bound to (C1).' }),
    closed: flag('The order is closed.'),
    rejected: flag('The order was cancelled without work.'),
    changedTimestamp: moment('When its last change was logged; a list is in this order.'),
    surveys: Type.Array(SurveyRef, {
      description: 'The surveys of the order, by id, type and template (C5).',
    }),
  },
  {
    externalId: text('External identifier, shown in the app and on printed forms.'),
    serviceOrderType: text("The DMS's own order type."),
    parentOrderId: text('The main order.'),
    plannedStartTimestamp: moment('Planned start of work, as it was sent.'),
  },
)
export type ServiceOrderSummary = Static<typeof ServiceOrderSummary>

export const ServiceOrderQuery = Type.Object({
  ...changedParameter,
  closed: Type.Optional(
    flag('`true`: only orders that are closed or rejected. `false`: only those that are neither.'),
  ),
  ...branchParameter,
  ...pageParameters,
})
export type ServiceOrderQuery = Static<typeof ServiceOrderQuery>

export const listServiceOrders = operation({
  id: 'listServiceOrders',
  method: 'GET',
  path: '/system-clients/{system_client_id}/service-orders',
  heading: HEADING,
  summary: 'List orders by their last change',
  description:
    'Orders in short form, the one that changed first at the beginning, then by id (C9). To read what changed since, send the ' +
    '`changedTimestamp` of the last order you read as `changedSince`: nothing is left out, and what has that very time comes once ' +
    'more. An order made by hand that was matched to an order of the DMS is not listed; the other one is.',
  right: 'read',
  params: { system_client_id: params.system_client_id },
  query: ServiceOrderQuery,
  replies: {
    200: { description: 'The orders.', body: Type.Array(ServiceOrderSummary), headers: pageReply },
  },
  problems: ['invalidCursor'],
  decisions: ['C1', 'C7', 'C9'],
  ours: true,
})
