// An inspection as in the demo's data files: single answers, or a complete check from the few things that were not fine. Pure.
import { GivenAnswer } from '@walkaround/contract/app/edits.ts'
import { SurveyTypeSchema, type Vehicle } from '@walkaround/contract/shared.ts'
import { type Static, Type } from 'typebox'
import {
  QualityCheck,
  qualityAnswers,
  Reception,
  receptionAnswers,
  until,
  WorkshopCheck,
  workshopAnswers,
} from './answers.ts'
import { nameIn } from './data.ts'
import { staff } from './dealership.ts'
import { When } from './when.ts'

export const Inspection = Type.Object({
  at: When,
  do: Type.Literal('inspect'),
  survey: SurveyTypeSchema,
  by: nameIn(staff),
  answers: Type.Optional(Type.Array(GivenAnswer)),
  reception: Type.Optional(Reception),
  workshop: Type.Optional(WorkshopCheck),
  quality: Type.Optional(QualityCheck),
  /** The question before which the inspector stopped. */
  until: Type.Optional(Type.String()),
  /** Questions that were left out. */
  without: Type.Optional(Type.Array(Type.String())),
})

export function answersOf(
  vehicle: Vehicle,
  inspection: Static<typeof Inspection>,
  request?: string,
): GivenAnswer[] {
  const { answers = [], reception, workshop, quality, without = [] } = inspection
  const all = [
    ...answers,
    ...(reception ? receptionAnswers(vehicle, { request, ...reception }) : []),
    ...(workshop ? workshopAnswers(vehicle, workshop) : []),
    ...(quality ? qualityAnswers(quality) : []),
  ].filter(({ questionId }) => !without.includes(questionId))
  return inspection.until === undefined ? all : until(inspection.until, all)
}
