// What a tablet needs to decide about a survey as the service does, and cannot see in the survey itself.
import { type Static, Type } from 'typebox'
import { Quote } from '../dms/quotes.ts'
import { record } from '../schema.ts'
import { UnitOfMeasure } from '../shared.ts'
import { WearBasis } from './wear.ts'

export const PageBasis = record(
  'PageBasis',
  'What the app needs beside the survey to decide as the service does while it has no network.',
  {
    retired: Type.Array(Type.String(), {
      description: 'Questions out of use: they are not visible, whatever their rule says.',
    }),
    beingFilmed: Type.Array(Type.String(), {
      description: 'Questions with a video that is being uploaded, by whichever device.',
    }),
    standard: Type.Record(
      Type.String(),
      Type.Array(
        record(
          'StandardAnswer',
          'A standard answer as its template has it.',
          { id: Type.String({ description: 'The answer, by its id in the template.' }) },
          {
            value: Type.String({ description: 'Number or words of the answer.' }),
            unitOfMeasurement: UnitOfMeasure,
          },
        ),
      ),
      { description: 'By question, standard answers that were given: what was entered lies over these.' },
    ),
    replaced: Type.Array(Quote, {
      description: 'Of selected package variants in whose place another quote stands (E7).',
    }),
  },
  {
    languages: record(
      'KnownLanguages',
      'What is known about the language of the customer, beside what customer and driver say themselves.',
      {},
      {
        chosen: Type.String({ description: 'For this car, on a tablet.' }),
        last: Type.String({ description: 'Of the last message to the customer.' }),
        completed: Type.String({ description: 'In which the inspection was completed.' }),
        site: Type.String({ description: 'Of the site.' }),
        client: Type.String({ description: 'Of the system client.' }),
      },
    ),
    wear: WearBasis,
  },
)
export type PageBasis = Static<typeof PageBasis>
