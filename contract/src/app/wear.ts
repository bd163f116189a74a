// What a forecast of wear needs beside the survey: the mileage of the car and what was measured at its earlier visits.
import { type Static, Type } from 'typebox'
import { record } from '../schema.ts'

export const EarlierReading = record(
  'EarlierReading',
  'What was measured at an earlier visit of the vehicle.',
  {
    questionId: Type.String({ description: 'The question.' }),
    value: Type.Number({ description: 'The measured number.' }),
    at: Type.String({ description: 'Date of that visit.' }),
  },
  {
    unitOfMeasurement: Type.String({ description: 'Left out: the unit of the question.' }),
    km: Type.Number({ description: 'Mileage at that visit, in kilometres; left out where nobody knows it.' }),
  },
)

export const WearBasis = record(
  'WearBasis',
  'What a forecast of wear needs beside the survey itself: contract/src/rules/wear-basis.ts makes the forecast.',
  {
    readings: Type.Array(EarlierReading, {
      description:
        'Of the measured questions of the survey that can wear, at earlier visits within reach, the newest visit first.',
    }),
  },
  {
    km: Type.Number({
      description: 'Mileage at this visit, in kilometres: as it was read, otherwise as the order has it.',
    }),
    at: Type.String({
      description:
        'Date of this visit; left out while the inspection is neither completed nor closed: today.',
    }),
  },
)
export type WearBasis = Static<typeof WearBasis>
