// The handover act as the app shows it before it is signed: what the service puts on it beside answers and damage marks.
import { type Static, Type } from 'typebox'
import { record } from '../schema.ts'

export const ActLine = record(
  'ActLine',
  'A line of the order: work or a part.',
  {
    text: Type.String(),
    category: Type.Enum(['labour', 'material'], { type: 'string', description: 'Work or part.' }),
  },
  {
    code: Type.String(),
    quantity: Type.Number(),
    unit: Type.String({ description: 'Code of a unit of measure.' }),
    amountExVat: Type.Number(),
    amountIncVat: Type.Number(),
  },
)
export type ActLine = Static<typeof ActLine>

export const ActTerm = record(
  'ActTerm',
  'A clause of the terms.',
  { title: Type.String(), text: Type.String() },
  {},
)
export type ActTerm = Static<typeof ActTerm>

export const Act = record(
  'Act',
  'What a customer signs beside answers and damage marks, in the language it is printed in. A signature covers all of it (I2): ' +
    'what was ordered and the terms are fixed when the inspection is completed.',
  {
    language: Type.String(),
    template: Type.String({ description: 'Template and version: the words of questions and answers.' }),
    work: Type.Array(ActLine, { description: 'What was ordered.' }),
    sum: record(
      'ActSum',
      'Of the lines that have a price.',
      {
        exVat: Type.Number(),
        incVat: Type.Number(),
        isComplete: Type.Boolean({ description: 'Every line has both amounts.' }),
      },
      {},
    ),
    terms: Type.Array(ActTerm),
  },
  {
    currency: Type.String({ description: 'Of the amounts; ISO 4217.' }),
    vehicle: Type.String({ description: 'Plate, or else VIN, in capitals and without blanks.' }),
    mileage: Type.Number({ description: 'As the order has it; printed while nobody read it at the car.' }),
    mileageUnit: Type.String(),
    request: Type.String({
      description: 'As the order has it; printed while nobody wrote it down at the car.',
    }),
  },
)
export type Act = Static<typeof Act>
