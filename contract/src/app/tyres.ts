// What was read on a tyre beside its tread, as the app reads it.
import { Type } from 'typebox'
import { record } from '../schema.ts'

export const TyreNoted = record(
  'TyreNoted',
  'What was read on a tyre beside its tread (ours; the DMS reads the lowest depth as the answer).',
  { questionId: Type.String({ description: 'The question about the tyre.' }) },
  {
    inner: Type.String({ description: 'Depth at the inner edge, in millimetres.' }),
    middle: Type.String({ description: 'Depth in the middle.' }),
    outer: Type.String({ description: 'Depth at the outer edge.' }),
    dot: Type.String({ description: 'Week and year of production, as stamped.' }),
    size: Type.String({ description: 'The size, as on the sidewall.' }),
  },
)
