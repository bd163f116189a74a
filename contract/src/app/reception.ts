// What is known of a car before it is received, the words of the act in every language, and the copy of a signed act by a link.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { choice, flag, record } from '../schema.ts'
import { ActTerm } from './acts.ts'

const surveyPath = '/system-clients/{system_client_id}/surveys/{survey_id}'
const params = { system_client_id: 'The system client.', survey_id: 'The survey.' }

export const OfferAgain = record(
  'OfferAgain',
  'Where work can be offered today: a package variant that is offered on this survey, at the price of today.',
  {
    questionId: Type.String({ description: 'The question.' }),
    answerId: Type.String({ description: 'The answer it is offered on.' }),
    packageId: Type.String({ description: 'The package.' }),
    variantId: Type.String({ description: 'The variant.' }),
    currency: Type.String({ description: 'Of the amounts.' }),
  },
  {
    amountExVat: Type.Number({ description: 'What it costs today without VAT.' }),
    amountIncVat: Type.Number({
      description: 'What it costs today with VAT; left out where it is not known.',
    }),
  },
)
export type OfferAgain = Static<typeof OfferAgain>

export const DeferredWork = record(
  'DeferredWork',
  'Work that this customer put off at an earlier visit of this vehicle and that was neither done nor declined since.',
  {
    surveyId: Type.String({ description: 'The survey it was offered on.' }),
    quoteId: Type.String({ description: 'The quote of that survey.' }),
    text: Type.String({ description: 'What it is, as it was offered.' }),
  },
  {
    decidedAt: Type.String({ description: 'When it was put off.' }),
    until: Type.String({ description: 'The day it was put off to.' }),
    currency: Type.String({ description: 'Of the amounts.' }),
    amountExVat: Type.Number({ description: 'What it cost then without VAT.' }),
    amountIncVat: Type.Number({ description: 'What it cost then with VAT.' }),
    packageId: Type.String({ description: 'The package, if it was one.' }),
    offer: OfferAgain,
  },
)
export type DeferredWork = Static<typeof DeferredWork>

export const OpenFinding = record(
  'OpenFinding',
  'A finding of an earlier visit of the vehicle that nothing has closed since, as it was found there last.',
  {
    questionId: Type.String({ description: 'The question.' }),
    surveyId: Type.String({ description: 'The survey of that visit.' }),
    title: Type.String({ description: 'What it is called.' }),
    grade: choice('Its grade then.', ['amber', 'red']),
    at: Type.String({ description: 'When it was found.' }),
  },
  {
    value: Type.String({ description: 'What was measured then.' }),
    unitOfMeasurement: Type.String({ description: 'Of the value.' }),
    isOffered: flag('Work was offered for it.'),
    decision: choice('What the customer said to the work.', ['approved', 'rejected', 'deferred']),
    until: Type.String({ description: 'The day it was put off to.' }),
  },
)
export type OpenFinding = Static<typeof OpenFinding>

export const Reception = record(
  'Reception',
  'What is known of the vehicle before it is received.',
  {
    deferred: Type.Array(DeferredWork, {
      description: 'Work put off earlier, what is due first at the top.',
    }),
  },
  {
    open: Type.Array(OpenFinding, {
      description: 'What earlier visits left open, red first, whether it was offered or not.',
    }),
    visit: record(
      'FormerVisit',
      'The last visit of the vehicle; what was found then is in `lastVisit`.',
      { at: Type.String({ description: 'When it was.' }) },
      {
        mileage: Type.Number({ description: 'As read then, or else as the order had it.' }),
        mileageUnit: Type.String({ description: 'Unit of `mileage`: `km` or `mi`.' }),
        isSameCustomer: flag('The customer is the same as now.'),
      },
    ),
  },
)
export type Reception = Static<typeof Reception>

export const ActWords = record(
  'ActWords',
  'The act in one language: what the tablet shows the customer, and what the customer signs.',
  {
    terms: Type.Array(ActTerm, { description: 'The clauses a customer agrees to by signing.' }),
    questions: Type.Record(
      Type.String(),
      record(
        'QuestionWords',
        'A question of the act.',
        {
          text: Type.String({ description: 'The question.' }),
          answers: Type.Record(Type.String(), Type.String(), {
            description: 'Standard answers that have words, by id.',
          }),
        },
        {},
      ),
      { description: 'By question, those that stand on the act.' },
    ),
  },
  {},
)
export type ActWords = Static<typeof ActWords>

export const ActCopy = record(
  'ActCopy',
  'A link that opens the signed act, and nothing else. Its address is told once.',
  {
    id: Type.String({ description: 'The link, for withdrawing it.' }),
    url: Type.String({ description: 'The address, to be shown as a QR code. It holds no personal data.' }),
    validUntil: Type.String({ description: 'When it ends.' }),
  },
  {},
)
export type ActCopy = Static<typeof ActCopy>

export const addActCopy = operation({
  id: 'addActCopy',
  method: 'POST',
  path: `${surveyPath}/act-copies`,
  heading: 'Media',
  summary: 'Make a link to the signed act',
  description:
    'For the person who signed: opens the handover act as a page and as a PDF, decides nothing, and ends as other links do. ' +
    'Refused while no signature of the customer holds.',
  right: 'answers',
  params,
  replies: { 200: { description: 'The link.', body: ActCopy } },
  problems: ['noSuchResource', 'actNotSigned'],
  decisions: ['G1', 'I2', 'I3'],
})

export const withdrawActCopy = operation({
  id: 'withdrawActCopy',
  method: 'DELETE',
  path: `${surveyPath}/act-copies/{link_id}`,
  heading: 'Media',
  summary: 'Withdraw a link to the signed act',
  description: 'It opens nothing any more. Withdrawing it again changes nothing.',
  right: 'answers',
  params: { ...params, link_id: 'The link.' },
  replies: { 204: { description: 'Withdrawn.' } },
  problems: ['noSuchResource'],
  decisions: ['G1'],
})
