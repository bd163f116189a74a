// What the app reads about an offer beside its quotes: decisions that staff recorded, reasons to decline, lines of the order and what
// an hour costs.
import { type Static, Type } from 'typebox'
import { QuoteApproval } from '../dms/quotes.ts'
import { choice, flag, record } from '../schema.ts'
import { tellers } from './edits.ts'

export const RejectionReason = record(
  'RejectionReason',
  'Why a customer declines, as it is offered to be chosen. A DMS may send codes of its own (A4), which are in no list.',
  {
    code: Type.String({ description: 'For `rejectionReasonCode`.' }),
    words: Type.Record(Type.String(), Type.String(), {
      description:
        'By language, said of the customer: a person may change the language while there is no network.',
    }),
  },
  { isOff: flag('It is not offered any more; decisions may name it.') },
)
export type RejectionReason = Static<typeof RejectionReason>

export const RecordedDecision = record(
  'RecordedDecision',
  'What a customer decided by phone or in person, as staff recorded it. It is about the decision of its quote while `approvalMedium` ' +
    'and `approvalDate` are the same there (contract/src/rules/recorded-decision.ts), and can be taken back then.',
  {
    quoteId: Type.String({ description: 'The quote that was decided.' }),
    approvalMedium: choice('How it was said.', ['phone', 'direct']),
    approvalDate: Type.String({
      description: 'When it was decided; the same as in the quote while this decision holds.',
    }),
    recordedBy: Type.String({ description: 'Who recorded it, by name.' }),
  },
  {
    spokeWith: Type.String({ description: 'With whom, by name.' }),
    toldBy: choice('Who that was.', [...tellers]),
    note: Type.String({ description: 'What else was said; for staff.' }),
    replaced: QuoteApproval,
    takenBack: record(
      'TakenBack',
      'The decision was taken back: it no longer holds.',
      {
        by: Type.String({ description: 'Who took it back, by name.' }),
        at: Type.String({ description: 'When.' }),
      },
      { reason: Type.String({ description: 'Why.' }) },
    ),
  },
)
export type RecordedDecision = Static<typeof RecordedDecision>

export const HourlyRate = record(
  'HourlyRate',
  'What an hour of work costs at the site.',
  {
    amountExVat: Type.Number({ description: 'Without VAT.' }),
    currency: Type.String({ description: 'ISO 4217.' }),
  },
  { labourType: Type.String({ description: 'For this labour type; left out: for any.' }) },
)
export type HourlyRate = Static<typeof HourlyRate>

export const HeldLine = record(
  'HeldLine',
  'A line of the order, as far as it says which work the order already has.',
  {},
  {
    description: Type.String({ description: 'Text of the line.' }),
    itemCode: Type.String({ description: 'Part number, or operation code of labour.' }),
    quantity: Type.Number({ description: 'Total quantity.' }),
    deferredQuantity: Type.Number({ description: 'Quantity that the DMS deferred.' }),
    healthPackageId: Type.String({ description: 'Package the line comes from.' }),
  },
)
export type HeldLine = Static<typeof HeldLine>
