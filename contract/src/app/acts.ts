// The handover act as the app shows it before signing: what the service adds to answers and damage marks.
import { type Static, Type } from 'typebox'
import { record } from '../schema.ts'

export const ActLine = record(
  'ActLine',
  'A line of the order: work or a part.',
  {
    text: Type.String({ description: 'What is done or fitted, as the order words it.' }),
    category: Type.Enum(['labour', 'material'], { type: 'string', description: 'Work or part.' }),
  },
  {
    code: Type.String({ description: 'Number of the part or of the work, where the order has one.' }),
    quantity: Type.Number({ description: 'How much of the unit.' }),
    unit: Type.String({ description: 'Code of a unit of measure.' }),
    amountExVat: Type.Number({
      description: 'Price of the line without VAT; left out where the order has none.',
    }),
    amountIncVat: Type.Number({
      description: 'Price of the line with VAT; left out where the order has none.',
    }),
  },
)
export type ActLine = Static<typeof ActLine>

export const ActTerm = record(
  'ActTerm',
  'A clause of the terms.',
  {
    title: Type.String({ description: 'Heading of the clause.' }),
    text: Type.String({ description: 'The clause itself, as it is printed.' }),
  },
  {},
)
export type ActTerm = Static<typeof ActTerm>

export const Act = record(
  'Act',
  'What a customer signs beside answers and damage marks, in the language it is printed in. A signature covers all of it (I2): ' +
    'what was ordered and the terms are fixed when the inspection is completed.',
  {
    language: Type.String({
      description:
        'In which the act is printed: one of the languages there are texts for. Fixed when the survey is completed.',
    }),
    template: Type.String({ description: 'Template and version: the words of questions and answers.' }),
    work: Type.Array(ActLine, { description: 'What was ordered.' }),
    sum: record(
      'ActSum',
      'Of the lines that have a price.',
      {
        exVat: Type.Number({ description: 'Sum of the lines without VAT.' }),
        incVat: Type.Number({ description: 'Sum of the lines with VAT.' }),
        isComplete: Type.Boolean({ description: 'Every line has both amounts.' }),
      },
      {},
    ),
    terms: Type.Array(ActTerm, {
      description: 'The clauses a customer agrees to by signing, in their order.',
    }),
  },
  {
    currency: Type.String({ description: 'Of the amounts; ISO 4217.' }),
    vehicle: Type.String({ description: 'Plate, or else VIN, in capitals and without blanks.' }),
    mileage: Type.Number({ description: 'As the order has it; printed while nobody read it at the car.' }),
    mileageUnit: Type.String({ description: 'Unit of `mileage`: `km` or `mi`.' }),
    request: Type.String({
      description: 'As the order has it; printed while nobody wrote it down at the car.',
    }),
  },
)
export type Act = Static<typeof Act>
