// What the demo's people draw on their photos: an arrow at a worn pad, a plate that nobody else should read. Pure.
import { MarkupShape } from '@walkaround/contract/app/markup.ts'
import { Type } from 'typebox'
import data from '../data/markups.json' with { type: 'json' }
import { entries, readData } from './data.ts'
import type { Step } from './steps.ts'

const Shapes = Type.Array(MarkupShape)

/** By order, and by the name of the drawn photo. */
const markups: Readonly<Record<string, Readonly<Record<string, readonly MarkupShape[]>>>> = readData(
  'markups.json',
  Type.Object({
    'SO-1001': entries(data['SO-1001'], Shapes),
    'SO-1010': entries(data['SO-1010'], Shapes),
  }),
  data,
)

/** Each right after its photo. */
export const withMarkups = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step): Step[] => {
    if (step.do !== 'addPhoto' || !('orderId' in step.survey)) return [step]
    const shapes = markups[step.survey.orderId]?.[step.photo]
    if (!shapes) return [step]
    const { at, survey, by, id } = step
    return [step, { at, do: 'markUp', survey, by, photoId: id, shapes: [...shapes] }]
  })
